// The words of the search field.

import { changes } from "./diff.js";
import { isBad } from "./store.js";

const units = { ns: 1, us: 1e3, "µs": 1e3, ms: 1e6, s: 1e9 };

/** The paths that each set changed, by its values. Values are parsed once. */
const paths = new WeakMap();

function changedPaths({ subject, values }) {
  if (!paths.has(values)) paths.set(values, changes(values).map(({ path }) => subject + "." + path));
  return paths.get(values);
}

const includes = (text, part) => text?.toLowerCase().includes(part) ?? false;

/** The rules of words with a name before a colon. */
const fields = new Map(Object.entries({
  kind: (event, text) => event.kind === text,
  at: (event, text) => includes(event.at, text.toLowerCase()),
  to: (event, text) => includes(event.receiver, text.toLowerCase()),
  scope: (event, text) => includes(event.scope, text.toLowerCase()),
  path: (event, text) => event.kind === "set" && changedPaths(event).some((path) => path.startsWith(text)),
  time: ({ time }, text) => {
    const [from, to] = text.split("-");
    return time >= from * 1e9 && !(time >= to * 1e9);
  },
}));

/** The texts of an event in which words are looked for. */
const texts = ({ kind, subject, at, receiver, scope, outcome, values }) =>
  [kind, subject, at, receiver, scope, outcome, ...values];

function rule(word) {
  if (word.startsWith("-") && word.length > 1) {
    const inner = rule(word.slice(1));
    return (event) => !inner(event);
  }
  const time = word.match(/^>(\d+(?:\.\d+)?)(ns|us|µs|ms|s)$/);
  if (time) return (event) => event.took > time[1] * units[time[2]];
  if (word === "failed") return isBad;
  const [, name, text] = word.match(/^(\w+):(.+)$/) ?? [];
  const field = fields.get(name);
  if (field) return (event) => field(event, unquoted(text));
  const part = unquoted(word).toLowerCase();
  return (event) => texts(event).some((text) => includes(text, part));
}

const unquoted = (word) => word.replaceAll('"', "");

/** A word as it is written in the field: with quotation marks around spaces. */
export const written = (word) => (/\s/.test(word) ? `"${unquoted(word)}"` : word);

/** The words of a text. A space between quotation marks does not end a word. */
export const words = (text) => text.match(/(?:[^\s"]|"[^"]*(?:"|$))+/g) ?? [];

/** Returns a function that returns whether an event matches all words of a text; `undefined` without words. */
export function search(text) {
  const rules = words(text).map(rule);
  return rules.length ? (event) => rules.every((rule) => rule(event)) : undefined;
}
