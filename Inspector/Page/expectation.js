// An event as a line of a test, with DispatchersTesting.

import { causes } from "./store.js";

const literal = (text) => '"' + text.replace(/[\\"]/g, "\\$&").replace(/[\u0000-\u001f]/g,
  (character) => `\\u{${character.charCodeAt(0).toString(16)}}`) + '"';

const isType = (text) => /^[A-Za-z_][\w.]*(<[\w., ]+>)?$/.test(text);

/** An event as a step that a test expects. */
export function step(event) {
  const outcome = event.outcome;
  if (outcome === "done" || outcome === "running") {
    if (event.kind === "post" && isType(event.subject)) return `.post(${event.subject}.self)`;
    if (event.kind === "call" && isType(event.subject)) return `.call((any ${event.subject}).self)`;
    if (event.kind === "set" && /^[a-z_]\w*$/i.test(event.subject)) return `.set(.${event.subject})`;
    if (event.kind === "route") return `.route(${literal(event.subject)})`;
  }
  const kind = event.kind === "guard" ? "`guard`" : event.kind;
  const end = /^(queued|unreceived|dropped|notFound|declined)$/.test(outcome)
    ? `, outcome: .${outcome}` : "";
  return `.event(.${kind}, ${literal(event.subject)}${end})`;
}

/** The line that expects an event, because of the first of its causes that code chose to do. */
export function expectation(event) {
  const said = ["post", "set", "call", "request", "route", "moment", "span"];
  const first = causes(event).reverse().find((cause) => said.includes(cause.kind));
  return first
    ? `try trace.expect(${step(first)}, ledTo: ${step(event)})`
    : `try trace.expect(${step(event)})`;
}
