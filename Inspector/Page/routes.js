// Routes, and why a URL matches one or none.

import { command } from "./connection.js";
import { button, find, link, make, table } from "./dom.js";

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
    const hits = new Map();
    for (const { receiver, kind } of this.store.events.values()) {
      if (kind === "delivery" && receiver) hits.set(receiver, (hits.get(receiver) ?? 0) + 1);
    }
    const rows = (tables?.routers ?? []).flatMap(({ routes }) => routes.map((route) => [
      route.pattern, route.guards.join(", "), route.redirect ? "→ " + route.redirect : "",
      route.priority || "", hits.get(route.at) ?? "", link(route.at, () => this.search("to:" + route.at)),
    ]));
    this.list.replaceChildren(
      table(["pattern", "guards", "redirect", "priority", "handled", "where"], rows));
  }
}
