// The selected event: because of what, what changed, and what it led to.

import { button, duration, find, link, make } from "./dom.js";
import { changes } from "./diff.js";
import { choice, edit } from "./editor.js";
import { expectation } from "./expectation.js";
import { causes, isBad } from "./store.js";

const name = (event) => `${event.kind} ${event.subject} ${event.receiver ?? event.at}`;

/** The effects of an event by kind, subject and place: how many, and the slowest. */
function groups(events) {
  const groups = new Map();
  for (const event of events) {
    const group = groups.get(name(event)) ?? { first: event, count: 0, slowest: event };
    group.count++;
    if (event.took > group.slowest.took) group.slowest = event;
    groups.set(name(event), group);
  }
  return [...groups.values()];
}

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
    const lines = found.length ? found.slice(0, 50).map(changeLine) : ["nothing"];
    return ["changed", ...lines, show, whole];
  }
  return event.values.length ? ["value", make("div", {}, event.values[0])] : undefined;
}

/** Shows an event; the actions are those of the page. */
export function show(event, { choose, search, mute, replay, announce }) {
  const list = make("dl");
  const add = (term, ...content) =>
    list.append(make("dt", {}, term), make("dd", {}, ...content));
  const chain = causes(event).map((cause) => link("← " + name(cause), () => choose(cause)));
  add("because of", chain.length ? make("div", { class: "chain" }, ...chain) : "nothing recorded");
  const described = values(event);
  if (described) add(...described);
  const effects = groups(event.effects).map(({ first, count, slowest }) =>
    link(name(first) + (count > 1 ? `, ${count} times` : "") +
      (slowest.took >= 0 ? `, ${count > 1 ? "slowest " : ""}${duration(slowest.took)}` : ", running"),
    () => choose(slowest)));
  add("led to", effects.length ? make("div", { class: "chain" }, ...effects) : "nothing recorded");
  const open = (at) => link(at, () => edit(at).then(announce, (error) => announce(error.message)));
  add("open", open(event.at), ...(event.receiver ? [" → ", open(event.receiver)] : []), " in ", choice);
  add("outcome", make("span", { class: isBad(event) ? "bad" : "" }, event.outcome),
    `, ${duration(event.took)}, thread ${event.thread}`, event.scope ? `, in ${event.scope}` : "");
  const line = expectation(event);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(line);
      announce("copied: " + line);
    } catch {
      announce(line);
    }
  };
  const actions = make("div", { class: "sub" },
    button("Copy as test", copy, { title: line, id: "copy" }),
    button("All of this", () => search(`kind:${event.kind} ${event.subject}`)),
    button("Mute " + event.subject.slice(0, 40), () => mute(event.subject)));
  if (event.kind === "post" || event.kind === "set") {
    actions.append(button("Replay", () => replay(event)));
  }
  if (event.kind === "route") actions.append(button("Explain", () => replay(event)));
  find("detail").replaceChildren(
    make("h2", {}, `${event.kind} ${event.subject}`), list, actions);
}
