// Keeps the pages of all tabs up to date. Without it, every form is a form and every link a link.
"use strict";
const root = document.documentElement;
root.dataset.script = "on";
const post = (path, body) => fetch(path, { method: "POST", body, keepalive: true, redirect: "manual" });
const channel = new BroadcastChannel("live");
const named = (mark, name) => document.querySelectorAll(`[data-${mark}="${CSS.escape(name)}"]`);

// The panel below each page stays as the visitor has left it.
const panel = document.querySelector("footer details");
if (panel && sessionStorage.getItem("panel")) panel.open = sessionStorage.getItem("panel") === "open";
panel?.addEventListener("toggle", () => sessionStorage.setItem("panel", panel.open ? "open" : "closed"));

// The newest patch of each element of a page.
const latest = new Map();
const again = (kind, name) => { const patch = latest.get(`${kind} ${name}`); if (patch) apply[kind](name, patch.content); };

// Returns whether a region has some markup already, as the browser would write it.
function has(element, html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.innerHTML === element.innerHTML;
}

// The texts that fields show and that the shop has not taken.
const untaken = (element) => [...element.querySelectorAll("[data-bind]")]
  .filter((e) => unfinished.has(e.dataset.bind) || [...named("problem", e.dataset.bind)].some((p) => p.textContent))
  .map((e) => [e.dataset.bind, e.value]);

// Replaces a part of the page, and keeps what a visitor types into it.
function replace(element, change) {
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const { name, value, selectionStart, selectionEnd } = focused ?? {};
  // A button has a name and a value, too, and its new value is the right one.
  const isTyped = focused?.tagName === "INPUT";
  const kept = untaken(element);
  change();
  for (const e of element.querySelectorAll("[data-region]")) again("html", e.dataset.region);
  for (const e of element.querySelectorAll("[data-bind]")) again("value", e.dataset.bind);
  for (const e of element.querySelectorAll("[data-problem]")) again("problem", e.dataset.problem);
  for (const [path, text] of kept) for (const e of element.querySelectorAll(`[data-bind="${CSS.escape(path)}"]`)) e.value = text;
  const next = name && element.querySelector(`[name="${CSS.escape(name)}"]`);
  if (!next) return;
  if (isTyped) next.value = value;
  next.focus();
  if (isTyped && selectionStart !== null) next.setSelectionRange(selectionStart, selectionEnd);
}

const apply = {
  // A region that is the same is not replaced: a button that is replaced between press and release is not clicked.
  html: (name, html) => named("region", name).forEach((e) => {
    if (!has(e, html)) replace(e, () => { e.innerHTML = html; });
  }),
  problem: (name, text) => named("problem", name).forEach((e) => { e.textContent = text; }),
  enabled: (name, text) => named("enabled", name).forEach((e) => { e.disabled = text !== "true"; }),
  value: (name, text) => named("bind", name).forEach((e) => {
    if (e.type === "password" || [...named("problem", name)].some((p) => p.textContent)) return;
    // A field that has the focus is not overwritten: the field is marked, and follows when it is left.
    const isTyped = e === document.activeElement || sending.has(name);
    e.classList.toggle("changed-elsewhere", isTyped && e.value !== text && !sending.has(name) && !unfinished.has(name));
    if (!isTyped) e.value = text;
  }),
  mark: (name, text) => named("region", name).forEach((e) => refresh(e, text)),
  whole: () => {},
  toast: (_, textContent) => {
    const toast = Object.assign(document.createElement("p"), { textContent });
    document.getElementById("toasts").append(toast);
    setTimeout(() => toast.remove(), 6000);
  },
};
// Takes a region whose mark differs from a fresh copy of the page.
// A copy that is asked for while a sign-in changes the cookie is refused, or is that of before: it is asked for again.
async function refresh(element, mark, tries = 6) {
  const name = element.dataset.region;
  // A page that a form is leaving stays as it is: another page in its place would cancel the form, and lose its cookie.
  const isDone = () => "leaving" in root.dataset
    || element.dataset.mark === mark || latest.get(`mark ${name}`)?.content !== mark;
  if (isDone()) return;
  const copy = await page(location.href).catch(() => null);
  if (isDone()) return;
  const fresh = copy && [...copy.querySelectorAll("[data-mark]")].find((e) => e.dataset.region === name);
  if (fresh?.dataset.mark === mark) {
    // The page of a user who is signed out is left, since it may show what is theirs.
    if (name === "header" && element.dataset.mark !== "guest") return location.replace(copy.address);
    element.dataset.mark = mark;
    replace(element, () => { element.innerHTML = fresh.innerHTML; });
  } else if (tries > 1 && root.dataset.live !== "over") setTimeout(() => refresh(element, mark, tries - 1), 500);
}

