// The page: its tabs, its buttons, and their connections.

import { Census } from "./census.js";
import { ask, command, follow, hasToken } from "./connection.js";
import { show } from "./detail.js";
import { button, find, make } from "./dom.js";
import { open, save } from "./file.js";
import { Registered } from "./registered.js";
import { Replay } from "./replay.js";
import { Routes } from "./routes.js";
import { Store } from "./store.js";
import { Timeline } from "./timeline.js";
import { Warnings } from "./warnings.js";

const kinds = ["post", "delivery", "set", "call", "request", "hook", "moment", "service", "route",
  "guard", "redirect", "span"];
const pages = ["Timeline", "Registered", "Routes", "Warnings", "Replay"];

const store = new Store();
const census = new Census();
let state = { running: true, kinds: [], subjects: [] };
let tables;
let offers;
let page = "Timeline";
let isFile = false;

const announce = (text) => { find("status").textContent = text; };
const search = (text) => {
  go("Timeline");
  timeline.search(text);
  timeline.view.focus();
};
const choose = (event) => {
  go("Timeline");
  timeline.choose(event);
};
const replayOf = (event) => {
  if (event.kind === "route") {
    go("Routes");
    routes.explain(event.subject);
  } else {
    go("Replay", event);
  }
};
const mute = (subject) => send("mute",
  { kinds: state.kinds, subjects: [...new Set([...state.subjects, subject])] });
const actions = { choose, search, mute, replay: replayOf, announce };

const timeline = new Timeline(store, (event) => show(event, actions));
const registered = new Registered(store, search);
const routes = new Routes(store, search);
const warnings = new Warnings(store, census, { choose, search });
const replay = new Replay();

async function send(name, content) {
  try {
    await command(name, content);
  } catch (error) {
    announce(error.message);
  }
}

function go(name, event) {
  page = name;
  for (const other of pages) find(other.toLowerCase()).hidden = other !== name;
  for (const tab of find("tabs").children) {
    tab.setAttribute("aria-selected", tab.textContent === name);
  }
  if (name === "Replay") replay.show(event);
  else refresh();
}

/** Asks the app for what is registered. */
async function refresh() {
  if (!isFile) {
    try {
      [tables, offers] = await Promise.all([ask("/api/tables"), ask("/api/offers")]);
      census.take(tables);
    } catch {
      // The status says that the app does not answer.
    }
  }
  // What has the focus stays: it is being read by keyboard, or clicked.
  if (find(page.toLowerCase()).querySelector(".link:focus")) return;
  if (page === "Registered") registered.show(tables);
  if (page === "Routes") routes.show(tables, offers);
  if (page === "Warnings") warnings.show(tables);
}

function showState(next) {
  state = next;
  document.title = `${state.process} – Signalbox`;
  find("stop").textContent = state.running ? "Stop" : "Start";
  for (const toggle of find("kinds").children) {
    toggle.setAttribute("aria-pressed", !state.kinds.includes(toggle.textContent));
  }
  const unmute = (subject) => send("mute",
    { kinds: state.kinds, subjects: state.subjects.filter((other) => other !== subject) });
  find("muted").replaceChildren(...state.subjects.map((subject) =>
    button(`muted: ${subject} ✕`, () => unmute(subject))));
}

function toggleKind(kind) {
  const muted = state.kinds.includes(kind)
    ? state.kinds.filter((other) => other !== kind) : [...state.kinds, kind];
  send("mute", { kinds: muted, subjects: state.subjects });
}

async function openFile(file) {
  try {
    const text = await file.text();
    isFile = true;
    open(text, store);
    tables = undefined;
    announce(file.name);
    go("Timeline");
  } catch (error) {
    announce(error.message);
  }
}

find("tabs").append(...pages.map((name) => button(name, () => go(name), { role: "tab" })));
find("kinds").append(...kinds.map((kind) =>
  button(kind, () => toggleKind(kind), { class: "toggle", "aria-pressed": "true" })));
find("stop").addEventListener("click", () => send(state.running ? "stop" : "start"));
find("clear").addEventListener("click", () => send("clear"));
find("save").addEventListener("click", () => save().catch((error) => announce(error.message)));
find("open").addEventListener("change", (event) => openFile(event.target.files[0]));
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || /INPUT|TEXTAREA/.test(document.activeElement.tagName)) return;
  event.preventDefault();
  go("Timeline");
  find("search").focus();
});

if (hasToken) {
  follow({
    message: (message) => { if (!isFile) store.take(message); },
    state: showState,
    status: (kind, text) => {
      if (isFile) return;
      // The app may have been started again.
      census.clear();
      find("status").className = kind;
      announce(text);
    },
  });
} else {
  announce("the address has no token: open the one that the app printed");
}

// Events arrive more often than anybody can read: ten times a second is enough.
setInterval(() => { if (page === "Timeline") timeline.update(); }, 100);
let counted = 0;
let seconds = 0;
setInterval(() => {
  find("rate").textContent = `${(store.count - counted).toLocaleString("en")}/s`;
  counted = store.count;
  seconds++;
  // The other pages show what is registered; for these, it is counted now and then.
  if (!["Timeline", "Replay"].includes(page) || (state.running && seconds % 10 === 0)) refresh();
}, 1000);
go("Timeline");

// For tests of the page.
window.inspector = { store, timeline, census };
