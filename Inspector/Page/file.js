// Files in Chrome's trace-event format, as the app saves them.

import { download } from "./connection.js";
import { make } from "./dom.js";
import { kinds } from "./store.js";

/** Lets the browser save the recorded events. */
export async function save() {
  const address = URL.createObjectURL(await download("/api/trace"));
  const anchor = make("a", { href: address, download: "trace.json" });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Reads the events of a file, in the order in which they began. A mistake in one of them is an error. */
export function read(text) {
  const entries = JSON.parse(text)?.traceEvents;
  if (!Array.isArray(entries)) throw new Error("this is no file of trace events");
  const slices = entries.filter(isSlice);
  if (!slices.length) throw new Error("the file has no events of Signalbox");
  return slices.map(event).sort((left, right) => left.id - right.id);
}

/** Whether an entry is an event of Signalbox. Other slices of a file are left out. */
const isSlice = (entry) =>
  entry?.ph === "X" && kinds.includes(entry.cat) && entry.args?.id !== undefined;

const isText = (value) => typeof value === "string";
const isOptionalText = (value) => value === undefined || isText(value);
const isTexts = (value) => value === undefined || (Array.isArray(value) && value.every(isText));
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isOptionalCount = (value) => value === undefined || isCount(value);

/** Microseconds that are a safe number of nanoseconds. */
const isTime = (value) => typeof value === "number" && isCount(Math.round(value * 1e3));

const rules = {
  id: (value) => isCount(value) && value > 0,
  cause: isOptionalCount,
  type: isOptionalText,
  at: isText,
  receiver: isOptionalText,
  scope: isOptionalText,
  outcome: isText,
  thread: isOptionalCount,
  values: isTexts,
};

/** Makes an event of a slice. */
function event({ name, ts, dur, cat, args }) {
  const check = (isRight, property) => {
    if (!isRight) throw new Error(`the file is wrong at event ${args.id}: its ${property} cannot be read`);
  };
  check(isText(name), "name");
  check(isTime(ts), "ts");
  check(isTime(dur), "dur");
  for (const [property, rule] of Object.entries(rules)) check(rule(args[property]), property);
  const { id, cause = 0, type, at, receiver, scope, outcome, thread = 0, values = [] } = args;
  const isEnded = outcome !== "running" && outcome !== "end unknown";
  return {
    id, cause, kind: cat, subject: name.slice(cat.length + 1), type, at, receiver, scope, outcome, thread,
    values,    time: Math.round(ts * 1e3), took: isEnded ? Math.round(dur * 1e3) : -1,
  };
}
