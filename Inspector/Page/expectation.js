// An event as a line of a test, with DispatchersTesting.

import { causes } from "./store.js";

const literal = (text) => '"' + text.replace(/[\\"]/g, "\\$&").replace(/[\u0000-\u001f]/g,
  (character) => `\\u{${character.charCodeAt(0).toString(16)}}`) + '"';

/** Names that cannot follow a dot. */
const reserved = ["self", "init", "Type", "Protocol"];

const isName = (text) => /^[A-Za-z_]\w*$/.test(text) && !reserved.includes(text);

/**
 * The name of a type as code has it, which begins after that of the module: `Cart.Added`. Nothing if code cannot name it, such as
 * a type that is private or inside of a function.
 */
function typeName(type) {
  const name = type?.replace(/^any /, "").replace(/^\w+\./, "").replace(/([<, ])[A-Z]\w*\.(?=[A-Z])/g, "$1");
  return /^[A-Za-z_][\w.]*(<[\w., ]+>)?$/.test(name ?? "") ? name : undefined;
}

/** The outcomes whose printed form is Swift code, apart from the dot before it. */
const outcomes = /^(queued|unreceived|dropped|notFound|declined|(failed|refused|invalid|parked|redirected)\((by: |to: )?"[^]*"\))$/;

/** An event as a step that a test expects. */
export function step(event) {
  const { kind, subject, type, outcome } = event;
  if (outcome === "done" || outcome === "running") {
    const name = typeName(type);
    if (kind === "post" && name) return `.post(${name}.self)`;
    if (kind === "call" && name) return `.call((any ${name}).self)`;
    if (kind === "set" && isName(subject)) return `.set(.${subject})`;
    if (kind === "route") return `.route(${literal(subject)})`;
  }
  const end = outcomes.test(outcome) ? `, outcome: .${outcome}` : "";
  return `.event(.${kind === "guard" ? "`guard`" : kind}, ${literal(subject)}${end})`;
}

/** The line that expects an event, as an effect of the outermost of its causes that a caller began: no delivery. */
export function expectation(event) {
  const said = ["post", "set", "call", "request", "route", "moment", "span"];
  const first = causes(event).reverse().find((cause) => said.includes(cause.kind));
  return first
    ? `try trace.expect(${step(first)}, ledTo: ${step(event)})`
    : `try trace.expect(${step(event)})`;
}
