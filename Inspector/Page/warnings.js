// What looks wrong, from the events, the tables and the census.

import { centers, observers } from "./census.js";
import { duration, find, link, make } from "./dom.js";

const frame = 16e6;
const slow = 100e6;
const hanging = 5e9;
const settled = 60e9;

/** Events by a text: how many, and the slowest. */
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

const place = (event) => `${event.kind} ${event.subject} at ${event.receiver ?? event.at}`;

const slowest = (events) => grouped(events, place)
  .map((one) => ({ ...one, text: `${one.text}: ${duration(one.event.took)}` }))
  .sort((left, right) => right.event.took - left.event.took);

/** How long an event took without what it led to on its thread. */
const own = (event) => event.effects.reduce(
  (rest, effect) => (effect.thread === event.thread && effect.time < event.time + event.took
    ? rest - Math.max(effect.took, 0) : rest), event.took);

/** Calls that took ten times as long as 99 of 100 calls at their place. */
function outliers(events) {
  return [...Map.groupBy(events, place).values()].flatMap((calls) => {
    if (calls.length < 100) return [];
    const times = calls.map(({ took }) => took).sort((left, right) => left - right);
    const usual = times[Math.floor((times.length - 1) * 0.99)];
    return calls.filter(({ took }) => took > frame && took > 10 * usual);
  });
}

/** Handlers of routes that declined: of an opening, all but the one that handled it. */
function declined(events) {
  const handlers = new Map();
  for (const route of events) {
    if (route.kind !== "route" || route.took < 0) continue;
    const calls = route.effects.filter(({ kind }) => kind === "delivery");
    calls.forEach((event, index) => {
      const use = handlers.get(event.receiver) ?? { text: place(route), count: 0, event };
      use.isUseful ||= route.outcome !== "declined" && index === calls.length - 1;
      use.count++;
      handlers.set(event.receiver, use);
    });
  }
  return [...handlers].filter(([, use]) => use.count > 2 && !use.isUseful)
    .map(([at, use]) => ({ ...use, text: `the handler at ${at}` }));
}

/** What grew three times or more, each ten seconds apart. */
const growing = (counts, rule, text) => [...counts]
  .filter(([, one]) => one.growth > 2 && rule(one))
  .map(([name, { count }]) => ({ text: text(name), count, at: name }));

/** What is only odd once the app has run for a while. */
function hints(events, { centers: list, routers }) {
  const states = Map.groupBy([...centers(list, "states")].flatMap(({ center }) => center.states),
    ({ name }) => name);
  const odd = (rule) => [...states].filter(([, all]) => rule(
    all.some(({ observers }) => observers), all.some(({ lastSet }) => lastSet)))
    .map(([name]) => ({ text: name, count: 1, words: "kind:set " + name }));
  const opened = new Set(events.map(({ receiver }) => receiver));
  return [
    ["Hint: a state that is observed, and was not set since the recording began", odd((seen, set) => seen && !set)],
    ["Hint: a state that is set, and that nothing observes", odd((seen, set) => set && !seen)],
    ["Hint: a route that was never opened", routers.flatMap(({ routes }) => routes)
      .filter(({ at, redirect }) => !redirect && !opened.has(at))
      .map(({ pattern, at }) => ({ text: `${pattern} at ${at}`, count: 1, at }))],
  ];
}

/** All warnings: a title, and the cases. */
export function warnings(store, tables, census) {
  const events = [...store.events.values()];
  const now = events.reduce((time, event) => Math.max(time, event.time), tables?.now ?? 0);
  const all = observers(tables);
  const places = (rule) => new Set(all.filter(rule).map(({ at }) => at));
  const waiting = places(({ form }) => form !== "synchronous");
  const onMain = places(({ on, form }) => on === "MainActor" && form === "synchronous");
  const pages = new Set(tables?.joinPoints.filter((point) => point.isOnMainActor).map(({ name }) => name));
  const isOnMain = ({ kind, receiver, subject }) =>
    (kind === "delivery" && onMain.has(receiver)) || (kind === "hook" && pages.has(subject));
  const handlers = events.filter(({ kind, receiver }) =>
    /^(delivery|hook|service)$/.test(kind) && !waiting.has(receiver));
  const others = handlers.filter((event) => !isOnMain(event));
  const steps = events.filter(({ kind }) => /^(post|set|call)$/.test(kind));
  const of = (rule, name = place) => grouped(events.filter(rule), name);
  const because = (event) => `${place(event)}: ${event.outcome}`;
  const lost = all.filter(({ dropped }) => dropped);
  const isListed = places(({ dropped }) => dropped);
  return [
    ["Registered again and again: more than 100 are alive from one line, and their number grows",
      growing(census.places, ({ count }) => count > 100, (at) =>
        `${all.find((one) => one.at === at)?.what} at ${at}`)],
    ["Owners that live on: more and more, though scopes were closed meanwhile",
      growing(census.owners, ({ closed }) => census.closed > closed, (owner) => `observations of ${owner}`)
        .map((one) => ({ ...one, at: all.find(({ owner }) => owner === one.at)?.at }))],
    ["Blocks the main actor for more than a frame (16 ms)",
      slowest(handlers.filter((event) => isOnMain(event) && event.took > frame))],
    ["Slow: more than 100 ms by itself", slowest([...others, ...steps].filter((event) => own(event) > slow))],
    ["Slow at times: more than a frame, and ten times as long as 99 of 100 calls",
      slowest(outliers(others).filter((event) => event.took <= slow))],
    ["Still running after 5 s", of((event) => event.took < 0 && now - event.time > hanging)],
    ["Received by nothing", of(({ outcome }) => outcome === "unreceived")],
    ["A URL that opened nothing", of(({ outcome }) => /^(notFound|declined|invalid)/.test(outcome))],
    ["Always declines: three openings or more, and handled none", declined(events)],
    ["Refused", of(({ outcome }) => /^refused/.test(outcome), because)],
    ["Failed", of(({ outcome }) => /^failed/.test(outcome), because)],
    ["Missed: a full queue dropped it, or a newer message replaced it",
      of(({ outcome, receiver }) => outcome === "dropped" && !isListed.has(receiver)).concat(
        lost.map(({ what, at, dropped }) => ({ text: `${what} at ${at}`, count: dropped, at })))],
    ["A pointcut that matches nothing", (tables?.pointcuts ?? []).filter((cut) => !cut.joinPoints.length)
      .map(({ hook }) => ({ text: `${hook.what} at ${hook.at}`, count: 1, at: hook.at }))],
    ...(tables?.since !== undefined && now - tables.since > settled ? hints(events, tables) : []),
  ].filter(([, cases]) => cases.length);
}

export class Warnings {
  constructor(store, census, { choose, search }) {
    Object.assign(this, { store, census, choose, search });
  }

  show(tables) {
    const found = warnings(this.store, tables, this.census);
    const line = ({ text, count, event, at, words }) => make("div", {},
      link(text, () => (event ? this.choose(event) : this.search(words ?? "to:" + at))),
      count > 1 ? `  ${count.toLocaleString("en")} times` : "");
    const sections = found.map(([title, cases]) => make("div",
      { class: title.startsWith("Hint") ? "warning hint" : "warning" },
      make("strong", {}, title), ...cases.slice(0, 50).map(line),
      cases.length > 50 ? `and ${cases.length - 50} more` : null));
    find("warnings").replaceChildren(
      ...(sections.length ? sections : [make("p", {}, "Nothing to warn of so far.")]));
  }
}
