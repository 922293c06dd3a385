// How the numbers of observations change, from tables that are ten seconds apart.

// A second less, since tables that are asked for every ten seconds arrive a little early or late.
const interval = 9e9;

/** All centers of a kind with those inside of them, and how deep they are. */
export function* centers(list, kind, depth = 0) {
  for (const center of list) {
    if (kind && center.kind !== kind) continue;
    yield { center, depth };
    yield* centers(center.children, kind, depth + 1);
  }
}

export const observers = (tables) =>
  [...centers(tables?.centers ?? [])].flatMap(({ center }) => center.observations);

/** Whether the handler of an observation runs on the main actor, and never suspends. */
export const isOnMain = ({ on, form }) => on === "MainActor" && form === "synchronous";

/** Whether the duration of a delivery includes time in which its handler is suspended. */
export const isWaiting = ({ form }) => form !== "synchronous";

function* services(scope) {
  if (!scope) return;
  yield `${scope.lifetime} ${scope.number}`;
  for (const child of scope.children) yield* services(child);
}

function* scopes(tables) {
  for (const { center, depth } of centers(tables.centers)) {
    if (depth) yield `${center.kind} ${center.name}`;
    yield* services(center.services);
  }
}

/** How many there are of each name. */
export function counts(names) {
  const counts = new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

export class Census {
  /** By source location, and by type of owner: the number of live observations, and how often that number grew. */
  places;
  owners;
  /** The places of all observers so far that run on the main actor, and of those that suspend. */
  onMain;
  waiting;
  /** How many scopes were closed. */
  closed;
  #scopes;
  #time;

  constructor() {
    this.clear();
  }

  clear() {
    this.places = new Map();
    this.owners = new Map();
    this.onMain = new Set();
    this.waiting = new Set();
    this.closed = 0;
    this.#scopes = new Map();
    this.#time = -Infinity;
  }

  /** Counts what is registered, unless it was counted a short time ago. */
  take(tables) {
    if (tables.now - this.#time < interval) return;
    this.#time = tables.now;
    const open = counts(scopes(tables));
    for (const [name, count] of this.#scopes) this.closed += Math.max(0, count - (open.get(name) ?? 0));
    this.#scopes = open;
    const all = observers(tables);
    for (const { at } of all.filter(isOnMain)) this.onMain.add(at);
    for (const { at } of all.filter(isWaiting)) this.waiting.add(at);
    this.places = this.#grown(this.places, counts(all.map(({ at }) => at)));
    this.owners = this.#grown(this.owners, counts(all.map(({ owner }) => owner).filter(Boolean)));
  }

  /** Adds to each count how often it grew. A count that falls begins again. */
  #grown(before, counts) {
    return new Map([...counts].map(([name, count]) => {
      const old = before.get(name);
      if (!old || count < old.count) return [name, { count, growth: 0, closed: this.closed }];
      return [name, { ...old, count, growth: old.growth + (count > old.count) }];
    }));
  }
}
