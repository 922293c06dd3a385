// Routes, and why a URL matches one or none.

import { counts } from "./census.js";
import { command } from "./connection.js";
import { button, find, link, make, table } from "./dom.js";
import { written } from "./search.js";

/** The steps of a pattern, each of which begins with a slash. A slash within an optional part begins none. */
const steps = (pattern) => pattern.split(/(?<=.)(?=\/(?![^(]*\)))/);

/** The lines of a tree of routes. Routes that begin with the same steps are below these. */
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

  show(tables) {
    this.opening.hidden = !tables?.opens;
    const hits = this.#hits();
    const sections = (tables?.routers ?? []).flatMap((router) => this.#router(router, hits));
    this.list.replaceChildren(...sections);
  }

  /** How often the handler of each place was called. */
  #hits() {
    const deliveries = [...this.store.events.values()].filter(({ kind }) => kind === "delivery");
    return counts(deliveries.map(({ receiver }) => receiver));
  }

  /** A router: its guards, its fallback, and its routes as a tree. */
  #router({ name, guards, fallback, routes }, hits) {
    const lines = tree(routes.map((route) => ({ ...route, steps: steps(route.pattern) })));
    const before = guards.length ? ["Guards before all routes: ", ...this.#guards(guards), ". "] : [];
    const after = fallback ? `What it does not handle is passed to ${fallback}.` : "";
    return [
      make("h2", {}, name),
      make("p", {}, ...before, after),
      table(["pattern", "guards", "redirect", "priority", "handled", "where"],
        [...lines].map((line) => this.#row(line, guards.length, hits))),
    ];
  }

  /** The row of a line of the tree, without the guards of the router, which all routes have. */
  #row({ name, depth, route }, guardCount, hits) {
    const pattern = make("td", { class: "value" }, "  ".repeat(depth) + name);
    if (!route) return [pattern, "", "", "", "", ""];
    const place = link(route.at, () => this.search("to:" + written(route.at)));
    return [
      pattern, make("td", {}, ...this.#guards(route.guards.slice(guardCount))),
      route.redirect ? "→ " + route.redirect : "", route.priority || "", hits.get(route.at) ?? "", place,
    ];
  }

  /** The names of guards, which lead to their events. */
  #guards(guards) {
    return guards.flatMap(({ name, at }, index) =>
      [index ? ", " : "", link(name, () => this.search("kind:guard to:" + written(at)))]);
  }
}
