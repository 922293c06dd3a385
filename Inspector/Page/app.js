// The page: its tabs, its buttons, and their connections.

import { Census } from "./census.js";
import { ask, command, follow, hasToken } from "./connection.js";
import { Detail } from "./detail.js";
import { button, find, make } from "./dom.js";
import { read, save } from "./file.js";
import { Registered } from "./registered.js";
import { Replay } from "./replay.js";
import { Routes } from "./routes.js";
import { Store, kinds } from "./store.js";
import { Timeline } from "./timeline.js";
import { Warnings } from "./warnings.js";

const pages = ["Timeline", "Registered", "Routes", "Warnings", "Replay"];

/** The controls that act on the app, which are disabled while a file is shown. */
const ofTheApp = "#stop, #clear, #save, #kinds button, #muted button";
const pagesOfTheApp = ["Registered", "Routes", "Replay"];

class App {
  store = new Store();
  census = new Census();
  page = "Timeline";

  /** Whether a file is shown instead of the events of the app. */
  isFile = false;

  #state = { running: true, kinds: [], subjects: [] };
  #tables;
  #isAsking = false;

  constructor() {
    const search = (text) => this.search(text);
    const choose = (event) => this.choose(event);
    this.detail = new Detail({
      choose, search,
      announce: (text) => this.announce(text),
      mute: (subject) => this.mute({ subjects: [...new Set([...this.#state.subjects, subject])] }),
      replay: (event) => this.replay(event),
      close: () => this.timeline.leave(),
    });
    this.timeline = new Timeline(this.store, (event) => (event ? this.detail.show(event) : this.detail.hide()));
    this.registered = new Registered(this.store, search);
    this.routes = new Routes(this.store, search);
    this.warnings = new Warnings(this.store, this.census, { choose, search });
    this.replays = new Replay();
  }

  announce(text) {
    find("status").textContent = text;
  }

  /** Shows a page; that of replays for an event. */
  go(name, event) {
    this.page = name;
    for (const other of pages) find(other.toLowerCase()).hidden = other !== name;
    for (const tab of find("tabs").children) {
      tab.setAttribute("aria-selected", tab.textContent === name);
    }
    if (name === "Replay") this.replays.show(event);
    else this.refresh();
  }

  search(text) {
    this.go("Timeline");
    this.timeline.search(text);
    this.timeline.view.focus();
  }

  choose(event) {
    this.go("Timeline");
    this.timeline.choose(event);
  }

  replay(event) {
    if (event.kind === "route") {
      this.go("Routes");
      this.routes.explain(event.subject);
    } else {
      this.go("Replay", event);
    }
  }

  async send(name, content) {
    try {
      await command(name, content);
    } catch (error) {
      this.announce(error.message);
    }
  }

  /** Mutes some kinds or subjects, and leaves the others as they are. */
  mute(changes) {
    const { kinds, subjects } = this.#state;
    this.send("mute", { kinds, subjects, ...changes });
  }

  toggleKind(kind) {
    const muted = this.#state.kinds;
    const isMuted = muted.includes(kind);
    this.mute({ kinds: isMuted ? muted.filter((other) => other !== kind) : [...muted, kind] });
  }

  toggleRecording() {
    this.send(this.#state.running ? "stop" : "start");
  }

  /** Asks the app for what is registered, and shows it. */
  async refresh() {
    await this.#askForTables();
    // A page is not drawn again while one of its links has the focus: a click may have begun there.
    if (find(this.page.toLowerCase()).querySelector(".link:focus")) return;
    if (this.page === "Registered") this.registered.show(this.#tables);
    if (this.page === "Routes") this.routes.show(this.#tables);
    if (this.page === "Warnings") this.warnings.show(this.#tables);
  }

  /** One answer at a time: a slow one must not replace a later one. */
  async #askForTables() {
    if (this.isFile || this.#isAsking) return;
    this.#isAsking = true;
    try {
      const tables = await ask("/api/tables");
      if (this.isFile) return;
      this.#tables = tables;
      this.census.take(tables);
    } catch {
      // `follow` shows that the app does not answer.
    } finally {
      this.#isAsking = false;
    }
  }

  /** Shows the state of the recording in the app. */
  showState(state) {
    this.#state = state;
    document.title = `${state.process} – Signalbox`;
    find("stop").textContent = state.running ? "Stop" : "Start";
    for (const toggle of find("kinds").querySelectorAll("button")) {
      const isMuted = state.kinds.includes(toggle.textContent);
      toggle.setAttribute("aria-pressed", !isMuted);
      toggle.title = isMuted ? "muted: the app records none; press to record them again"
        : "recorded; press to mute: the app then records none";
    }
    find("muted").replaceChildren(...state.subjects.map((subject) => this.#mutedButton(subject)));
  }

  #mutedButton(subject) {
    const others = () => this.#state.subjects.filter((other) => other !== subject);
    return button(`muted: ${subject} ✕`, () => this.mute({ subjects: others() }), { disabled: this.isFile });
  }

  /** Shows the status of the connection. The census begins again, since the app may have been restarted. */
  showStatus(kind, text) {
    if (this.isFile) return;
    this.census.clear();
    find("status").className = kind;
    this.announce(text);
  }

  take(message) {
    if (!this.isFile) this.store.take(message);
  }

  /** Shows the events of a file instead of those of the app. A file that cannot be read changes nothing. */
  async open(file) {
    try {
      const events = read(await file.text());
      this.#leaveApp();
      this.store.clear();
      for (const event of events) this.store.put(event);
      this.store.version++;
      this.announce(file.name);
      this.go("Timeline");
    } catch (error) {
      this.announce(error.message);
    }
    // The same file can be chosen again.
    find("open").value = "";
  }

  #leaveApp() {
    this.isFile = true;
    this.#tables = undefined;
    this.detail.leaveApp();
    find("live").hidden = false;
    find("status").className = "";
    for (const control of document.querySelectorAll(ofTheApp)) control.disabled = true;
    for (const tab of find("tabs").children) tab.disabled = pagesOfTheApp.includes(tab.textContent);
  }

  /** Adds the tabs and the buttons. */
  addControls() {
    find("tabs").append(...pages.map((name) => button(name, () => this.go(name), { role: "tab" })));
    find("kinds").append(make("span", { class: "dim" }, "recorded in the app"), ...kinds.map((kind) =>
      button(kind, () => this.toggleKind(kind), { class: "toggle", "aria-pressed": "true" })));
    find("stop").addEventListener("click", () => this.toggleRecording());
    find("clear").addEventListener("click", () => this.send("clear"));
    find("save").addEventListener("click", () => save().catch((error) => this.announce(error.message)));
    find("open").addEventListener("change", ({ target }) => target.files[0] && this.open(target.files[0]));
    // After a reload, the stream begins with all events that the app has recorded.
    find("live").addEventListener("click", () => location.reload());
    document.addEventListener("keydown", (event) => this.#pressed(event));
  }

  #pressed(event) {
    if (event.key !== "/" || /INPUT|TEXTAREA/.test(document.activeElement.tagName)) return;
    event.preventDefault();
    this.go("Timeline");
    find("search").focus();
  }

  /** Follows the app, if the address of the page has its token. */
  connect() {
    if (!hasToken) return this.announce("the address has no token: open the one that the app printed");
    follow({
      message: (message) => this.take(message),
      state: (state) => this.showState(state),
      status: (kind, text) => this.showStatus(kind, text),
    });
  }

  #draw() {
    if (this.page !== "Timeline") return;
    this.timeline.update();
    this.detail.update();
  }

  /** Draws the timeline ten times a second, and the other pages each second. */
  runClocks() {
    let counted = 0;
    let seconds = 0;
    setInterval(() => this.#draw(), 100);
    setInterval(() => {
      find("rate").textContent = `${(this.store.count - counted).toLocaleString("en")}/s`;
      counted = this.store.count;
      seconds++;
      // Timeline and Replay show no tables. There, these are asked for every ten seconds, for the census.
      const isShown = !["Timeline", "Replay"].includes(this.page);
      if (isShown || (this.#state.running && seconds % 10 === 0)) this.refresh();
    }, 1000);
  }
}

const app = new App();
app.addControls();
app.connect();
app.runClocks();
app.go("Timeline");

// For tests of the page.
window.inspector = app;
