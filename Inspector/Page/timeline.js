// The rows of events: the tree of causes, of which only what is visible is in the page.

import { Density } from "./density.js";
import { duration, find, make } from "./dom.js";
import { search, words } from "./search.js";
import { causes, isBad } from "./store.js";

const height = 22;

/** With more events, the rows are made at most once a second: making them takes longer than a frame. */
const many = 20_000;

export class Timeline {
  rows = [];
  chosen;
  matches;
  lines = [];
  #shown = -1;
  #time = 0;
  #follows = true;
  #isWaiting = false;

  constructor(store, onChoose) {
    this.store = store;
    this.onChoose = onChoose;
    this.view = find("rows");
    this.space = find("space");
    this.field = find("search");
    this.density = new Density(store, (time) =>
      this.search([...words(this.field.value).filter((word) => !word.startsWith("time:")), time].join(" ")));
    this.view.addEventListener("scroll", () => this.#scrolled());
    this.view.addEventListener("click", (event) => this.#clicked(event));
    this.view.addEventListener("keydown", (event) => this.#pressed(event));
    this.field.addEventListener("input", () => this.search(this.field.value));
    new ResizeObserver(() => this.draw()).observe(this.view);
  }

  search(text) {
    if (this.field.value !== text) this.field.value = text;
    this.matches = search(text);
    this.#shown = -1;
    this.update();
  }

  /** Makes the rows again if the events, the search or the folded events have changed. */
  update() {
    if (this.#shown === this.store.version) return;
    if (this.chosen && this.#isForgotten(this.chosen)) this.chosen = undefined;
    const now = performance.now();
    const isSoon = this.store.events.size > many && now - this.#time < 1000;
    if (isSoon && this.#shown >= 0) return;
    this.#time = now;
    this.#shown = this.store.version;
    this.rows = this.store.rows(this.matches);
    this.space.style.height = this.rows.length * height + "px";
    find("shown").textContent = `${this.rows.length.toLocaleString("en")} rows of ` +
      `${this.store.events.size.toLocaleString("en")} events` +
      (this.store.lost ? `, ${this.store.lost.toLocaleString("en")} lost` : "");
    this.density.draw();
    if (this.#follows) this.view.scrollTop = this.rows.length * height;
    this.draw();
  }

  /** Draws the visible rows before the next frame. */
  draw() {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    requestAnimationFrame(() => {
      this.#isWaiting = false;
      this.#draw();
    });
  }

  #draw() {
    const first = Math.max(0, Math.floor(this.view.scrollTop / height) - 4);
    const count = Math.min(this.rows.length - first, Math.ceil(this.view.clientHeight / height) + 8);
    while (this.lines.length < count) this.lines.push(this.#line());
    for (let index = 0; index < this.lines.length; index++) {
      const line = this.lines[index];
      const row = index < count ? this.rows[first + index] : undefined;
      line.element.hidden = !row;
      if (row) this.#fill(line, row, first + index);
    }
    const chosen = this.lines.find((line) => !line.element.hidden && line.isChosen);
    if (chosen) this.view.setAttribute("aria-activedescendant", chosen.element.id);
    else this.view.removeAttribute("aria-activedescendant");
  }

  #line() {
    const parts = ["time", "fold", "kind", "text", "at", "took", "end"];
    const line = {};
    for (const part of parts) line[part] = make("span", { class: part });
    line.what = make("span", { class: "what" }, line.fold, line.kind, line.text);
    line.element = make("div", { class: "row", role: "treeitem", id: `row${this.lines.length}` },
      line.time, line.what, line.end, line.at, line.took);
    this.space.append(line.element);
    return line;
  }

  #fill(line, row, index) {
    const { event, depth, isContext } = row;
    line.event = event;
    const isChosen = row.has(this.chosen);
    line.isChosen = isChosen;
    line.element.className = "row" + (isChosen ? " chosen" : "") + (isContext ? " context" : "");
    line.element.style.transform = `translateY(${index * height}px)`;
    line.element.setAttribute("aria-level", depth + 1);
    line.element.setAttribute("aria-selected", isChosen);
    if (event.effects.length) line.element.setAttribute("aria-expanded", !event.isFolded);
    else line.element.removeAttribute("aria-expanded");
    line.time.textContent = (event.time / 1e9).toFixed(6);
    line.what.style.paddingLeft = Math.min(depth, 30) * 14 + "px";
    line.fold.textContent = event.effects.length ? (event.isFolded ? "▸" : "▾") : "";
    line.kind.textContent = event.kind;
    line.text.textContent = " " + caption(event, row.count);
    line.at.textContent = event.receiver ?? event.at;
    line.took.textContent = duration(event.took);
    line.end.className = isBad(event) ? "end bad" : "end";
    line.end.textContent = event.outcome === "done" ? "" : event.outcome;
  }

  /** The event was removed, since later ones needed its place or all were cleared. */
  #isForgotten(event) {
    return this.store.events.get(event.id) !== event;
  }

  /** Chooses an event. One that was forgotten has no row, but its details are shown. */
  choose(event) {
    if (this.#isForgotten(event)) return this.onChoose(event);
    this.chosen = event;
    for (const cause of causes(event)) {
      if (cause.isFolded) {
        cause.isFolded = false;
        this.#shown = -1;
      }
    }
    this.update();
    // It may be newer than the rows, and the search may leave it out.
    if (this.#chosenIndex() < 0) this.search(this.field.value);
    if (this.#chosenIndex() < 0) this.search("");
    // The details take some of the height of the rows.
    this.onChoose(event);
    const index = this.#chosenIndex();
    if (index >= 0) this.#reveal(index);
    this.draw();
  }

  /** Chooses no event: the rows have the whole height. */
  leave() {
    this.chosen = undefined;
    this.onChoose();
    this.draw();
    this.view.focus();
  }

  /** The index of the row of the chosen event, which may share it with others. */
  #chosenIndex() {
    return this.rows.findIndex((row) => row.has(this.chosen));
  }

  fold(event) {
    event.isFolded = !event.isFolded;
    this.#shown = -1;
    this.#follows = false;
    this.update();
    if (event === this.chosen) this.draw();
  }

  #reveal(index) {
    const top = index * height;
    const bottom = top + height - this.view.clientHeight;
    if (this.view.scrollTop > top) this.view.scrollTop = top;
    if (this.view.scrollTop < bottom) this.view.scrollTop = bottom;
  }

  #scrolled() {
    const rest = this.view.scrollHeight - this.view.scrollTop - this.view.clientHeight;
    this.#follows = rest < height;
    this.draw();
  }

  #clicked(event) {
    const line = this.lines.find((line) => line.element.contains(event.target));
    if (!line) return;
    if (event.target === line.fold && line.event.effects.length) this.fold(line.event);
    else this.choose(line.event);
  }

  #pressed(event) {
    const index = this.#chosenIndex();
    const go = (row) => row && this.choose(row.event);
    const page = Math.floor(this.view.clientHeight / height) - 1;
    const keys = {
      ArrowDown: () => go(this.rows[index + 1]),
      ArrowUp: () => go(this.rows[Math.max(index, 1) - 1]),
      PageDown: () => go(this.rows[Math.min(index + page, this.rows.length - 1)]),
      PageUp: () => go(this.rows[Math.max(index - page, 0)]),
      Home: () => go(this.rows[0]),
      End: () => go(this.rows.at(-1)),
      ArrowLeft: () => this.chosen?.parent && this.choose(this.chosen.parent),
      ArrowRight: () => this.chosen?.effects[0] && this.choose(this.chosen.effects[0]),
      " ": () => this.chosen?.effects.length && this.fold(this.chosen),
      Enter: () => this.chosen && find("detail").focus(),
      Escape: () => this.leave(),
    };
    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    keys[event.key]();
  }
}

/** The subject of an event, its values, and the number of events in its row. */
export function caption(event, count) {
  const values = event.values.join(" → ");
  const times = count > 1 ? ` (${count} times)` : "";
  const scope = event.scope ? ` in ${event.scope}` : "";
  return event.subject + (values ? "  " + values.slice(0, 300) : "") + scope + times;
}
