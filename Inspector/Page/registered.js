// What is registered: states, observers, calls, services, hooks and scopes.

import { centers } from "./census.js";
import { button, duration, find, link, make, table } from "./dom.js";
import { written } from "./search.js";

const tabs = ["States", "Observers", "Calls", "Services", "Hooks", "Scopes"];

/** How often the handlers of a place were called, and how long that took. */
export function uses(store) {
  const uses = new Map();
  for (const { receiver, took } of store.events.values()) {
    if (!receiver) continue;
    const use = uses.get(receiver) ?? { count: 0, total: 0, slowest: 0 };
    use.count++;
    use.total += Math.max(took, 0);
    use.slowest = Math.max(use.slowest, took);
    uses.set(receiver, use);
  }
  return uses;
}

/** How often something was called, and how long that took. */
const times = (use) =>
  (use ? `${use.count} × ${duration(use.total / use.count)}, slowest ${duration(use.slowest)}` : "");

export class Registered {
  #tab = "States";

  constructor(store, search) {
    this.store = store;
    this.search = search;
    this.filter = make("input", {
      type: "search", placeholder: "Filter", "aria-label": "Filter", input: () => this.#narrow(),
    });
    this.choices = tabs.map((name) => button(name, () => this.#open(name), { role: "tab" }));
    this.content = make("div");
    find("registered").append(
      make("div", { class: "sub", role: "tablist", "aria-label": "Registered" },
        ...this.choices, this.filter),
      this.content);
  }

  #open(name) {
    this.#tab = name;
    this.show(this.tables);
  }

  show(tables) {
    this.tables = tables;
    for (const choice of this.choices) {
      choice.setAttribute("aria-selected", choice.textContent === this.#tab);
    }
    const content = tables ? this["show" + this.#tab](tables) : ["The app is not connected."];
    const top = find("registered").scrollTop;
    this.content.replaceChildren(...content);
    this.#narrow();
    find("registered").scrollTop = top;
  }

  #narrow() {
    const text = this.filter.value.toLowerCase();
    for (const row of this.content.querySelectorAll("tbody tr")) {
      row.hidden = !row.textContent.toLowerCase().includes(text);
    }
  }

  #place(at, prefix = "to:") {
    return at ? link(at, () => this.search(prefix + written(at))) : "";
  }

  #name = ({ center, depth }) => "  ".repeat(depth) + (center.name ?? center.kind);

  showStates({ centers: list }) {
    const rows = [...centers(list, "states")].flatMap((one) => one.center.states.map((state) => [
      link(state.name, () => this.search("kind:set " + written(state.name))),
      make("td", { class: "value" }, state.value ?? "is being updated"),
      state.type, state.observers, this.#place(state.lastSet, "at:"),
      this.#name(one) + (state.isInherited ? " (from its parent)" : ""),
    ]));
    return [table(["state", "value", "type", "observers", "last set at", "center"], rows)];
  }

  #observations(list, kind) {
    const used = uses(this.store);
    return [...centers(list, kind)].flatMap((one) => one.center.observations.map((observer) => {
      const use = used.get(observer.at);
      const lagging = observer.waiting || observer.dropped;
      return [
        observer.what, this.#place(observer.at), observer.on ?? "anywhere", observer.owner ?? "token",
        observer.form, observer.priority || "",
        times(use),
        make("td", { class: observer.dropped ? "bad" : "" },
          lagging ? `${observer.waiting} / ${observer.dropped}` : ""),
        this.#name(one),
      ];
    }));
  }

  #heads = ["what", "where", "runs on", "owner", "form", "priority", "this line was called", "waiting / dropped",
    "center"];

  showObservers({ centers: list }) {
    const rows = this.#observations(list, "messages").concat(this.#observations(list, "states"));
    const retained = [...centers(list, "messages")].flatMap((one) => one.center.retained.map((kept) =>
      [kept.what, `${kept.messages.length} of ${kept.limit}`,
        make("td", { class: "value" }, kept.messages.join("\n")), this.#name(one)]));
    const kept = retained.length ? [make("h2", {}, "Retained messages"),
      table(["type", "number", "messages", "center"], retained)] : [];
    return [table(this.#heads, rows), ...kept];
  }

  showCalls({ centers: list }) {
    return [table(this.#heads, this.#observations(list, "calls"))];
  }

  showServices({ centers: list }) {
    const rows = [];
    const used = uses(this.store);
    const add = (scope) => {
      for (const provider of scope.providers) {
        rows.push([provider.what, provider.lifetime, provider.priority || "", provider.on ?? "anywhere",
          times(used.get(provider.at)), this.#place(provider.at), `in ${scope.lifetime} ${scope.number}`]);
      }
      scope.children.forEach(add);
    };
    for (const { center } of centers(list, "calls")) if (center.services) add(center.services);
    return [table(["protocol", "lifetime", "priority", "made on", "made", "where", "provided"], rows)];
  }

  showHooks({ joinPoints, pointcuts }) {
    const hooks = (list) => make("td", {}, ...list.map((hook, index) => make("div", {},
      `${index + 1}. ${hook.what} `, this.#place(hook.at))));
    const points = joinPoints.map((point) => [
      link(point.name, () => this.search("kind:hook " + written(point.name))), hooks(point.hooks),
      point.isOnMainActor ? "main actor" : "", point.at,
    ]);
    const cuts = pointcuts.map(({ hook, joinPoints }) => [hook.what, this.#place(hook.at),
      make("td", { class: joinPoints.length ? "" : "bad" }, joinPoints.join(", ") || "matches nothing")]);
    return [make("h2", {}, "Join points that were reached"),
      table(["join point", "hooks, outermost first", "runs on", "declared at"], points),
      make("h2", {}, "Pointcuts"), table(["pointcut", "where", "join points"], cuts)];
  }

  showScopes({ centers: list }) {
    const rows = [...centers(list)].map((one) => [
      this.#name(one), one.center.kind, one.center.observations.length, one.center.states.length || "",
      one.center.more ? `and ${one.center.more} more inside` : "",
    ]);
    const scopes = [];
    const add = (scope, depth) => {
      scopes.push(["  ".repeat(depth) + scope.lifetime + " " + scope.number,
        scope.made.map((made) => made.what).join(", ") || "nothing",
        scope.more ? `and ${scope.more} more inside` : ""]);
      scope.children.forEach((child) => add(child, depth + 1));
    };
    for (const { center } of centers(list, "calls")) if (center.services) add(center.services, 0);
    return [make("h2", {}, "Centers"), table(["center", "kind", "observations", "states", "not listed"], rows),
      make("h2", {}, "Scopes of services"), table(["scope", "made in it", "not listed"], scopes)];
  }
}
