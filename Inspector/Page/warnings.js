// What looks wrong, from the events, the tables and the census.

import { duration, find, link, make, shortened } from "./dom.js";
import { written } from "./search.js";
import { Situation, place } from "./situation.js";
import { causes, grouped, isRunning } from "./store.js";

const frame = 16e6;
const slow = 100e6;
const hanging = 5e9;

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

/** Handlers of routes that always declined: in each opening, all but the last one, which handled it. */
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

/** The causes of an event by name, up to the second time that one occurs: the circle in which it was refused. */
function circle(event) {
  const label = ({ kind, subject }) => `${kind} ${subject}`;
  const chain = causes(event).filter(({ kind }) => kind !== "delivery").map(label);
  const first = chain.indexOf(label(event));
  return first < 0 ? chain.slice(0, 6) : chain.slice(0, first + 1);
}

const because = (event) => `${place(event)}: ${event.outcome}`;

/** A refusal with its reason, and with the circle if there were too many causes. */
function refusal(event) {
  if (!event.outcome.includes("too many causes")) return because(event);
  return [because(event), ...circle(event)].join(" ← ");
}

const ofState = ({ name }) => ({ text: name, count: 1, words: "kind:set " + written(name) });

/** The rules in the order of the page. Hints are given once the app has run for a minute. */
const rules = [
  {
    title: "Registered again and again: more than 100 are alive from one line, and their number grows",
    find: ({ census, observers }) => growing(census.places, ({ count }) => count > 100,
      (at) => `${observers.find((one) => one.at === at)?.what} at ${at}`),
  },
  {
    title: "Owners that live on: more and more, though scopes were closed meanwhile",
    find: ({ census, observers }) =>
      growing(census.owners, ({ closed }) => census.closed > closed, (owner) => `observations of ${owner}`)
        .map((one) => ({ ...one, at: observers.find(({ owner }) => owner === one.at)?.at })),
  },
  {
    title: "Blocks the main actor for more than a frame (16 ms)",
    find: (situation) =>
      slowest(situation.handlers.filter((event) => situation.isOnMain(event) && event.took > frame)),
  },
  {
    title: "Slow: more than 100 ms by itself",
    find: ({ events, others }) => {
      const steps = events.filter(({ kind }) => /^(post|set|call)$/.test(kind));
      return slowest([...others, ...steps].filter((event) => own(event) > slow));
    },
  },
  {
    title: "Slow at times: more than a frame, and ten times as long as 99 of 100 calls",
    find: ({ others }) => slowest(outliers(others).filter((event) => event.took <= slow)),
  },
  {
    title: "Still running after 5 s",
    // A span may be as long as the app runs.
    find: (situation) => situation.of((event) =>
      isRunning(event) && event.kind !== "span" && situation.now - event.time > hanging),
  },
  {
    title: "Received by nothing",
    find: (situation) => situation.of(({ outcome }) => outcome === "unreceived"),
  },
  {
    title: "A URL that opened nothing",
    find: (situation) => situation.of(({ outcome }) => /^(notFound|declined|invalid)/.test(outcome)),
  },
  {
    title: "Always declines: three openings or more, and handled none",
    find: ({ events }) => declined(events),
  },
  {
    title: "Refused",
    find: (situation) => situation.of(({ outcome }) => /^refused/.test(outcome), refusal),
  },
  {
    title: "Failed",
    find: (situation) => situation.of(({ outcome }) => /^failed/.test(outcome), because),
  },
  {
    title: "Missed: a full queue dropped it, or a newer message replaced it",
    find: (situation) => {
      const lost = situation.observers.filter(({ dropped }) => dropped);
      const listed = new Set(lost.map(({ at }) => at));
      return [
        ...situation.of(({ outcome, receiver }) => outcome === "dropped" && !listed.has(receiver)),
        ...lost.map(({ what, at, dropped }) => ({ text: `${what} at ${at}`, count: dropped, at })),
      ];
    },
  },
  {
    title: "A pointcut that matches nothing",
    find: ({ tables }) => (tables?.pointcuts ?? []).filter(({ joinPoints }) => !joinPoints.length)
      .map(({ hook }) => ({ text: `${hook.what} at ${hook.at}`, count: 1, at: hook.at })),
  },
  {
    title: "Hint: a state that is observed, and was not set since the recording began",
    isHint: true,
    find: ({ states }) => states.filter(({ isSeen, isSet }) => isSeen && !isSet).map(ofState),
  },
  {
    title: "Hint: a state that is set, and that nothing observes",
    isHint: true,
    find: ({ states }) => states.filter(({ isSeen, isSet }) => isSet && !isSeen).map(ofState),
  },
  {
    title: "Hint: a route that was never opened",
    isHint: true,
    find: ({ events, tables }) => {
      const opened = new Set(events.map(({ receiver }) => receiver));
      return tables.routers.flatMap(({ routes }) => routes)
        .filter(({ at, redirect }) => !redirect && !opened.has(at))
        .map(({ pattern, at }) => ({ text: `${pattern} at ${at}`, count: 1, at }));
    },
  },
];

/** The rules that have cases, with these. */
export function warnings(store, tables, census) {
  const situation = new Situation(store, tables, census);
  return rules.filter(({ isHint }) => !isHint || situation.isSettled)
    .map(({ title, isHint, find }) => ({ title, isHint, cases: find(situation) }))
    .filter(({ cases }) => cases.length);
}

export class Warnings {
  constructor(store, census, { choose, search }) {
    Object.assign(this, { store, census, choose, search });
  }

  show(tables) {
    const sections = warnings(this.store, tables, this.census).map((one) => this.#section(one));
    find("warnings").replaceChildren(
      ...(sections.length ? sections : [make("p", {}, "Nothing to warn of so far.")]));
  }

  #section({ title, isHint, cases }) {
    return make("div", { class: isHint ? "warning hint" : "warning" },
      make("strong", {}, title), ...shortened(cases, (one) => this.#line(one)));
  }

  /** The line of a case, which leads to its event, or to a search for the events at its place. */
  #line({ text, count, event, at, words }) {
    const follow = () => (event ? this.choose(event) : this.search(words ?? "to:" + written(at)));
    return make("div", {}, link(text, follow), count > 1 ? `  ${count.toLocaleString("en")} times` : "");
  }
}
