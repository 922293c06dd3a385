// Elements are made of text alone: what an app says is never read as HTML.

/** Makes an element. Functions among the properties are listeners. */
export function make(name, properties = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === "function") element.addEventListener(key, value);
    else if (key === "class") element.className = value;
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value != null) element.setAttribute(key, value);
  }
  element.append(...children.filter((child) => child != null).map((child) =>
    child instanceof Node ? child : document.createTextNode(String(child))));
  return element;
}

export const find = (id) => document.getElementById(id);

export const button = (text, click, properties = {}) =>
  make("button", { type: "button", click, ...properties }, text);

export const link = (text, click) => button(text, click, { class: "link" });

/** A table of cells; what is no element is text. */
export function table(heads, rows) {
  const cell = (content) =>
    content instanceof HTMLTableCellElement ? content : make("td", {}, content ?? "");
  return make("table", {},
    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map(cell)))));
}

/** The longest list that is shown. */
export const longest = 50;

/** The first items as elements, and the number of the others. */
export function shortened(items, element) {
  const elements = items.slice(0, longest).map(element);
  const rest = items.length - longest;
  return rest > 0 ? [...elements, `and ${rest.toLocaleString("en")} more`] : elements;
}

/** Nanoseconds as a person reads them. */
export function duration(time) {
  if (time < 0) return "running";
  if (time < 1e3) return Math.round(time) + " ns";
  if (time < 1e6) return (time / 1e3).toFixed(time < 1e4 ? 1 : 0) + " µs";
  if (time < 1e9) return (time / 1e6).toFixed(time < 1e7 ? 1 : 0) + " ms";
  return (time / 1e9).toFixed(2) + " s";
}
