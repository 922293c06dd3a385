// Sends what is typed into bound fields, and the forms that do not leave their page.
"use strict";

// A bound field has one request under way and the latest text waiting, so that the last one typed is the last one sent.
const sending = new Map();
const settled = () => Promise.all([...sending.values()].map((entry) => entry.done));

// Numbers that are typed and do not count yet, and the text of each field that was sent last.
const unfinished = new Set(), sent = new Map();

// The fields whose texts the shop did not answer to. They are sent again when it is there, and before a page is left.
const unsaved = new Map();
function sendAgain() {
  const again = [...unsaved.values()];
  unsaved.clear();
  for (const { field, isTyping } of again) send(field, isTyping);
}

function send(field, isTyping) {
  const name = field.dataset.bind;
  const next = { field, isTyping };
  if (isTyping && "number" in field.dataset) unfinished.add(name); else unfinished.delete(name);
  sent.set(name, field.value);
  unsaved.delete(name);
  if (sending.has(name)) { sending.get(name).next = next; return; }
  const entry = { next };
  sending.set(name, entry);
  entry.done = drain(name, entry).finally(() => sending.delete(name));
}

async function drain(name, entry) {
  for (let next; (next = entry.next); ) {
    entry.next = null;
    const { field, isTyping } = next, isSecret = field.type === "password";
    const value = isSecret ? field.value && "•" : field.value;
    const fields = new URLSearchParams({ field: name, value });
    if (isTyping) fields.set("typing", "");
    fields.set("owner", document.querySelector("header").dataset.mark);
    try {
      const answer = await post("/act/bind", fields), text = await answer.text();
      if (answer.status === 410) return end();
      unsaved.delete(name);
      apply.problem(name, answer.ok ? "" : text);
      if (answer.ok && !isSecret && !entry.next && field.value === value) take(field, text);
    } catch {
      apply.problem(name, "This is not saved: the shop does not answer.");
      unsaved.set(name, next);
    }
  }
}

// A field that has the focus is rewritten when its text was cut, and no other way. The caret stays.
function take(field, text) {
  if (field.value === text) return;
  if (field !== document.activeElement) { field.value = text; return; }
  if ("number" in field.dataset || !field.value.startsWith(text)) return;
  const caret = Math.min(field.selectionStart, text.length);
  field.value = text;
  field.setSelectionRange(caret, caret);
}

document.addEventListener("input", ({ target }) => { if (target.dataset.bind) send(target, true); });
document.addEventListener("change", ({ target }) => {
  const name = target.dataset.bind;
  // A text that was sent is not sent again: another tab may have changed the value since.
  if (name && (unfinished.has(name) || sent.get(name) !== target.value)) send(target, false);
});
// Sends the texts that were typed, or filled in by the browser, before this script ran.
document.addEventListener("DOMContentLoaded", () => {
  document.querySelectorAll("[data-bind]").forEach((e) => { if (e.value !== e.defaultValue) send(e, true); });
});
document.addEventListener("focusout", ({ target }) => {
  if (!target.classList.contains("changed-elsewhere")) return;
  setTimeout(() => again("value", target.dataset.bind));
});

// A live form does not leave the page: what it changes comes by the stream. Nothing is left before all is sent.
document.addEventListener("submit", async (event) => {
  const form = event.target, button = event.submitter, isLive = "live" in form.dataset;
  const typed = document.activeElement;
  if (typed?.dataset?.bind && unfinished.has(typed.dataset.bind)) send(typed, false);
  sendAgain();
  if (!isLive) root.dataset.leaving = "";
  if (!isLive && !sending.size) return;
  event.preventDefault();
  await settled();
  if (!isLive) return form.requestSubmit(button);
  const path = button?.hasAttribute("formaction") ? button.formAction : form.action;
  const answer = await post(path, new URLSearchParams(new FormData(form, button))).catch(() => null);
  if (!answer) return apply.toast("", "The shop does not answer. Try again in a moment.");
  if (answer.status === 401) return location.assign(await answer.text());
  if (answer.status === 410) return end();
  if (answer.type !== "opaqueredirect" && !answer.ok) return apply.toast("", await answer.text());
  // Fields whose texts were taken are emptied, so that the texts are not sent again.
  if ("once" in form.dataset && path === form.action) for (const e of form.elements) if (e.type === "text") e.value = "";
});

// The next page of a list is put behind it.
document.addEventListener("click", async (event) => {
  const link = event.target.closest("a"), name = link?.dataset.append;
  const isElsewhere = event.button || event.ctrlKey || event.metaKey || event.shiftKey;
  if (!link || isElsewhere) return;
  sendAgain();
  if (!name && !sending.size) return;
  event.preventDefault();
  await settled();
  if (!name) return location.assign(link.href);
  const next = await page(link.href);
  document.querySelector(`[data-pages="${name}"]`).append(...next.querySelector(`[data-pages="${name}"]`).children);
  const more = next.querySelector(`a[data-append="${name}"]`);
  if (more) link.href = more.href; else link.remove();
});