// A page, with the address that the request has led to.
async function page(path) {
  const answer = await fetch(path);
  const copy = new DOMParser().parseFromString(await answer.text(), "text/html");
  copy.address = answer.url;
  return copy;
}

// Empties the elements that have no patch in a new stream: their content is over, or belongs to another user.
function restart(patches) {
  const there = new Set(patches.map(({ kind, name }) => `${kind} ${name}`));
  latest.clear();
  for (const e of document.querySelectorAll("[data-region]:not([data-mark])")) {
    if (!there.has(`html ${e.dataset.region}`)) e.replaceChildren();
  }
  for (const e of document.querySelectorAll("[data-problem]")) {
    if (!there.has(`problem ${e.dataset.problem}`)) e.textContent = "";
  }
}

function show(patches) {
  root.dataset.live ??= "there";
  if (patches[0]?.kind === "whole") { restart(patches); sendAgain(); }
  for (const patch of patches) {
    if (patch.kind !== "toast") latest.set(`${patch.kind} ${patch.name}`, patch);
    apply[patch.kind](patch.name, patch.content);
  }
}

// The server does not know the visit any more: nothing is asked again, and a link leads to a fresh page.
// Where nothing is typed, the fresh page comes by itself, but not again and again: a browser may refuse cookies.
function end() {
  root.dataset.live = "over";
  stream?.close();
  stream = null;
  latest.clear();
  release?.();
  if (document.getElementById("over")) return;
  const isTyped = [...document.querySelectorAll("input")].some((e) => e.value !== e.defaultValue);
  const last = Number(sessionStorage.getItem("reloaded") ?? 0);
  if (!isTyped && Date.now() - last > 10_000) {
    sessionStorage.setItem("reloaded", Date.now());
    return location.reload();
  }
  const bar = Object.assign(document.createElement("p"), { id: "over", className: "notice" });
  bar.setAttribute("role", "alert");
  const link = Object.assign(document.createElement("a"), { href: location.href, textContent: "Load a fresh page" });
  bar.append("This visit is over. ", link);
  document.getElementById("main").prepend(bar);
}

// A browser has six connections to a server. One tab has the stream, and passes on what comes.
channel.onmessage = ({ data }) => {
  // The patches of a new visit are not for the page of a former one.
  if (root.dataset.live === "over") return;
  if (data === "over") end();
  else if (data !== "hello") show(data);
  // The first of them says that they are all there are.
  else if (stream && latest.size) channel.postMessage([...latest.values()]);
};
let stream = null, release = null;

function listen() {
  stream = new EventSource("/live");
  stream.onopen = () => { root.dataset.live = "here"; };
  stream.onmessage = ({ data }) => { channel.postMessage(JSON.parse(data)); show(JSON.parse(data)); };
  stream.onerror = () => { if (stream.readyState === EventSource.CLOSED) retry(); };
}

// A stream that was refused is asked for again where the server is away, and not where it does not know the visit.
// The first refusal may be that of a cookie that a sign-in is about to change.
async function retry(isSecond = false) {
  const answer = await fetch("/live", { method: "HEAD" }).catch(() => null);
  if (root.dataset.live === "over") return;
  if (answer?.status !== 410) setTimeout(listen, 500);
  else if (!isSecond) setTimeout(() => retry(true), 1000);
  else { channel.postMessage("over"); end(); }
}

// After the other script.
document.addEventListener("DOMContentLoaded", () => {
  channel.postMessage("hello");
  if (!navigator.locks) return listen();
  navigator.locks.request("live", () => {
    if (root.dataset.live === "over") return;
    listen();
    return new Promise((done) => { release = done; });
  });
});
