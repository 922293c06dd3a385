// What looks wrong, from the events and the tables.

import { duration, find, link, make } from "./dom.js";
import { centers } from "./registered.js";

const frame = 16e6;
const slow = 100e6;
const hanging = 5e9;

/** Events by a text, with a few of them. */
function grouped(events, name) {
  const groups = new Map();
  for (const event of events) {
    const key = name(event);
    const group = groups.get(key) ?? { text: key, count: 0, event };
    group.count++;
    if (event.took > group.event.took) group.event = event;
    groups.set(key, group);
  }
  return [...groups.values()].sort((left, right) => right.count - left.count);
}

function observers(tables) {
  return [...centers(tables?.centers ?? [])].flatMap(({ center }) => center.observations);
}

/** The source locations whose handlers run on the main actor. */
function placesOnMainActor(tables) {
  return new Set(observers(tables).filter(({ on }) => on === "MainActor").map(({ at }) => at));
}

/** All warnings: a title, and the cases. */
export function warnings(store, tables) {
  const events = [...store.events.values()];
  const last = events.reduce((time, event) => Math.max(time, event.time), 0);
  const onMain = placesOnMainActor(tables);
  const isOnMain = (event) => event.kind === "delivery" && onMain.has(event.receiver);
  const of = (rule, name) => grouped(events.filter(rule), name);
  const at = (event) => `${event.kind} ${event.subject} at ${event.receiver ?? event.at}`;
  const took = (list) => list.map((one) => ({
    ...one, text: `${one.text}: ${duration(one.event.took)}` })).sort(
    (left, right) => right.event.took - left.event.took);
  const places = new Map();
  for (const { at, what } of observers(tables)) {
    const place = places.get(at) ?? { text: `${what} at ${at}`, count: 0, at };
    place.count++;
    places.set(at, place);
  }
  return [
    ["Registered again and again: more than 100 are alive from one line", [...places.values()]
      .filter((place) => place.count > 100)],
    ["Blocks the main actor for more than a frame (16 ms)",
      took(of((event) => isOnMain(event) && event.took > frame, at))],
    ["Slow: more than 100 ms",
      took(of((event) => !isOnMain(event) && event.took > slow && event.kind !== "span", at))],
    ["Still running after 5 s", of((event) => event.took < 0 && last - event.time > hanging, at)],
    ["Received by nothing", of((event) => event.outcome === "unreceived", at)],
    ["A URL that opened nothing",
      of((event) => /^(notFound|declined|invalid)/.test(event.outcome), at)],
    ["Refused", of((event) => /^refused/.test(event.outcome),
      (event) => `${at(event)}: ${event.outcome}`)],
    ["Failed", of((event) => /^failed/.test(event.outcome), (event) => `${at(event)}: ${event.outcome}`)],
    ["Dropped by a full queue", of((event) => event.outcome === "dropped", at).concat(
      observers(tables).filter(({ dropped }) => dropped).map(({ what, at, dropped }) =>
        ({ text: `${what} at ${at}`, count: dropped, at })))],
    ["A pointcut that matches nothing", (tables?.pointcuts ?? []).filter((cut) => !cut.joinPoints.length)
      .map(({ hook }) => ({ text: `${hook.what} at ${hook.at}`, count: 1, at: hook.at }))],
  ].filter(([, cases]) => cases.length);
}

export class Warnings {
  constructor(store, { choose, search }) {
    this.store = store;
    this.choose = choose;
    this.search = search;
  }

  show(tables) {
    const found = warnings(this.store, tables);
    const line = ({ text, count, event, at }) => make("div", {},
      link(text, () => (event ? this.choose(event) : this.search("to:" + at))),
      count > 1 ? `  ${count.toLocaleString("en")} times` : "");
    const sections = found.map(([title, cases]) => make("div", { class: "warning" },
      make("strong", {}, title), ...cases.slice(0, 50).map(line),
      cases.length > 50 ? `and ${cases.length - 50} more` : null));
    find("warnings").replaceChildren(
      ...(sections.length ? sections : [make("p", {}, "Nothing to warn of so far.")]));
  }
}
