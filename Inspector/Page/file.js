// Files in Chrome's trace-event format, as the app saves them.

import { ask } from "./connection.js";
import { make } from "./dom.js";

/** Lets the browser save the recorded events. */
export async function save() {
  const trace = JSON.stringify(await ask("/api/trace"));
  const address = URL.createObjectURL(new Blob([trace], { type: "application/json" }));
  const anchor = make("a", { href: address, download: "trace.json" });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Puts the events of a file into a store, in place of those that it has. */
export function open(text, store) {
  const entries = JSON.parse(text).traceEvents;
  if (!Array.isArray(entries)) throw new Error("this is no file of trace events");
  const slices = entries.filter((entry) => entry.ph === "X" && entry.args?.id);
  if (!slices.length) throw new Error("the file has no events of Signalbox");
  store.clear();
  for (const { name, ts, dur, cat, args } of slices.sort((a, b) => a.args.id - b.args.id)) {
    store.put({
      id: args.id, cause: args.cause ?? 0, kind: cat, subject: name.slice(cat.length + 1),
      at: args.at, receiver: args.receiver, scope: args.scope, outcome: args.outcome,
      time: Math.round(ts * 1e3), thread: args.thread, values: args.values ?? [],
      took: args.outcome === "running" ? -1 : Math.round(dur * 1e3),
    });
  }
  store.version++;
}
