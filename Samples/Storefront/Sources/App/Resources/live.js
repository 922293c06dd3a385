// Keeps the pages of all tabs up to date. Without it, every form is a form and every link a link.
"use strict";
document.documentElement.dataset.script = "on";
const post = (path, body) => fetch(path, { method: "POST", body, keepalive: true, redirect: "manual" });
const channel = new BroadcastChannel("live"), latest = new Map();
const named = (mark, name) => document.querySelectorAll(`[data-${mark}="${CSS.escape(name)}"]`);

const apply = {
  // What is as before stays: a button that is replaced between press and release is not clicked.
  html: (name, html) => named("region", name).forEach((e) => { if (e.innerHTML !== html) e.innerHTML = html; }),
  problem: (name, text) => named("problem", name).forEach((e) => { e.textContent = text; }),
  enabled: (name, text) => named("enabled", name).forEach((e) => { e.disabled = text !== "true"; }),
  value: (name, text) => named("bind", name).forEach((e) => {
    if (e.type === "password" || [...named("problem", name)].some((p) => p.textContent)) return;
    // A field that has the focus is not overwritten: the field is marked, and follows when it is left.
    const isTyped = e === document.activeElement || sending.has(name);
    e.classList.toggle("changed-elsewhere", isTyped && e.value !== text && !sending.has(name));
    if (!isTyped) e.value = text;
  }),
  toast: (_, textContent) => {
    const toast = Object.assign(document.createElement("p"), { textContent });
    document.getElementById("toasts").append(toast);
    setTimeout(() => toast.remove(), 6000);
  },
};

function show(patches) {
  document.documentElement.dataset.live ??= "there";
  for (const patch of patches) {
    if (patch.kind !== "toast") latest.set(patch.kind + " " + patch.name, patch);
    apply[patch.kind](patch.name, patch.content);
  }
}

// A browser has six connections to a server. One tab has the stream, and passes on what comes.
channel.onmessage = ({ data }) => {
  if (data !== "hello") show(data);
  else if (stream) channel.postMessage([...latest.values()]);
};
channel.postMessage("hello");
let stream;

function listen() {
  stream = new EventSource("/live");
  stream.onopen = () => { document.documentElement.dataset.live = "here"; };
  stream.onmessage = ({ data }) => { channel.postMessage(JSON.parse(data)); show(JSON.parse(data)); };
  stream.onerror = () => { if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 500); };
}
if (navigator.locks) navigator.locks.request("live", () => { listen(); return new Promise(() => {}); });
else listen();

// A bound field has one request under way and the latest text waiting, so that the last one typed is the last one sent.
const sending = new Map();
const settled = () => Promise.all([...sending.values()].map((entry) => entry.done));

function send(field) {
  const name = field.dataset.bind;
  if (sending.has(name)) { sending.get(name).next = field; return; }
  const entry = { next: field };
  sending.set(name, entry);
  entry.done = drain(name, entry).finally(() => sending.delete(name));
}

async function drain(name, entry) {
  for (let field; (field = entry.next); ) {
    entry.next = null;
    const isSecret = field.type === "password", value = isSecret ? field.value && "•" : field.value;
    try {
      const answer = await post("/act/bind", new URLSearchParams({ field: name, value })), text = await answer.text();
      apply.problem(name, answer.ok ? "" : text);
      if (answer.ok && !isSecret && field.value === value) field.value = text;
    } catch { apply.problem(name, "This is not saved: the shop does not answer."); }
  }
}
document.addEventListener("input", ({ target }) => { if (target.dataset.bind) send(target); });
// What was typed, or filled in by the browser, before this script came.
document.querySelectorAll("[data-bind]").forEach((e) => { if (e.value !== e.defaultValue) send(e); });
document.addEventListener("focusout", ({ target }) => {
  if (!target.classList.contains("changed-elsewhere")) return;
  setTimeout(() => show([latest.get("value " + target.dataset.bind)]));
});

// A live form does not leave the page: what it changes comes by the stream. Nothing is left before all is sent.
document.addEventListener("submit", async (event) => {
  const form = event.target, isLive = "live" in form.dataset;
  if (!isLive && !sending.size) return;
  event.preventDefault();
  await settled();
  if (!isLive) return form.requestSubmit(event.submitter);
  const answer = await post(form.action, new URLSearchParams(new FormData(form, event.submitter)));
  if (answer.type !== "opaqueredirect" && !answer.ok) apply.toast("", await answer.text());
});

// The next page of a list is put behind it.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a"), name = link?.dataset.append;
  if (!link || (!name && !sending.size)) return;
  event.preventDefault();
  await settled();
  if (!name) return location.assign(link.href);
  const page = new DOMParser().parseFromString(await (await fetch(link.href)).text(), "text/html");
  document.querySelector(`[data-pages="${name}"]`).append(...page.querySelector(`[data-pages="${name}"]`).children);
  const next = page.querySelector(`a[data-append="${name}"]`);
  if (next) link.href = next.href; else link.remove();
});
