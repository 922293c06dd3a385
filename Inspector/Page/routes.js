// Routes, and why a URL matches one or none.

import { counts } from "./census.js";
import { command } from "./connection.js";
import { button, find, link, make, table } from "./dom.js";

/** The steps of a pattern: a slash within optional parts begins none. */
const steps = (pattern) => pattern.split(/(?<=.)(?=\/(?![^(]*\)))/);

/** Routes as lines of a tree: those whose patterns begin alike are below that beginning. */
function* tree(routes, depth = 0) {
  for (const [name, below] of Map.groupBy(routes, ({ steps }) => steps[depth])) {
    const here = below.filter(({ steps }) => steps.length === depth + 1);
    for (const route of here.length ? here : [undefined]) yield { name, depth, route };
    yield* tree(below.filter(({ steps }) => steps.length > depth + 1), depth + 1);
  }
}

export class Routes {
  constructor(store, search) {
    this.store = store;
    this.search = search;
    this.field = make("input", {
      type: "text", size: 60, "aria-label": "URL", placeholder: "A URL or a path", id: "url",
      spellcheck: "false", keydown: (event) => event.key === "Enter" && this.explain(),
    });
    this.answer = make("pre", { id: "explanation", role: "status" });
    this.list = make("div");
    this.opening = button("Open it in the app", () => this.#open(), { hidden: true });
    find("routes").append(
      make("div", { class: "sub" }, this.field, button("Explain", () => this.explain()), this.opening),
      this.answer, this.list);
  }

  async explain(url = this.field.value) {
    this.field.value = url;
    try {
      const answers = JSON.parse(await command("explain", { url }));
      this.answer.textContent = answers.map((answer) => answer.text).join("\n\n") ||
        "No router is watched: add it to Inspector.start(watching:).";
    } catch (error) {
      this.answer.textContent = error.message;
    }
  }

  async #open() {
    try {
      this.answer.textContent = await command("open", { url: this.field.value });
    } catch (error) {
      this.answer.textContent = error.message;
    }
  }

  show(tables, offers) {
    this.opening.hidden = !offers?.opens;
    const hits = counts([...this.store.events.values()].filter(({ kind }) => kind === "delivery")
      .map(({ receiver }) => receiver));
    const place = (at) => link(at, () => this.search("to:" + at));
    const names = (guards) => make("td", {}, ...guards.flatMap(({ name, at }, index) =>
      [index ? ", " : "", link(name, () => this.search("kind:guard to:" + at))]));
    const row = (before, { name, depth, route }) => [
      make("td", { class: "value" }, "  ".repeat(depth) + name),
      ...(route ? [names(route.guards.slice(before.length)), route.redirect ? "→ " + route.redirect : "", route.priority || "",
        hits.get(route.at) ?? "", place(route.at)] : ["", "", "", "", ""])];
    this.list.replaceChildren(...(tables?.routers ?? []).flatMap(({ name, guards, fallback, routes }) => [
      make("h2", {}, name),
      make("p", {}, ...(guards.length ? ["Guards before all routes: ", ...names(guards).childNodes, ". "] : []),
        fallback ? `What it does not handle is passed to ${fallback}.` : ""),
      table(["pattern", "guards", "redirect", "priority", "handled", "where"],
        [...tree(routes.map((route) => ({ ...route, steps: steps(route.pattern) })))]
          .map((line) => row(guards, line))),
    ]));
  }
}
