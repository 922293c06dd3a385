// The words of the search field.

import { changes } from "./diff.js";
import { isBad } from "./store.js";

const units = { ns: 1, us: 1e3, "µs": 1e3, ms: 1e6, s: 1e9 };

const fields = {
  kind: (event, text) => event.kind === text,
  at: (event, text) => includes(event.at, text),
  to: (event, text) => includes(event.receiver, text),
  scope: (event, text) => includes(event.scope, text),
  path: (event, text) => event.kind === "set" &&
    changes(event.values).some((change) => (event.subject + "." + change.path).startsWith(text)),
  time: ({ time }, text) => {
    const [from, to] = text.split("-");
    return time >= from * 1e9 && !(time >= to * 1e9);
  },
};

const includes = (text, part) => text?.toLowerCase().includes(part.toLowerCase()) ?? false;

/** The text in which words are looked for. */
function words(event) {
  event.words ??= [event.kind, event.subject, event.at, event.receiver, event.scope, event.outcome,
    ...event.values].join(" ").toLowerCase();
  return event.words;
}

function rule(word) {
  if (word.startsWith("-") && word.length > 1) {
    const inner = rule(word.slice(1));
    return (event) => !inner(event);
  }
  const time = word.match(/^>(\d+(?:\.\d+)?)(ns|us|µs|ms|s)$/);
  if (time) return (event) => event.took > time[1] * units[time[2]];
  if (word === "failed") return isBad;
  const [, name, text] = word.match(/^(\w+):(.+)$/) ?? [];
  if (fields[name]) return (event) => fields[name](event, text);
  return (event) => words(event).includes(word.toLowerCase());
}

/** Returns whether events match all words of a text; nothing if there are no words. */
export function search(text) {
  const rules = text.split(/\s+/).filter(Boolean).map(rule);
  return rules.length ? (event) => rules.every((rule) => rule(event)) : undefined;
}
