// The selected event: because of what, what changed, and what it led to.

import { button, duration, find, link, longest, make, shortened } from "./dom.js";
import { changes } from "./diff.js";
import { choice, edit } from "./editor.js";
import { expectation } from "./expectation.js";
import { written } from "./search.js";
import { causes, grouped, isBad } from "./store.js";

const name = (event) => `${event.kind} ${event.subject} ${event.receiver ?? event.at}`;

function changeLine({ path, old, now }) {
  const line = make("div", {}, path ? path + "  " : "");
  if (old === undefined) line.append(make("span", { class: "good" }, "+ " + now));
  else if (now === undefined) line.append(make("span", { class: "bad" }, "− " + old));
  else line.append(make("span", { class: "old" }, old), " → ", make("span", { class: "good" }, now));
  return line;
}

function values(event) {
  if (event.values.length === 2) {
    const found = changes(event.values);
    const whole = make("div", { hidden: true, class: "whole" },
      make("div", { class: "old" }, event.values[0]), make("div", { class: "good" }, event.values[1]));
    const show = link("whole value", () => { whole.hidden = !whole.hidden; });
    const lines = found.length ? shortened(found, changeLine) : [sameness(event.values)];
    return ["changed", ...lines, show, whole];
  }
  return event.values.length ? ["value", make("div", {}, event.values[0])] : undefined;
}

/** The sentence about two values that show no difference. */
function sameness(values) {
  const [old, now] = values;
  if (old.endsWith("…") && now.endsWith("…")) {
    const size = new TextEncoder().encode(now.slice(0, -1)).length;
    return `no difference in the first ${size.toLocaleString("en")} bytes: the values were cut there`;
  }
  if (now.includes("(redacted)")) return "nothing that is shown: the values have parts that are redacted";
  return "nothing";
}

const orNothing = (elements) =>
  (elements.length ? make("div", { class: "chain" }, ...elements) : "nothing recorded");

/** The properties that the details of an event show, as one text to compare. */
const state = (event) => [event.outcome, event.took, event.values.length, event.effects.length,
  ...event.effects.slice(-longest).map(({ took }) => took)].join();

export class Detail {
  #event;
  #state;

  /** Shows events; the actions are those of the page. */
  constructor(actions) {
    this.actions = actions;
  }

  /** Shows no buttons any more that act on the app. */
  leaveApp() {
    const { choose, search, announce } = this.actions;
    this.actions = { choose, search, announce, close: this.actions.close };
    this.hide();
  }

  hide() {
    this.#event = undefined;
    find("detail").hidden = true;
    find("detail").replaceChildren();
  }

  /** Shows the event again if it or its effects have changed, and nothing in the details has the focus. */
  update() {
    if (!this.#event || this.#state === state(this.#event)) return;
    if (!find("detail").querySelector(":focus")) this.show(this.#event);
  }

  show(event) {
    this.#event = event;
    this.#state = state(event);
    const list = make("dl");
    const add = (term, ...content) =>
      list.append(make("dt", {}, term), make("dd", {}, ...content));
    add("because of", this.#causes(event));
    const described = values(event);
    if (described) add(...described);
    add("led to", this.#effects(event));
    add("open", ...this.#places(event));
    add("outcome", make("span", { class: isBad(event) ? "bad" : "" }, event.outcome),
      `, ${duration(event.took)}, thread ${event.thread}`, event.scope ? `, in ${event.scope}` : "");
    find("detail").hidden = false;
    find("detail").replaceChildren(
      make("h2", {}, `${event.kind} ${event.subject}`), list, this.#buttons(event));
  }

  #causes(event) {
    const cause = (cause) => link("← " + name(cause), () => this.actions.choose(cause));
    return orNothing(shortened(causes(event), cause));
  }

  #effects(event) {
    return orNothing(shortened(grouped(event.effects, name), (group) => this.#effect(group)));
  }

  #effect({ text, count, event }) {
    const times = count > 1 ? `, ${count} times` : "";
    const took = event.took >= 0 ? `, ${count > 1 ? "slowest " : ""}${duration(event.took)}` : ", running";
    return link(text + times + took, () => this.actions.choose(event));
  }

  #places(event) {
    const { announce } = this.actions;
    const open = (at) => link(at, () => edit(at).then(announce, (error) => announce(error.message)));
    const receiver = event.receiver ? [" → ", open(event.receiver)] : [];
    return [open(event.at), ...receiver, " in ", choice];
  }

  #buttons(event) {
    const { search, mute, replay, close } = this.actions;
    const line = expectation(event);
    const buttons = make("div", { class: "sub" },
      button("Copy as test", () => this.#copy(line), { title: line, id: "copy" }),
      button("All of this", () => search(`kind:${event.kind} ${written(event.subject)}`)));
    if (mute) buttons.append(button("Mute " + event.subject.slice(0, 40), () => mute(event.subject)));
    if (replay && /^(post|set)$/.test(event.kind)) buttons.append(button("Replay", () => replay(event)));
    if (replay && event.kind === "route") buttons.append(button("Explain", () => replay(event)));
    buttons.append(button("Close", close, { title: "Escape" }));
    return buttons;
  }

  async #copy(line) {
    try {
      await navigator.clipboard.writeText(line);
      this.actions.announce("copied: " + line);
    } catch {
      this.actions.announce(line);
    }
  }
}
