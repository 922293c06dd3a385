// The events, as a tree of causes.

/** The kinds of events. */
export const kinds = ["post", "delivery", "set", "call", "request", "hook", "moment", "service", "route",
  "guard", "redirect", "span"];

/** The number of events, and of characters of their values, that are kept. */
const limit = 100_000;
const valueLimit = 32 << 20;

/** The number of seconds whose events are counted: those that are drawn. */
const secondLimit = 60;

/** The columns of the rows of the stream. Those in `texts` are numbers of texts. After the last column are the values. */
const columns = ["id", "cause", "kind", "subject", "type", "at", "receiver", "scope", "outcome", "time", "took", "thread"];
const texts = new Set(["kind", "subject", "type", "at", "receiver", "scope", "outcome"]);

export class Store {
  events = new Map();
  roots = [];
  lost = 0;
  count = 0;
  version = 0;
  texts = [];
  /** How many events began in each second. */
  seconds = new Map();
  lastSecond = 0;
  /** How many characters the values have. */
  valueSize = 0;
  /** The number of the last search. */
  #search = 0;

  clear() {
    this.events.clear();
    this.seconds.clear();
    this.lastSecond = 0;
    this.valueSize = 0;
    this.roots = [];
    this.lost = 0;
    this.version++;
  }

  /** Takes a message of the stream. */
  take(message) {
    if (message.cleared) this.clear();
    if (message.reset) this.texts = [];
    this.texts.push(...message.texts);
    if (message.lost) this.lose(message.lost);
    for (const row of message.rows) this.put(this.read(row));
    this.version++;
  }

  /** Counts lost changes. The ends of running events may be among them. */
  lose(count) {
    this.lost += count;
    for (const event of this.events.values()) {
      if (!isRunning(event)) continue;
      event.outcome = "end unknown";
    }
  }

  /** Makes an event of a row. */
  read(row) {
    const event = { values: row.slice(columns.length) };
    columns.forEach((name, index) => {
      event[name] = texts.has(name) ? this.texts[row[index]] : row[index];
    });
    return event;
  }

  /** Adds an event, or changes the one of its number. */
  put(event) {
    // The hook that records a join point belongs to the inspector, and is not shown as the receiver.
    if (event.receiver?.startsWith("Inspector/")) event.receiver = undefined;
    const known = this.events.get(event.id);
    if (known) {
      this.valueSize += size(event) - size(known);
      Object.assign(known, event);
      return;
    }
    event.effects = [];
    event.found = 0;
    event.isCause = false;
    event.parent = this.events.get(event.cause);
    (event.parent ? event.parent.effects : this.roots).push(event);
    this.events.set(event.id, event);
    this.count++;
    this.#countSecond(Math.floor(event.time / 1e9));
    this.valueSize += size(event);
    if (this.events.size > limit) this.forgetOldest();
    if (this.valueSize > valueLimit) this.forgetValues();
  }

  #countSecond(second) {
    this.seconds.set(second, (this.seconds.get(second) ?? 0) + 1);
    if (second <= this.lastSecond) return;
    this.lastSecond = second;
    for (const old of this.seconds.keys()) {
      if (old <= second - secondLimit) this.seconds.delete(old);
    }
  }

  /** Removes the values of the oldest events, until at most three quarters of the limit are left. */
  forgetValues() {
    for (const event of this.events.values()) {
      if (this.valueSize <= valueLimit * 0.75) return;
      this.valueSize -= size(event);
      event.values = [];
    }
  }

  /** Removes the tenth of the events that began first. Each removal takes time linear in all events. */
  forgetOldest() {
    const old = [...this.events.keys()].sort((left, right) => left - right).slice(0, limit / 10);
    const gone = new Set(old);
    for (const id of old) {
      this.valueSize -= size(this.events.get(id));
      this.events.delete(id);
    }
    const orphans = [];
    for (const event of this.events.values()) {
      if (event.parent && gone.has(event.parent.id)) {
        event.parent = undefined;
        orphans.push(event);
      }
    }
    this.roots = this.roots.filter((event) => !gone.has(event.id)).concat(orphans)
      .sort((left, right) => left.id - right.id);
  }

  /** The rows of the tree, without effects of folded events. In a search: the events that match, and their causes. */
  rows(matches) {
    if (matches) this.#find(matches);
    const rows = [];
    const open = [];
    const push = (events, depth) => {
      if (!matches && depth > 0 && events.length > 1) return open.push(...alike(events, depth).reverse());
      for (let index = events.length - 1; index >= 0; index--) {
        const event = events[index];
        if (!matches) open.push(new Row(event, depth, false));
        else if (event.found === this.#search) open.push(new Row(event, depth, event.isCause));
      }
    };
    push(this.roots, 0);
    while (open.length) {
      const row = open.pop();
      rows.push(row);
      if (row.event.effects.length && !row.event.isFolded) push(row.event.effects, row.depth + 1);
    }
    return rows;
  }

  /** Marks the events that match, and their causes, with the number of this search. */
  #find(matches) {
    const search = ++this.#search;
    for (const event of this.events.values()) {
      if (!matches(event)) continue;
      event.found = search;
      event.isCause = false;
      for (let cause = event.parent; cause && cause.found !== search; cause = cause.parent) {
        cause.found = search;
        cause.isCause = true;
      }
    }
  }
}

/** The number of characters of the values of an event. */
const size = ({ values }) => values.reduce((sum, value) => sum + value.length, 0);

/** A row of the tree: an event, or several that share the row. */
class Row {
  /** All events of the row; `undefined` if it has one. */
  #merged;

  constructor(event, depth, isContext) {
    this.event = event;
    this.depth = depth;
    this.isContext = isContext;
  }

  /** The number of events. */
  get count() { return this.#merged?.length ?? 1; }

  has(event) { return this.#merged?.includes(event) ?? this.event === event; }

  /** Takes another event. The row shows the slowest. */
  merge(event) {
    this.#merged ??= [this.event];
    this.#merged.push(event);
    if (event.took > this.event.took) this.event = event;
  }
}

/** The rows of effects. Deliveries at one place that led to nothing share one row. */
function alike(effects, depth) {
  const places = new Map();
  const rows = [];
  for (const event of effects) {
    const isPlain = event.kind === "delivery" && !event.effects.length && event.outcome === "done";
    const row = isPlain ? places.get(event.receiver) : undefined;
    if (row) {
      row.merge(event);
    } else {
      rows.push(new Row(event, depth, false));
      if (isPlain) places.set(event.receiver, rows.at(-1));
    }
  }
  return rows;
}

/** Events by a text, in their order: how many, and the slowest. */
export function grouped(events, name) {
  const groups = new Map();
  for (const event of events) {
    const text = name(event);
    const group = groups.get(text) ?? { text, count: 0, event };
    group.count++;
    if (event.took > group.event.took) group.event = event;
    groups.set(text, group);
  }
  return [...groups.values()];
}

/** The causes of an event, the nearest first. */
export function causes(event) {
  const chain = [];
  for (let cause = event.parent; cause; cause = cause.parent) chain.push(cause);
  return chain;
}

/** Whether the outcome of an event is an error. Exported spans of the same outcomes have the status of an error. */
export const isBad = (event) =>
  !/^(done|running|queued|parked|redirected|end unknown)/.test(event.outcome ?? "");

/** Whether an event runs. After a loss its outcome is `end unknown`, since its end may have been lost. */
export const isRunning = (event) => event.took < 0 && event.outcome === "running";
