// Keeps the pages of all tabs up to date. Without it, every form is a form and every link a link.
"use strict";
const channel = new BroadcastChannel("live");
const latest = new Map();

const named = (mark, name) => document.querySelectorAll(`[data-${mark}="${CSS.escape(name)}"]`);

const apply = {
  html: (name, html) => named("region", name).forEach((e) => { e.innerHTML = html; bindForms(e); }),
  problem: (name, text) => named("problem", name).forEach((e) => { e.textContent = text; }),
  enabled: (name, text) => named("enabled", name).forEach((e) => { e.disabled = text !== "true"; }),
  value: (name, text) => named("bind", name).forEach((e) => {
    if (e.type === "password") return;
    // Nothing is overwritten where somebody types: the field is marked, and follows when it is left.
    const isTyped = e === document.activeElement || sending.has(name);
    e.classList.toggle("changed-elsewhere", isTyped && e.value !== text && !sending.has(name));
    if (!isTyped) e.value = text;
  }),
  toast: (_, text) => {
    const toast = Object.assign(document.createElement("p"), { textContent: text });
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
  stream.onmessage = ({ data }) => {
    const patches = JSON.parse(data);
    channel.postMessage(patches);
    show(patches);
  };
  stream.onerror = () => {
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, 500);
  };
}
if (navigator.locks) navigator.locks.request("live", () => { listen(); return new Promise(() => {}); });
else listen();

// A bound field has one request under way and the latest text waiting, so that the last one typed is the last one sent.
const sending = new Map();

async function send(field) {
  const name = field.dataset.bind;
  if (sending.has(name)) { sending.set(name, field); return; }
  sending.set(name, null);
  const value = field.type === "password" ? field.value && "•" : field.value;
  try {
    const answer = await post("/act/bind", new URLSearchParams({ field: name, value }));
    const text = await answer.text();
    apply.problem(name, answer.ok ? "" : text);
    if (answer.ok && field.type !== "password" && field.value === value) field.value = text;
  } catch { apply.problem(name, "This is not saved: the shop does not answer."); }
  const next = sending.get(name);
  sending.delete(name);
  if (next) await send(next);
}

const post = (path, body) => fetch(path, { method: "POST", body, keepalive: true, redirect: "manual" });

document.addEventListener("input", ({ target }) => { if (target.dataset.bind) send(target); });
document.addEventListener("focusout", ({ target }) => {
  const patch = latest.get("value " + target.dataset?.bind);
  if (patch && target.classList.contains("changed-elsewhere")) setTimeout(() => show([patch]));
});

// A live form does not leave the page: what it changes comes by the stream.
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!("live" in form.dataset)) return;
  event.preventDefault();
  const answer = await post(form.action, new URLSearchParams(new FormData(form, event.submitter)));
  if (answer.type !== "opaqueredirect" && !answer.ok) apply.toast("", await answer.text());
});

// The next page of a list is put behind it.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-append]");
  if (!link) return;
  event.preventDefault();
  const name = link.dataset.append;
  const page = new DOMParser().parseFromString(await (await fetch(link.href)).text(), "text/html");
  document.querySelector(`[data-pages="${name}"]`).append(...page.querySelector(`[data-pages="${name}"]`).children);
  const next = page.querySelector(`a[data-append="${name}"]`);
  if (next) link.href = next.href; else link.remove();
});

function bindForms(root) { root.querySelectorAll(".plain").forEach((e) => { e.hidden = true; }); }
bindForms(document);
