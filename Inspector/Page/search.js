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

const pattern = (part) => new RegExp(part.replace(/[\\^$.*+?()[\]{}|\/]/g, "\\$&"), "i");

/** A function that returns whether a text contains a part, in any letter case. It looks once at a text that events share. */
function containing(part) {
  const wanted = pattern(part);
  const known = new Map([[undefined, false]]);
  return (text) => {
    let isFound = known.get(text);
    if (isFound === undefined) {
      isFound = wanted.test(text);
      known.set(text, isFound);
    }
    return isFound;
  };
}

/** The rule of a path: states whose values cannot have it are not parsed. */
function changing(text) {
  // Numbers may be positions in a list, which no value has.
  const names = text.split(/[.[\]]+/).slice(1).filter((name) => !/^\d*$/.test(name));
  return ({ kind, subject, values }) =>
    kind === "set" && (subject + ".").startsWith(text.slice(0, subject.length + 1)) &&
    names.every((name) => values.some((value) => value.includes(name))) &&
    changedPaths({ subject, values }).some((path) => path.startsWith(text));
}

/** The rule of a part of one text of an event. */
const within = (name) => (part) => {
  const isFound = containing(part);
  return (event) => isFound(event[name]);
};

/** The rules of words with a name before a colon. */
const fields = new Map(Object.entries({
  kind: (text) => (event) => event.kind === text,
  at: within("at"),
  to: within("receiver"),
  scope: within("scope"),
  path: changing,
  time: (text) => {
    const [from, to] = text.split("-");
    return ({ time }) => time >= from * 1e9 && !(time >= to * 1e9);
  },
}));

/** The rule of a part of any text of an event. Values are seldom the same, and are looked at one by one. */
function anywhere(part) {
  const isFound = containing(part);
  const wanted = pattern(part);
  const isWanted = (value) => wanted.test(value);
  return ({ kind, subject, at, receiver, scope, outcome, values }) =>
    isFound(subject) || isFound(kind) || isFound(at) || isFound(receiver) || isFound(scope) || isFound(outcome) ||
    values.some(isWanted);
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
  const field = fields.get(name);
  return field ? field(unquoted(text)) : anywhere(unquoted(word));
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
