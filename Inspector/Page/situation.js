// The input of the rules of warnings: the events, and the tables of what is registered.

import { centers, isOnMain, isWaiting, observers } from "./census.js";
import { grouped } from "./store.js";

/** The time after which hints are given. */
const settled = 60e9;

export const place = (event) => `${event.kind} ${event.subject} at ${event.receiver ?? event.at}`;

export class Situation {
  constructor(store, tables, census) {
    this.events = [...store.events.values()];
    this.tables = tables;
    this.census = census;
    this.now = this.events.reduce((time, event) => Math.max(time, event.time), tables?.now ?? 0);
    this.observers = observers(tables);
    this.onMain = this.#mainPlaces();
    this.waiting = this.#waitingPlaces();
    this.mainJoinPoints = new Set(
      tables?.joinPoints.filter(({ isOnMainActor }) => isOnMainActor).map(({ name }) => name));
    this.handlers = this.events.filter(({ kind, receiver }) =>
      /^(delivery|hook|service)$/.test(kind) && !this.waiting.has(receiver));
    this.others = this.handlers.filter((event) => !this.isOnMain(event));
  }

  /** The places of observers on the main actor, also of those that have ended. */
  #mainPlaces() {
    return new Set([...this.census.onMain, ...this.observers.filter(isOnMain).map(({ at }) => at)]);
  }

  #waitingPlaces() {
    return new Set([...this.census.waiting, ...this.observers.filter(isWaiting).map(({ at }) => at)]);
  }

  isOnMain({ kind, receiver, subject }) {
    if (kind === "delivery") return this.onMain.has(receiver);
    return kind === "hook" && this.mainJoinPoints.has(subject);
  }

  /** The events of a rule by their names, the most frequent first. */
  of(rule, name = place) {
    return grouped(this.events.filter(rule), name).sort((left, right) => right.count - left.count);
  }

  get isSettled() {
    return this.tables?.since !== undefined && this.now - this.tables.since > settled;
  }

  /** The states of all centers, by their names. */
  get states() {
    const all = [...centers(this.tables.centers, "states")].flatMap(({ center }) => center.states);
    return [...Map.groupBy(all, ({ name }) => name)].map(([name, states]) => ({
      name,
      isSeen: states.some(({ observers }) => observers),
      isSet: states.some(({ lastSet }) => lastSet),
    }));
  }
}
