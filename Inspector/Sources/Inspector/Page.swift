// Written by .ci/embed-page from the files of Inspector/Page. Do not edit.

/// The files of the page.
enum Page {
    static let assets: [PageAsset] = [
        PageAsset(
            path: "/app.js",
            text: ###"""
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
                """###
        ),
        PageAsset(
            path: "/census.js",
            text: ###"""
                // How the numbers of observations change, from tables that are ten seconds apart.

                // A second less, since tables that are asked for every ten seconds arrive a little early or late.
                const interval = 9e9;

                /** All centers of a kind with those inside of them, and how deep they are. */
                export function* centers(list, kind, depth = 0) {
                  for (const center of list) {
                    if (kind && center.kind !== kind) continue;
                    yield { center, depth };
                    yield* centers(center.children, kind, depth + 1);
                  }
                }

                export const observers = (tables) =>
                  [...centers(tables?.centers ?? [])].flatMap(({ center }) => center.observations);

                /** Whether the handler of an observation runs on the main actor, and never suspends. */
                export const isOnMain = ({ on, form }) => on === "MainActor" && form === "synchronous";

                /** Whether the duration of a delivery includes time in which its handler is suspended. */
                export const isWaiting = ({ form }) => form !== "synchronous";

                function* services(scope) {
                  if (!scope) return;
                  yield `${scope.lifetime} ${scope.number}`;
                  for (const child of scope.children) yield* services(child);
                }

                function* scopes(tables) {
                  for (const { center, depth } of centers(tables.centers)) {
                    if (depth) yield `${center.kind} ${center.name}`;
                    yield* services(center.services);
                  }
                }

                /** How many there are of each name. */
                export function counts(names) {
                  const counts = new Map();
                  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
                  return counts;
                }

                export class Census {
                  /** By source location, and by type of owner: the number of live observations, and how often that number grew. */
                  places;
                  owners;
                  /** The places of all observers so far that run on the main actor, and of those that suspend. */
                  onMain;
                  waiting;
                  /** How many scopes were closed. */
                  closed;
                  #scopes;
                  #time;

                  constructor() {
                    this.clear();
                  }

                  clear() {
                    this.places = new Map();
                    this.owners = new Map();
                    this.onMain = new Set();
                    this.waiting = new Set();
                    this.closed = 0;
                    this.#scopes = new Map();
                    this.#time = -Infinity;
                  }

                  /** Counts what is registered, unless it was counted a short time ago. */
                  take(tables) {
                    if (tables.now - this.#time < interval) return;
                    this.#time = tables.now;
                    const open = counts(scopes(tables));
                    for (const [name, count] of this.#scopes) this.closed += Math.max(0, count - (open.get(name) ?? 0));
                    this.#scopes = open;
                    const all = observers(tables);
                    for (const { at } of all.filter(isOnMain)) this.onMain.add(at);
                    for (const { at } of all.filter(isWaiting)) this.waiting.add(at);
                    this.places = this.#grown(this.places, counts(all.map(({ at }) => at)));
                    this.owners = this.#grown(this.owners, counts(all.map(({ owner }) => owner).filter(Boolean)));
                  }

                  /** Adds to each count how often it grew. A count that falls begins again. */
                  #grown(before, counts) {
                    return new Map([...counts].map(([name, count]) => {
                      const old = before.get(name);
                      if (!old || count < old.count) return [name, { count, growth: 0, closed: this.closed }];
                      return [name, { ...old, count, growth: old.growth + (count > old.count) }];
                    }));
                  }
                }
                """###
        ),
        PageAsset(
            path: "/connection.js",
            text: ###"""
                // The app: its stream of events, its tables and its commands.

                const token = location.hash.slice(1);

                // Another fragment has the token of an app that was started again.
                addEventListener("hashchange", () => location.reload());

                const headers = { "X-Signalbox-Token": token };

                export const hasToken = token.length > 0;

                async function fetched(path) {
                  const answer = await fetch(path, { headers });
                  if (!answer.ok) throw new Error(await answer.text());
                  return answer;
                }

                /** Asks for JSON. */
                export const ask = async (path) => (await fetched(path)).json();

                /** Asks for a file. */
                export const download = async (path) => (await fetched(path)).blob();

                /** Sends a command, and returns the text of the answer. */
                export async function command(name, content = {}) {
                  const body = JSON.stringify(content);
                  const answer = await fetch("/api/" + name, { method: "POST", headers, body });
                  const text = await answer.text();
                  if (!answer.ok) throw new Error(text || answer.statusText);
                  return text;
                }

                /** Follows the stream, and begins again when the app was started again. */
                export async function follow({ message, state, status }) {
                  for (;;) {
                    try {
                      const answer = await fetch("/api/live", { headers });
                      if (!answer.ok) {
                        status("gone", await answer.text());
                        if (answer.status === 403) return;
                      } else {
                        status("live", "live");
                        await read(answer.body, { message, state });
                        status("gone", "the app has ended");
                      }
                    } catch {
                      status("gone", "the app does not answer");
                    }
                    await new Promise((done) => setTimeout(done, 1000));
                  }
                }

                async function read(body, { message, state }) {
                  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
                  let rest = "";
                  // A stream begins with all events that are recorded.
                  message({ cleared: true, reset: true, texts: [], rows: [] });
                  for (;;) {
                    const { value, done } = await reader.read();
                    if (done) return;
                    const parts = (rest + value).split("\n\n");
                    rest = parts.pop();
                    for (const part of parts) {
                      const data = part.slice(part.indexOf("data: ") + 6);
                      if (part.startsWith("event: state")) state(JSON.parse(data));
                      else if (part.startsWith("data: ")) message(JSON.parse(data));
                    }
                  }
                }
                """###
        ),
        PageAsset(
            path: "/density.js",
            text: ###"""
                // How many events there were in each of the last 60 seconds. A drag chooses some of them.

                import { find, make } from "./dom.js";

                export class Density {
                  #bars = Array.from({ length: 60 }, () => make("i"));

                  /** The labels of the scale: the height of the highest bar, and the seconds of the first and of the last one. */
                  #most = make("span");
                  #from = make("span");
                  #to = make("span");

                  /** The second of the first bar. */
                  #first = 0;

                  /** The bars at which a drag began and at which it is; `undefined` without a drag. */
                  #drag;

                  /** Calls a function with the words of a search. */
                  constructor(store, choose) {
                    this.store = store;
                    this.choose = choose;
                    this.view = find("density");
                    this.view.append(make("b", {}, this.#most, this.#from), ...this.#bars, make("b", {}, this.#to));
                    this.view.addEventListener("pointerdown", ({ target }) => this.#begin(this.#bars.indexOf(target)));
                    this.view.addEventListener("pointermove", ({ target }) => this.#move(this.#bars.indexOf(target)));
                    addEventListener("pointerup", () => this.#end());
                  }

                  #begin(bar) {
                    if (bar < 0) return;
                    this.#drag = { start: bar, now: bar };
                    this.#mark();
                  }

                  #move(bar) {
                    if (!this.#drag || bar < 0) return;
                    this.#drag.now = bar;
                    this.#mark();
                  }

                  #end() {
                    if (!this.#drag) return;
                    const [from, to] = this.#range;
                    this.#drag = undefined;
                    this.#mark();
                    this.choose(`time:${this.#first + from}-${this.#first + to + 1}`);
                  }

                  /** The first and the last bar of the drag. */
                  get #range() {
                    const { start, now } = this.#drag;
                    return start < now ? [start, now] : [now, start];
                  }

                  #mark() {
                    const [from, to] = this.#drag ? this.#range : [0, -1];
                    this.#bars.forEach((bar, index) => {
                      bar.className = index >= from && index <= to ? "chosen" : "";
                    });
                  }

                  /** Draws the last 60 seconds. During a drag, the bars stay as they are. */
                  draw() {
                    if (this.#drag) return;
                    const { seconds, lastSecond } = this.store;
                    this.#first = Math.max(0, lastSecond - this.#bars.length + 1);
                    const counts = this.#bars.map((_, index) => seconds.get(this.#first + index) ?? 0);
                    const most = Math.max(...counts, 1);
                    this.#most.textContent = `${most.toLocaleString("en")}/s`;
                    this.#from.textContent = `${this.#first} s`;
                    this.#to.textContent = `${this.#first + this.#bars.length - 1} s`;
                    this.#bars.forEach((bar, index) => {
                      bar.style.setProperty("--share", counts[index] / most);
                      bar.title = `second ${this.#first + index}: ${counts[index].toLocaleString("en")} events`;
                    });
                  }
                }
                """###
        ),
        PageAsset(
            path: "/detail.js",
            text: ###"""
                // The selected event: because of what, what changed, and what it led to.

                import { button, duration, find, link, longest, make, shortened } from "./dom.js";
                import { changes } from "./diff.js";
                import { choice, edit } from "./editor.js";
                import { expectation } from "./expectation.js";
                import { written } from "./search.js";
                import { causes, grouped, isBad } from "./store.js";

                const name = (event) => `${event.kind} ${event.subject} ${event.receiver ?? event.at}`;

                function changeLine({ path, old, now }) {
                  const line = make("div", {}, path ? path + "  " : "");
                  if (old === undefined) line.append(make("span", { class: "good" }, "+ " + now));
                  else if (now === undefined) line.append(make("span", { class: "bad" }, "− " + old));
                  else line.append(make("span", { class: "old" }, old), " → ", make("span", { class: "good" }, now));
                  return line;
                }

                function values(event) {
                  if (event.values.length === 2) {
                    const found = changes(event.values);
                    const whole = make("div", { hidden: true, class: "whole" },
                      make("div", { class: "old" }, event.values[0]), make("div", { class: "good" }, event.values[1]));
                    const show = link("whole value", () => { whole.hidden = !whole.hidden; });
                    const lines = found.length ? shortened(found, changeLine) : [sameness(event.values)];
                    return ["changed", ...lines, show, whole];
                  }
                  return event.values.length ? ["value", make("div", {}, event.values[0])] : undefined;
                }

                /** The sentence about two values that show no difference. */
                function sameness(values) {
                  const [old, now] = values;
                  if (old.endsWith("…") && now.endsWith("…")) {
                    const size = new TextEncoder().encode(now.slice(0, -1)).length;
                    return `no difference in the first ${size.toLocaleString("en")} bytes: the values were cut there`;
                  }
                  if (now.includes("(redacted)")) return "nothing that is shown: the values have parts that are redacted";
                  return "nothing";
                }

                const orNothing = (elements) =>
                  (elements.length ? make("div", { class: "chain" }, ...elements) : "nothing recorded");

                /** The properties that the details of an event show, as one text to compare. */
                const state = (event) => [event.outcome, event.took, event.values.length, event.effects.length,
                  ...event.effects.slice(-longest).map(({ took }) => took)].join();

                export class Detail {
                  #event;
                  #state;

                  /** Shows events; the actions are those of the page. */
                  constructor(actions) {
                    this.actions = actions;
                  }

                  /** Shows no buttons any more that act on the app. */
                  leaveApp() {
                    const { choose, search, announce } = this.actions;
                    this.actions = { choose, search, announce, close: this.actions.close };
                    this.hide();
                  }

                  hide() {
                    this.#event = undefined;
                    find("detail").hidden = true;
                    find("detail").replaceChildren();
                  }

                  /** Shows the event again if it or its effects have changed, and nothing in the details has the focus. */
                  update() {
                    if (!this.#event || this.#state === state(this.#event)) return;
                    if (!find("detail").querySelector(":focus")) this.show(this.#event);
                  }

                  show(event) {
                    this.#event = event;
                    this.#state = state(event);
                    const list = make("dl");
                    const add = (term, ...content) =>
                      list.append(make("dt", {}, term), make("dd", {}, ...content));
                    add("because of", this.#causes(event));
                    const described = values(event);
                    if (described) add(...described);
                    add("led to", this.#effects(event));
                    add("open", ...this.#places(event));
                    add("outcome", make("span", { class: isBad(event) ? "bad" : "" }, event.outcome),
                      `, ${duration(event.took)}, thread ${event.thread}`, event.scope ? `, in ${event.scope}` : "");
                    find("detail").hidden = false;
                    find("detail").replaceChildren(
                      make("h2", {}, `${event.kind} ${event.subject}`), list, this.#buttons(event));
                  }

                  #causes(event) {
                    const cause = (cause) => link("← " + name(cause), () => this.actions.choose(cause));
                    return orNothing(shortened(causes(event), cause));
                  }

                  #effects(event) {
                    return orNothing(shortened(grouped(event.effects, name), (group) => this.#effect(group)));
                  }

                  #effect({ text, count, event }) {
                    const times = count > 1 ? `, ${count} times` : "";
                    const took = event.took >= 0 ? `, ${count > 1 ? "slowest " : ""}${duration(event.took)}` : ", running";
                    return link(text + times + took, () => this.actions.choose(event));
                  }

                  #places(event) {
                    const { announce } = this.actions;
                    const open = (at) => link(at, () => edit(at).then(announce, (error) => announce(error.message)));
                    const receiver = event.receiver ? [" → ", open(event.receiver)] : [];
                    return [open(event.at), ...receiver, " in ", choice];
                  }

                  #buttons(event) {
                    const { search, mute, replay, close } = this.actions;
                    const line = expectation(event);
                    const buttons = make("div", { class: "sub" },
                      button("Copy as test", () => this.#copy(line), { title: line, id: "copy" }),
                      button("All of this", () => search(`kind:${event.kind} ${written(event.subject)}`)));
                    if (mute) buttons.append(button("Mute " + event.subject.slice(0, 40), () => mute(event.subject)));
                    if (replay && /^(post|set)$/.test(event.kind)) buttons.append(button("Replay", () => replay(event)));
                    if (replay && event.kind === "route") buttons.append(button("Explain", () => replay(event)));
                    buttons.append(button("Close", close, { title: "Escape" }));
                    return buttons;
                  }

                  async #copy(line) {
                    try {
                      await navigator.clipboard.writeText(line);
                      this.actions.announce("copied: " + line);
                    } catch {
                      this.actions.announce(line);
                    }
                  }
                }
                """###
        ),
        PageAsset(
            path: "/diff.js",
            text: ###"""
                // The changes between two printed values.

                /** The deepest nesting that is read. */
                const deepest = 64;

                const ends = { "(": ")", "[": "]" };

                /** The characters of a word: all but brackets, commas, quotation marks, and a colon before a space. */
                const wordEnd = /(?:[^,()[\]":]|:(?! ))*/y;

                /** Reads a printed value: `Cart(lines: [Line(id: 1)], total: 3900)`. A value that it cannot read becomes one text. */
                export function parse(text) {
                  const reader = new Reader(text);
                  const result = reader.value(0);
                  return reader.isAtEnd && !reader.isTooDeep ? result : { text };
                }

                class Reader {
                  index = 0;
                  isTooDeep = false;

                  constructor(text) {
                    this.text = text;
                  }

                  get isAtEnd() { return this.index >= this.text.length; }
                  get next() { return this.text[this.index]; }
                  get isAtColon() { return this.text.startsWith(": ", this.index); }

                  /** Reads a name, a number or a text, and the parts in brackets that follow it. */
                  value(depth) {
                    const start = this.index;
                    if (this.next === '"') this.quotation();
                    else this.word();
                    const end = ends[this.next];
                    if (!end) return { text: this.text.slice(start, this.index).trim() };
                    this.index++;
                    const parts = this.parts(end, depth + 1);
                    return { text: this.text.slice(start, this.index).trim(), parts, isList: end === "]" };
                  }

                  word() {
                    wordEnd.lastIndex = this.index;
                    wordEnd.test(this.text);
                    this.index = wordEnd.lastIndex;
                  }

                  quotation() {
                    this.index++;
                    while (!this.isAtEnd && this.next !== '"') this.index += this.next === "\\" ? 2 : 1;
                    this.index++;
                  }

                  /** Reads parts up to the bracket at their end. */
                  parts(end, depth) {
                    const parts = [];
                    if (depth > deepest) {
                      this.isTooDeep = true;
                      this.index = this.text.length;
                    }
                    while (!this.isAtEnd && this.next !== end) {
                      parts.push(this.part(depth));
                      this.separator(end);
                    }
                    this.index++;
                    return parts;
                  }

                  part(depth) {
                    const first = this.value(depth);
                    if (!this.isAtColon) return first;
                    this.index += 2;
                    return { ...this.value(depth), label: first.text };
                  }

                  /** Skips a comma with its spaces, and a closing bracket that has no opening one. */
                  separator(end) {
                    if (this.next === ",") this.index++;
                    while (this.next === " ") this.index++;
                    if (/[)\]]/.test(this.next ?? "") && this.next !== end) this.index++;
                  }
                }

                const identity = (part) => part.label ?? part.parts?.find((field) => field.label === "id")?.text;

                const join = (path, name) => (path ? (name.startsWith("[") ? path + name : path + "." + name) : name);

                function compare(old, now, path, found) {
                  if (old.text === now.text) return;
                  if (!old.parts || !now.parts || old.isList !== now.isList) {
                    found.push({ path, old: old.text, now: now.text });
                    return;
                  }
                  const isKeyed = (parts) => parts.every((part) => identity(part) !== undefined) &&
                    new Set(parts.map(identity)).size === parts.length;
                  if (isKeyed(old.parts) && isKeyed(now.parts)) return compareKeyed(old, now, path, found);
                  compareListed(old, now, path, found);
                }

                function compareKeyed(old, now, path, found) {
                  const name = (part) => (now.isList ? `[${identity(part)}]` : part.label);
                  const before = new Map(old.parts.map((part) => [identity(part), part]));
                  for (const part of now.parts) {
                    const same = before.get(identity(part));
                    before.delete(identity(part));
                    if (same) compare(same, part, join(path, name(part)), found);
                    else found.push({ path: join(path, name(part)), now: part.text });
                  }
                  for (const part of before.values()) found.push({ path: join(path, name(part)), old: part.text });
                }

                /** Compares lists whose items have no identity. Equal items at both ends are skipped. */
                function compareListed(old, now, path, found) {
                  let [left, right] = [old.parts, now.parts];
                  let start = 0;
                  while (start < Math.min(left.length, right.length) && left[start].text === right[start].text) start++;
                  let end = 0;
                  while (end < Math.min(left.length, right.length) - start &&
                    left[left.length - 1 - end].text === right[right.length - 1 - end].text) end++;
                  left = left.slice(start, left.length - end);
                  right = right.slice(start, right.length - end);
                  for (let index = 0; index < Math.max(left.length, right.length); index++) {
                    const name = join(path, `[${start + index}]`);
                    if (left[index] && right[index]) compare(left[index], right[index], name, found);
                    else found.push({ path: name, old: left[index]?.text, now: right[index]?.text });
                  }
                }

                /** The changes between the first and the second of two printed values. */
                export function changes(values) {
                  if (values.length !== 2) return [];
                  const found = [];
                  compare(parse(values[0]), parse(values[1]), "", found);
                  return found;
                }
                """###
        ),
        PageAsset(
            path: "/dom.js",
            text: ###"""
                // Elements are made of text alone: what an app says is never read as HTML.

                /** Makes an element. Functions among the properties are listeners. */
                export function make(name, properties = {}, ...children) {
                  const element = document.createElement(name);
                  for (const [key, value] of Object.entries(properties)) {
                    if (typeof value === "function") element.addEventListener(key, value);
                    else if (key === "class") element.className = value;
                    else if (value === true) element.setAttribute(key, "");
                    else if (value !== false && value != null) element.setAttribute(key, value);
                  }
                  element.append(...children.filter((child) => child != null).map((child) =>
                    child instanceof Node ? child : document.createTextNode(String(child))));
                  return element;
                }

                export const find = (id) => document.getElementById(id);

                export const button = (text, click, properties = {}) =>
                  make("button", { type: "button", click, ...properties }, text);

                export const link = (text, click) => button(text, click, { class: "link" });

                /** A table of cells; what is no element is text. */
                export function table(heads, rows) {
                  const cell = (content) =>
                    content instanceof HTMLTableCellElement ? content : make("td", {}, content ?? "");
                  return make("table", {},
                    make("thead", {}, make("tr", {}, ...heads.map((head) => make("th", { scope: "col" }, head)))),
                    make("tbody", {}, ...rows.map((row) => make("tr", {}, ...row.map(cell)))));
                }

                /** The longest list that is shown. */
                export const longest = 50;

                /** The first items as elements, and the number of the others. */
                export function shortened(items, element) {
                  const elements = items.slice(0, longest).map(element);
                  const rest = items.length - longest;
                  return rest > 0 ? [...elements, `and ${rest.toLocaleString("en")} more`] : elements;
                }

                /** Nanoseconds as a person reads them. */
                export function duration(time) {
                  if (time < 0) return "running";
                  if (time < 1e3) return Math.round(time) + " ns";
                  if (time < 1e6) return (time / 1e3).toFixed(time < 1e4 ? 1 : 0) + " µs";
                  if (time < 1e9) return (time / 1e6).toFixed(time < 1e7 ? 1 : 0) + " ms";
                  return (time / 1e9).toFixed(2) + " s";
                }
                """###
        ),
        PageAsset(
            path: "/editor.js",
            text: ###"""
                // Source locations, opened in an editor on the machine of the app.

                import { command } from "./connection.js";
                import { make } from "./dom.js";

                const schemes = { "VS Code": "vscode", Cursor: "cursor", Zed: "zed", "Copy the path": "" };

                /** The choice of the editor, which the browser remembers. */
                export const choice = make("select", { "aria-label": "Editor", change: () => { localStorage.editor = choice.value; } },
                  ...Object.keys(schemes).map((name) => make("option", {}, name)));
                choice.value = localStorage.editor in schemes ? localStorage.editor : "VS Code";

                /** Opens a source location, and returns what is to be said of it. */
                export async function edit(at) {
                  const { path, line } = JSON.parse(await command("source", { at }));
                  const scheme = schemes[choice.value];
                  // The path is that of a file that the app has found. After the scheme, it cannot name another address.
                  if (scheme) open(`${scheme}://file${path.split("/").map(encodeURIComponent).join("/")}:${line}`, "_self");
                  else await navigator.clipboard.writeText(`${path}:${line}`).catch(() => {});
                  return `${path}:${line}`;
                }
                """###
        ),
        PageAsset(
            path: "/expectation.js",
            text: ###"""
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
                """###
        ),
        PageAsset(
            path: "/file.js",
            text: ###"""
                // Files in Chrome's trace-event format, as the app saves them.

                import { download } from "./connection.js";
                import { make } from "./dom.js";
                import { kinds } from "./store.js";

                /** Lets the browser save the recorded events. */
                export async function save() {
                  const address = URL.createObjectURL(await download("/api/trace"));
                  const anchor = make("a", { href: address, download: "trace.json" });
                  anchor.click();
                  setTimeout(() => URL.revokeObjectURL(address), 10_000);
                }

                /** Reads the events of a file, in the order in which they began. A mistake in one of them is an error. */
                export function read(text) {
                  const entries = JSON.parse(text)?.traceEvents;
                  if (!Array.isArray(entries)) throw new Error("this is no file of trace events");
                  const slices = entries.filter(isSlice);
                  if (!slices.length) throw new Error("the file has no events of Signalbox");
                  return slices.map(event).sort((left, right) => left.id - right.id);
                }

                /** Whether an entry is an event of Signalbox. Other slices of a file are left out. */
                const isSlice = (entry) =>
                  entry?.ph === "X" && kinds.includes(entry.cat) && entry.args?.id !== undefined;

                const isText = (value) => typeof value === "string";
                const isOptionalText = (value) => value === undefined || isText(value);
                const isTexts = (value) => value === undefined || (Array.isArray(value) && value.every(isText));
                const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
                const isOptionalCount = (value) => value === undefined || isCount(value);

                /** Microseconds that are a safe number of nanoseconds. */
                const isTime = (value) => typeof value === "number" && isCount(Math.round(value * 1e3));

                const rules = {
                  id: (value) => isCount(value) && value > 0,
                  cause: isOptionalCount,
                  type: isOptionalText,
                  at: isText,
                  receiver: isOptionalText,
                  scope: isOptionalText,
                  outcome: isText,
                  thread: isOptionalCount,
                  values: isTexts,
                };

                /** Makes an event of a slice. */
                function event({ name, ts, dur, cat, args }) {
                  const check = (isRight, property) => {
                    if (!isRight) throw new Error(`the file is wrong at event ${args.id}: its ${property} cannot be read`);
                  };
                  check(isText(name), "name");
                  check(isTime(ts), "ts");
                  check(isTime(dur), "dur");
                  for (const [property, rule] of Object.entries(rules)) check(rule(args[property]), property);
                  const { id, cause = 0, type, at, receiver, scope, outcome, thread = 0, values = [] } = args;
                  const isEnded = outcome !== "running" && outcome !== "end unknown";
                  return {
                    id, cause, kind: cat, subject: name.slice(cat.length + 1), type, at, receiver, scope, outcome, thread,
                    values,    time: Math.round(ts * 1e3), took: isEnded ? Math.round(dur * 1e3) : -1,
                  };
                }
                """###
        ),
        PageAsset(
            path: "/index.html",
            text: ###"""
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width">
                <meta name="color-scheme" content="light dark">
                <title>Signalbox</title>
                <link rel="icon" href="data:,">
                <link rel="stylesheet" href="inspector.css">
                <script type="module" src="app.js"></script>
                </head>
                <body>
                <header>
                  <h1>Signalbox</h1>
                  <span id="status" role="status">connecting</span>
                  <nav id="tabs" role="tablist" aria-label="Pages"></nav>
                  <span class="tools">
                    <span id="rate"></span>
                    <button id="stop" title="Stop or start recording in the app">Stop</button>
                    <button id="clear" title="Remove all events">Clear</button>
                    <button id="save" title="Save a file that Perfetto opens, too">Save</button>
                    <label class="button" title="Open a saved file">Open<input id="open" type="file"
                      accept=".json"></label>
                    <button id="live" title="Show the app again" hidden>Live</button>
                  </span>
                </header>
                <main>
                  <section id="timeline" role="tabpanel" aria-label="Timeline">
                    <div class="bar">
                      <input id="search" type="search" aria-label="Search" spellcheck="false"
                        placeholder="cart kind:set at:Cart/ to:Live/ scope:visit path:cart.lines >5ms time:12-15 failed -Tick">
                      <span id="shown"></span>
                      <span id="muted"></span>
                    </div>
                    <div id="kinds" class="bar" role="group" aria-label="Kinds that are recorded"></div>
                    <div class="split">
                      <div id="rows" tabindex="0" role="tree" aria-label="Events by cause">
                        <div id="space"></div>
                      </div>
                      <div id="density" role="group" aria-label="Events of the last 60 seconds: drag to choose"></div>
                      <aside id="detail" aria-label="Selected event" tabindex="0" hidden></aside>
                    </div>
                  </section>
                  <section id="registered" role="tabpanel" aria-label="Registered" hidden></section>
                  <section id="routes" role="tabpanel" aria-label="Routes" hidden></section>
                  <section id="warnings" role="tabpanel" aria-label="Warnings" hidden></section>
                  <section id="replay" role="tabpanel" aria-label="Replay" hidden></section>
                </main>
                </body>
                </html>
                """###
        ),
        PageAsset(
            path: "/inspector.css",
            text: ###"""
                :root {
                  --back: #fff; --front: #1b1d21; --dim: #667; --line: #d9dbe0; --panel: #f5f6f8;
                  --mark: #0a5bd3; --chosen: #dce9ff; --bad: #b3261e; --good: #1a7f37; --old: #8a4b00;
                  font: 13px/1.45 system-ui, sans-serif;
                }
                @media (prefers-color-scheme: dark) {
                  :root {
                    --back: #16181c; --front: #e6e8ec; --dim: #99a0ad; --line: #33373f; --panel: #1e2126;
                    --mark: #7fb2ff; --chosen: #23395c; --bad: #ff8a80; --good: #7ddc94; --old: #ffb86b;
                  }
                }
                * { box-sizing: border-box; }
                [hidden] { display: none !important; }
                html, body { height: 100%; margin: 0; }
                body { display: flex; flex-direction: column; background: var(--back); color: var(--front); }
                header, .bar {
                  display: flex; align-items: center; gap: 10px; flex-wrap: wrap; padding: 6px 12px;
                  border-bottom: 1px solid var(--line);
                }
                header { background: var(--panel); }
                h1 { font-size: 15px; margin: 0; }
                h2 { font-size: 13px; margin: 16px 0 6px; }
                main { flex: 1; min-height: 0; }
                main > section { height: 100%; overflow: auto; padding: 0 12px 24px; }
                #timeline { display: flex; flex-direction: column; overflow: hidden; padding: 0; }
                .tools { margin-left: auto; display: flex; gap: 6px; align-items: center; }
                #rate { min-width: 70px; text-align: right; }
                .split { flex: 1; min-height: 0; display: flex; flex-direction: column; }
                #search { flex: 1; min-width: 200px; }
                #status::before { content: "● "; color: var(--dim); }
                #status.live::before { color: var(--good); }
                #status.gone::before { color: var(--bad); }
                input, textarea, select, button, .button {
                  font: inherit; color: inherit; background: var(--back); border: 1px solid var(--line);
                  border-radius: 5px; padding: 3px 8px;
                }
                button, .button { cursor: pointer; }
                .button input { position: absolute; opacity: 0; width: 1px; }
                :focus-visible, .button:focus-within { outline: 2px solid var(--mark); outline-offset: 1px; }
                [role=tab] { border-color: transparent; background: none; }
                [role=tab][aria-selected=true] { border-color: var(--line); background: var(--chosen); }
                .toggle::before { content: "✓ "; color: var(--good); }
                .toggle[aria-pressed=false] { opacity: .6; text-decoration: line-through; }
                .toggle[aria-pressed=false]::before { content: "✕ "; color: var(--bad); }
                .link {
                  border: 0; padding: 0; background: none; color: var(--mark); text-align: left; font: inherit;
                }
                #rows { flex: 1; min-height: 120px; overflow: auto; position: relative; contain: strict; }
                #space { position: relative; min-width: 100%; }
                #density { flex: 0 0 34px; gap: 1px; display: flex; padding: 2px 12px 0; border-top: 1px solid var(--line); touch-action: none; }
                #density i { flex: 1; display: flex; align-items: end; cursor: col-resize; }
                #density i::before { content: ""; width: 80%; height: calc(var(--share) * 100%); background: var(--mark); }
                #density .chosen { background: var(--chosen); }
                #density b {
                  flex: 0 0 74px; display: flex; flex-direction: column; justify-content: space-between; text-align: right;
                  padding-right: 6px; color: var(--dim); font: 11px/14px ui-monospace, monospace;
                }
                #density b:last-child { flex-basis: 50px; justify-content: end; text-align: left; padding: 0 0 0 6px; }
                .row {
                  position: absolute; left: 0; right: 0; height: 22px; padding: 0 12px; display: flex; gap: 10px;
                  white-space: pre; overflow: hidden; font: 12px/22px ui-monospace, monospace; contain: strict;
                }
                .row.chosen { background: var(--chosen); }
                .row.context { opacity: .55; }
                .row .time { color: var(--dim); flex: 0 0 84px; text-align: right; }
                .row .what { flex: 1; overflow: hidden; text-overflow: ellipsis; }
                .row .at { flex: 0 1 clamp(120px, 22%, 250px); overflow: hidden; text-overflow: ellipsis; color: var(--dim); }
                .row .took { flex: 0 0 76px; text-align: right; }
                .row .end { flex: 0 1 auto; max-width: 30%; overflow: hidden; text-overflow: ellipsis; }
                .row .end:empty { display: none; }
                .fold { display: inline-block; width: 14px; color: var(--dim); cursor: pointer; }
                .kind { color: var(--mark); }
                .bad, .end.bad { color: var(--bad); }
                .good { color: var(--good); }
                .old { color: var(--old); }
                .dim { color: var(--dim); }
                #detail {
                  flex: 0 0 230px; overflow: auto; border-top: 1px solid var(--line); padding: 8px 12px;
                  background: var(--panel);
                }
                #detail h2 { margin-top: 0; }
                #detail dl { display: grid; grid-template-columns: 90px 1fr; gap: 4px 12px; margin: 0; }
                #detail dt { color: var(--dim); }
                #detail dd { margin: 0; min-width: 0; overflow-wrap: anywhere; }
                #detail dd > div, pre { font: 12px/1.5 ui-monospace, monospace; white-space: pre-wrap; margin: 0; }
                .chain { display: flex; flex-wrap: wrap; gap: 2px 8px; }
                table { border-collapse: collapse; width: 100%; margin-bottom: 12px; }
                th, td {
                  text-align: left; vertical-align: top; padding: 3px 10px 3px 0; overflow-wrap: anywhere;
                  border-bottom: 1px solid var(--line);
                }
                th { color: var(--dim); font-weight: 500; }
                td.value { font: 12px/1.5 ui-monospace, monospace; max-width: 480px; white-space: pre-wrap; }
                .sub { padding: 8px 0; display: flex; gap: 6px; flex-wrap: wrap; align-items: center; }
                .warning { border-left: 3px solid var(--bad); padding: 4px 10px; margin: 8px 0; }
                .hint { border-color: var(--line); }
                textarea { width: 100%; min-height: 90px; font: 12px/1.5 ui-monospace, monospace; }
                @media (min-width: 1500px) {
                  .split:has(#detail:not([hidden])) { display: grid; grid: 1fr auto / 1fr 400px; }
                  #detail { grid-area: 1 / 2 / 3 / 3; border-top: 0; border-left: 1px solid var(--line); }
                }
                """###
        ),
        PageAsset(
            path: "/registered.js",
            text: ###"""
                // What is registered: states, observers, calls, services, hooks and scopes.

                import { centers } from "./census.js";
                import { button, duration, find, link, make, table } from "./dom.js";
                import { written } from "./search.js";

                const tabs = ["States", "Observers", "Calls", "Services", "Hooks", "Scopes"];

                /** How often the handlers of a place were called, and how long that took. */
                export function uses(store) {
                  const uses = new Map();
                  for (const { receiver, took } of store.events.values()) {
                    if (!receiver) continue;
                    const use = uses.get(receiver) ?? { count: 0, total: 0, slowest: 0 };
                    use.count++;
                    use.total += Math.max(took, 0);
                    use.slowest = Math.max(use.slowest, took);
                    uses.set(receiver, use);
                  }
                  return uses;
                }

                /** How often something was called, and how long that took. */
                const times = (use) =>
                  (use ? `${use.count} × ${duration(use.total / use.count)}, slowest ${duration(use.slowest)}` : "");

                export class Registered {
                  #tab = "States";

                  constructor(store, search) {
                    this.store = store;
                    this.search = search;
                    this.filter = make("input", {
                      type: "search", placeholder: "Filter", "aria-label": "Filter", input: () => this.#narrow(),
                    });
                    this.choices = tabs.map((name) => button(name, () => this.#open(name), { role: "tab" }));
                    this.content = make("div");
                    find("registered").append(
                      make("div", { class: "sub", role: "tablist", "aria-label": "Registered" },
                        ...this.choices, this.filter),
                      this.content);
                  }

                  #open(name) {
                    this.#tab = name;
                    this.show(this.tables);
                  }

                  show(tables) {
                    this.tables = tables;
                    for (const choice of this.choices) {
                      choice.setAttribute("aria-selected", choice.textContent === this.#tab);
                    }
                    const content = tables ? this["show" + this.#tab](tables) : ["The app is not connected."];
                    const top = find("registered").scrollTop;
                    this.content.replaceChildren(...content);
                    this.#narrow();
                    find("registered").scrollTop = top;
                  }

                  #narrow() {
                    const text = this.filter.value.toLowerCase();
                    for (const row of this.content.querySelectorAll("tbody tr")) {
                      row.hidden = !row.textContent.toLowerCase().includes(text);
                    }
                  }

                  #place(at, prefix = "to:") {
                    return at ? link(at, () => this.search(prefix + written(at))) : "";
                  }

                  #name = ({ center, depth }) => "  ".repeat(depth) + (center.name ?? center.kind);

                  showStates({ centers: list }) {
                    const rows = [...centers(list, "states")].flatMap((one) => one.center.states.map((state) => [
                      link(state.name, () => this.search("kind:set " + written(state.name))),
                      make("td", { class: "value" }, state.value ?? "is being updated"),
                      state.type, state.observers, this.#place(state.lastSet, "at:"),
                      this.#name(one) + (state.isInherited ? " (from its parent)" : ""),
                    ]));
                    return [table(["state", "value", "type", "observers", "last set at", "center"], rows)];
                  }

                  #observations(list, kind) {
                    const used = uses(this.store);
                    return [...centers(list, kind)].flatMap((one) => one.center.observations.map((observer) => {
                      const use = used.get(observer.at);
                      const lagging = observer.waiting || observer.dropped;
                      return [
                        observer.what, this.#place(observer.at), observer.on ?? "anywhere", observer.owner ?? "token",
                        observer.form, observer.priority || "",
                        times(use),
                        make("td", { class: observer.dropped ? "bad" : "" },
                          lagging ? `${observer.waiting} / ${observer.dropped}` : ""),
                        this.#name(one),
                      ];
                    }));
                  }

                  #heads = ["what", "where", "runs on", "owner", "form", "priority", "this line was called", "waiting / dropped",
                    "center"];

                  showObservers({ centers: list }) {
                    const rows = this.#observations(list, "messages").concat(this.#observations(list, "states"));
                    const retained = [...centers(list, "messages")].flatMap((one) => one.center.retained.map((kept) =>
                      [kept.what, `${kept.messages.length} of ${kept.limit}`,
                        make("td", { class: "value" }, kept.messages.join("\n")), this.#name(one)]));
                    const kept = retained.length ? [make("h2", {}, "Retained messages"),
                      table(["type", "number", "messages", "center"], retained)] : [];
                    return [table(this.#heads, rows), ...kept];
                  }

                  showCalls({ centers: list }) {
                    return [table(this.#heads, this.#observations(list, "calls"))];
                  }

                  showServices({ centers: list }) {
                    const rows = [];
                    const used = uses(this.store);
                    const add = (scope) => {
                      for (const provider of scope.providers) {
                        rows.push([provider.what, provider.lifetime, provider.priority || "", provider.on ?? "anywhere",
                          times(used.get(provider.at)), this.#place(provider.at), `in ${scope.lifetime} ${scope.number}`]);
                      }
                      scope.children.forEach(add);
                    };
                    for (const { center } of centers(list, "calls")) if (center.services) add(center.services);
                    return [table(["protocol", "lifetime", "priority", "made on", "made", "where", "provided"], rows)];
                  }

                  showHooks({ joinPoints, pointcuts }) {
                    const hooks = (list) => make("td", {}, ...list.map((hook, index) => make("div", {},
                      `${index + 1}. ${hook.what} `, this.#place(hook.at))));
                    const points = joinPoints.map((point) => [
                      link(point.name, () => this.search("kind:hook " + written(point.name))), hooks(point.hooks),
                      point.isOnMainActor ? "main actor" : "", point.at,
                    ]);
                    const cuts = pointcuts.map(({ hook, joinPoints }) => [hook.what, this.#place(hook.at),
                      make("td", { class: joinPoints.length ? "" : "bad" }, joinPoints.join(", ") || "matches nothing")]);
                    return [make("h2", {}, "Join points that were reached"),
                      table(["join point", "hooks, outermost first", "runs on", "declared at"], points),
                      make("h2", {}, "Pointcuts"), table(["pointcut", "where", "join points"], cuts)];
                  }

                  showScopes({ centers: list }) {
                    const rows = [...centers(list)].map((one) => [
                      this.#name(one), one.center.kind, one.center.observations.length, one.center.states.length || "",
                      one.center.more ? `and ${one.center.more} more inside` : "",
                    ]);
                    const scopes = [];
                    const add = (scope, depth) => {
                      scopes.push(["  ".repeat(depth) + scope.lifetime + " " + scope.number,
                        scope.made.map((made) => made.what).join(", ") || "nothing",
                        scope.more ? `and ${scope.more} more inside` : ""]);
                      scope.children.forEach((child) => add(child, depth + 1));
                    };
                    for (const { center } of centers(list, "calls")) if (center.services) add(center.services, 0);
                    return [make("h2", {}, "Centers"), table(["center", "kind", "observations", "states", "not listed"], rows),
                      make("h2", {}, "Scopes of services"), table(["scope", "made in it", "not listed"], scopes)];
                  }
                }
                """###
        ),
        PageAsset(
            path: "/replay.js",
            text: ###"""
                // Messages that are posted again and states that are set, where the app offers it.

                import { ask, command } from "./connection.js";
                import { button, find, make } from "./dom.js";

                export class Replay {
                  #texts = new Map();

                  constructor() {
                    this.answer = make("p", { id: "answer", role: "status" });
                    this.list = make("div");
                    find("replay").append(this.answer, this.list);
                  }

                  /** Shows the offers. The one for the type or the state of an event has the value of that event. */
                  async show(event) {
                    let content;
                    try {
                      content = await ask("/api/offers" + (event ? "?event=" + event.id : ""));
                    } catch (error) {
                      this.answer.textContent = error.message;
                      return;
                    }
                    const { offers, message } = content;
                    const isOffered = offers.some((offer) => offer.subject === event?.subject);
                    this.answer.textContent = event && !isOffered
                      ? `${event.subject} is not offered: call inspector.offer in the app.` : "";
                    if (event && message) this.#texts.set("post " + event.subject, message);
                    const forms = offers.map((offer, index) => this.#form(offer, index, event));
                    this.list.replaceChildren(...(forms.length ? forms : [make("p", {},
                      "The app offers nothing. inspector.offer(ItemPicked.self, to: center) lets this page post.")]));
                    this.list.querySelector(".wanted")?.focus();
                  }

                  #form({ kind, subject, value }, index, event) {
                    const key = `${kind} ${subject}`;
                    const area = make("textarea", {
                      "aria-label": key, spellcheck: "false", class: event?.subject === subject ? "wanted" : "",
                      input: () => this.#texts.set(key, area.value),
                    });
                    area.value = this.#texts.get(key) ?? value ?? "{}";
                    const perform = async () => {
                      try {
                        await command("perform", { offer: index, value: area.value });
                        this.answer.textContent = `${key}: done`;
                      } catch (error) {
                        this.answer.textContent = `${key}: ${error.message}`;
                      }
                    };
                    return make("div", {}, make("h2", {}, key), area, button(kind === "set" ? "Set" : "Post again", perform));
                  }
                }
                """###
        ),
        PageAsset(
            path: "/routes.js",
            text: ###"""
                // Routes, and why a URL matches one or none.

                import { counts } from "./census.js";
                import { command } from "./connection.js";
                import { button, find, link, make, table } from "./dom.js";
                import { written } from "./search.js";

                /** The steps of a pattern, each of which begins with a slash. A slash within an optional part begins none. */
                const steps = (pattern) => pattern.split(/(?<=.)(?=\/(?![^(]*\)))/);

                /** The lines of a tree of routes. Routes that begin with the same steps are below these. */
                function* tree(routes, depth = 0) {
                  for (const [name, below] of Map.groupBy(routes, ({ steps }) => steps[depth])) {
                    const here = below.filter(({ steps }) => steps.length === depth + 1);
                    for (const route of here.length ? here : [undefined]) yield { name, depth, route };
                    yield* tree(below.filter(({ steps }) => steps.length > depth + 1), depth + 1);
                  }
                }

                export class Routes {
                  constructor(store, search) {
                    this.store = store;
                    this.search = search;
                    this.field = make("input", {
                      type: "text", size: 60, "aria-label": "URL", placeholder: "A URL or a path", id: "url",
                      spellcheck: "false", keydown: (event) => event.key === "Enter" && this.explain(),
                    });
                    this.answer = make("pre", { id: "explanation", role: "status" });
                    this.list = make("div");
                    this.opening = button("Open it in the app", () => this.#open(), { hidden: true });
                    find("routes").append(
                      make("div", { class: "sub" }, this.field, button("Explain", () => this.explain()), this.opening),
                      this.answer, this.list);
                  }

                  async explain(url = this.field.value) {
                    this.field.value = url;
                    try {
                      const answers = JSON.parse(await command("explain", { url }));
                      this.answer.textContent = answers.map((answer) => answer.text).join("\n\n") ||
                        "No router is watched: add it to Inspector.start(watching:).";
                    } catch (error) {
                      this.answer.textContent = error.message;
                    }
                  }

                  async #open() {
                    try {
                      this.answer.textContent = await command("open", { url: this.field.value });
                    } catch (error) {
                      this.answer.textContent = error.message;
                    }
                  }

                  show(tables) {
                    this.opening.hidden = !tables?.opens;
                    const hits = this.#hits();
                    const sections = (tables?.routers ?? []).flatMap((router) => this.#router(router, hits));
                    this.list.replaceChildren(...sections);
                  }

                  /** How often the handler of each place was called. */
                  #hits() {
                    const deliveries = [...this.store.events.values()].filter(({ kind }) => kind === "delivery");
                    return counts(deliveries.map(({ receiver }) => receiver));
                  }

                  /** A router: its guards, its fallback, and its routes as a tree. */
                  #router({ name, guards, fallback, routes }, hits) {
                    const lines = tree(routes.map((route) => ({ ...route, steps: steps(route.pattern) })));
                    const before = guards.length ? ["Guards before all routes: ", ...this.#guards(guards), ". "] : [];
                    const after = fallback ? `What it does not handle is passed to ${fallback}.` : "";
                    return [
                      make("h2", {}, name),
                      make("p", {}, ...before, after),
                      table(["pattern", "guards", "redirect", "priority", "handled", "where"],
                        [...lines].map((line) => this.#row(line, guards.length, hits))),
                    ];
                  }

                  /** The row of a line of the tree, without the guards of the router, which all routes have. */
                  #row({ name, depth, route }, guardCount, hits) {
                    const pattern = make("td", { class: "value" }, "  ".repeat(depth) + name);
                    if (!route) return [pattern, "", "", "", "", ""];
                    const place = link(route.at, () => this.search("to:" + written(route.at)));
                    return [
                      pattern, make("td", {}, ...this.#guards(route.guards.slice(guardCount))),
                      route.redirect ? "→ " + route.redirect : "", route.priority || "", hits.get(route.at) ?? "", place,
                    ];
                  }

                  /** The names of guards, which lead to their events. */
                  #guards(guards) {
                    return guards.flatMap(({ name, at }, index) =>
                      [index ? ", " : "", link(name, () => this.search("kind:guard to:" + written(at)))]);
                  }
                }
                """###
        ),
        PageAsset(
            path: "/search.js",
            text: ###"""
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
                """###
        ),
        PageAsset(
            path: "/situation.js",
            text: ###"""
                // The input of the rules of warnings: the events, and the tables of what is registered.

                import { centers, isOnMain, isWaiting, observers } from "./census.js";
                import { grouped } from "./store.js";

                /** The time after which hints are given. */
                const settled = 60e9;

                export const place = (event) => `${event.kind} ${event.subject} at ${event.receiver ?? event.at}`;

                export class Situation {
                  constructor(store, tables, census) {
                    this.events = [...store.events.values()];
                    this.tables = tables;
                    this.census = census;
                    this.now = this.events.reduce((time, event) => Math.max(time, event.time), tables?.now ?? 0);
                    this.observers = observers(tables);
                    this.onMain = this.#mainPlaces();
                    this.waiting = this.#waitingPlaces();
                    this.mainJoinPoints = new Set(
                      tables?.joinPoints.filter(({ isOnMainActor }) => isOnMainActor).map(({ name }) => name));
                    this.handlers = this.events.filter(({ kind, receiver }) =>
                      /^(delivery|hook|service)$/.test(kind) && !this.waiting.has(receiver));
                    this.others = this.handlers.filter((event) => !this.isOnMain(event));
                  }

                  /** The places of observers on the main actor, also of those that have ended. */
                  #mainPlaces() {
                    return new Set([...this.census.onMain, ...this.observers.filter(isOnMain).map(({ at }) => at)]);
                  }

                  #waitingPlaces() {
                    return new Set([...this.census.waiting, ...this.observers.filter(isWaiting).map(({ at }) => at)]);
                  }

                  isOnMain({ kind, receiver, subject }) {
                    if (kind === "delivery") return this.onMain.has(receiver);
                    return kind === "hook" && this.mainJoinPoints.has(subject);
                  }

                  /** The events of a rule by their names, the most frequent first. */
                  of(rule, name = place) {
                    return grouped(this.events.filter(rule), name).sort((left, right) => right.count - left.count);
                  }

                  get isSettled() {
                    return this.tables?.since !== undefined && this.now - this.tables.since > settled;
                  }

                  /** The states of all centers, by their names. */
                  get states() {
                    const all = [...centers(this.tables.centers, "states")].flatMap(({ center }) => center.states);
                    return [...Map.groupBy(all, ({ name }) => name)].map(([name, states]) => ({
                      name,
                      isSeen: states.some(({ observers }) => observers),
                      isSet: states.some(({ lastSet }) => lastSet),
                    }));
                  }
                }
                """###
        ),
        PageAsset(
            path: "/store.js",
            text: ###"""
                // The events, as a tree of causes.

                /** The kinds of events. */
                export const kinds = ["post", "delivery", "set", "call", "request", "hook", "moment", "service", "route",
                  "guard", "redirect", "span"];

                /** The number of events, and of characters of their values, that are kept. */
                const limit = 100_000;
                const valueLimit = 32 << 20;

                /** The number of seconds whose events are counted: those that are drawn. */
                const secondLimit = 60;

                /** The columns of the rows of the stream. Those in `texts` are numbers of texts. After the last column are the values. */
                const columns = ["id", "cause", "kind", "subject", "type", "at", "receiver", "scope", "outcome", "time", "took", "thread"];
                const texts = new Set(["kind", "subject", "type", "at", "receiver", "scope", "outcome"]);

                export class Store {
                  events = new Map();
                  roots = [];
                  lost = 0;
                  count = 0;
                  version = 0;
                  texts = [];
                  /** How many events began in each second. */
                  seconds = new Map();
                  lastSecond = 0;
                  /** How many characters the values have. */
                  valueSize = 0;
                  /** The number of the last search. */
                  #search = 0;

                  clear() {
                    this.events.clear();
                    this.seconds.clear();
                    this.lastSecond = 0;
                    this.valueSize = 0;
                    this.roots = [];
                    this.lost = 0;
                    this.version++;
                  }

                  /** Takes a message of the stream. */
                  take(message) {
                    if (message.cleared) this.clear();
                    if (message.reset) this.texts = [];
                    this.texts.push(...message.texts);
                    if (message.lost) this.lose(message.lost);
                    for (const row of message.rows) this.put(this.read(row));
                    this.version++;
                  }

                  /** Counts lost changes. The ends of running events may be among them. */
                  lose(count) {
                    this.lost += count;
                    for (const event of this.events.values()) {
                      if (!isRunning(event)) continue;
                      event.outcome = "end unknown";
                    }
                  }

                  /** Makes an event of a row. */
                  read(row) {
                    const event = { values: row.slice(columns.length) };
                    columns.forEach((name, index) => {
                      event[name] = texts.has(name) ? this.texts[row[index]] : row[index];
                    });
                    return event;
                  }

                  /** Adds an event, or changes the one of its number. */
                  put(event) {
                    // The hook that records a join point belongs to the inspector, and is not shown as the receiver.
                    if (event.receiver?.startsWith("Inspector/")) event.receiver = undefined;
                    const known = this.events.get(event.id);
                    if (known) {
                      this.valueSize += size(event) - size(known);
                      Object.assign(known, event);
                      return;
                    }
                    event.effects = [];
                    event.found = 0;
                    event.isCause = false;
                    event.parent = this.events.get(event.cause);
                    (event.parent ? event.parent.effects : this.roots).push(event);
                    this.events.set(event.id, event);
                    this.count++;
                    this.#countSecond(Math.floor(event.time / 1e9));
                    this.valueSize += size(event);
                    if (this.events.size > limit) this.forgetOldest();
                    if (this.valueSize > valueLimit) this.forgetValues();
                  }

                  #countSecond(second) {
                    this.seconds.set(second, (this.seconds.get(second) ?? 0) + 1);
                    if (second <= this.lastSecond) return;
                    this.lastSecond = second;
                    for (const old of this.seconds.keys()) {
                      if (old <= second - secondLimit) this.seconds.delete(old);
                    }
                  }

                  /** Removes the values of the oldest events, until at most three quarters of the limit are left. */
                  forgetValues() {
                    for (const event of this.events.values()) {
                      if (this.valueSize <= valueLimit * 0.75) return;
                      this.valueSize -= size(event);
                      event.values = [];
                    }
                  }

                  /** Removes the tenth of the events that began first. Each removal takes time linear in all events. */
                  forgetOldest() {
                    const old = [...this.events.keys()].sort((left, right) => left - right).slice(0, limit / 10);
                    const gone = new Set(old);
                    for (const id of old) {
                      this.valueSize -= size(this.events.get(id));
                      this.events.delete(id);
                    }
                    const orphans = [];
                    for (const event of this.events.values()) {
                      if (event.parent && gone.has(event.parent.id)) {
                        event.parent = undefined;
                        orphans.push(event);
                      }
                    }
                    this.roots = this.roots.filter((event) => !gone.has(event.id)).concat(orphans)
                      .sort((left, right) => left.id - right.id);
                  }

                  /** The rows of the tree, without effects of folded events. In a search: the events that match, and their causes. */
                  rows(matches) {
                    if (matches) this.#find(matches);
                    const rows = [];
                    const open = [];
                    const push = (events, depth) => {
                      if (!matches && depth > 0 && events.length > 1) return open.push(...alike(events, depth).reverse());
                      for (let index = events.length - 1; index >= 0; index--) {
                        const event = events[index];
                        if (!matches) open.push(new Row(event, depth, false));
                        else if (event.found === this.#search) open.push(new Row(event, depth, event.isCause));
                      }
                    };
                    push(this.roots, 0);
                    while (open.length) {
                      const row = open.pop();
                      rows.push(row);
                      if (row.event.effects.length && !row.event.isFolded) push(row.event.effects, row.depth + 1);
                    }
                    return rows;
                  }

                  /** Marks the events that match, and their causes, with the number of this search. */
                  #find(matches) {
                    const search = ++this.#search;
                    for (const event of this.events.values()) {
                      if (!matches(event)) continue;
                      event.found = search;
                      event.isCause = false;
                      for (let cause = event.parent; cause && cause.found !== search; cause = cause.parent) {
                        cause.found = search;
                        cause.isCause = true;
                      }
                    }
                  }
                }

                /** The number of characters of the values of an event. */
                const size = ({ values }) => values.reduce((sum, value) => sum + value.length, 0);

                /** A row of the tree: an event, or several that share the row. */
                class Row {
                  /** All events of the row; `undefined` if it has one. */
                  #merged;

                  constructor(event, depth, isContext) {
                    this.event = event;
                    this.depth = depth;
                    this.isContext = isContext;
                  }

                  /** The number of events. */
                  get count() { return this.#merged?.length ?? 1; }

                  has(event) { return this.#merged?.includes(event) ?? this.event === event; }

                  /** Takes another event. The row shows the slowest. */
                  merge(event) {
                    this.#merged ??= [this.event];
                    this.#merged.push(event);
                    if (event.took > this.event.took) this.event = event;
                  }
                }

                /** The rows of effects. Deliveries at one place that led to nothing share one row. */
                function alike(effects, depth) {
                  const places = new Map();
                  const rows = [];
                  for (const event of effects) {
                    const isPlain = event.kind === "delivery" && !event.effects.length && event.outcome === "done";
                    const row = isPlain ? places.get(event.receiver) : undefined;
                    if (row) {
                      row.merge(event);
                    } else {
                      rows.push(new Row(event, depth, false));
                      if (isPlain) places.set(event.receiver, rows.at(-1));
                    }
                  }
                  return rows;
                }

                /** Events by a text, in their order: how many, and the slowest. */
                export function grouped(events, name) {
                  const groups = new Map();
                  for (const event of events) {
                    const text = name(event);
                    const group = groups.get(text) ?? { text, count: 0, event };
                    group.count++;
                    if (event.took > group.event.took) group.event = event;
                    groups.set(text, group);
                  }
                  return [...groups.values()];
                }

                /** The causes of an event, the nearest first. */
                export function causes(event) {
                  const chain = [];
                  for (let cause = event.parent; cause; cause = cause.parent) chain.push(cause);
                  return chain;
                }

                /** Whether the outcome of an event is an error. Exported spans of the same outcomes have the status of an error. */
                export const isBad = (event) =>
                  !/^(done|running|queued|parked|redirected|end unknown)/.test(event.outcome ?? "");

                /** Whether an event runs. After a loss its outcome is `end unknown`, since its end may have been lost. */
                export const isRunning = (event) => event.took < 0 && event.outcome === "running";
                """###
        ),
        PageAsset(
            path: "/timeline.js",
            text: ###"""
                // The rows of events: the tree of causes, of which only what is visible is in the page.

                import { Density } from "./density.js";
                import { duration, find, make } from "./dom.js";
                import { search, words } from "./search.js";
                import { causes, isBad } from "./store.js";

                const height = 22;

                /** With more events, the rows are made at most once a second: making them takes longer than a frame. */
                const many = 20_000;

                export class Timeline {
                  rows = [];
                  chosen;
                  matches;
                  lines = [];
                  #shown = -1;
                  #time = 0;
                  #follows = true;
                  #isWaiting = false;

                  constructor(store, onChoose) {
                    this.store = store;
                    this.onChoose = onChoose;
                    this.view = find("rows");
                    this.space = find("space");
                    this.field = find("search");
                    this.density = new Density(store, (time) =>
                      this.search([...words(this.field.value).filter((word) => !word.startsWith("time:")), time].join(" ")));
                    this.view.addEventListener("scroll", () => this.#scrolled());
                    this.view.addEventListener("click", (event) => this.#clicked(event));
                    this.view.addEventListener("keydown", (event) => this.#pressed(event));
                    this.field.addEventListener("input", () => this.search(this.field.value));
                    new ResizeObserver(() => this.draw()).observe(this.view);
                  }

                  search(text) {
                    if (this.field.value !== text) this.field.value = text;
                    this.matches = search(text);
                    this.#shown = -1;
                    this.update();
                  }

                  /** Makes the rows again if the events, the search or the folded events have changed. */
                  update() {
                    if (this.#shown === this.store.version) return;
                    if (this.chosen && this.#isForgotten(this.chosen)) this.chosen = undefined;
                    const now = performance.now();
                    const isSoon = this.store.events.size > many && now - this.#time < 1000;
                    if (isSoon && this.#shown >= 0) return;
                    this.#time = now;
                    this.#shown = this.store.version;
                    this.rows = this.store.rows(this.matches);
                    this.space.style.height = this.rows.length * height + "px";
                    find("shown").textContent = `${this.rows.length.toLocaleString("en")} rows of ` +
                      `${this.store.events.size.toLocaleString("en")} events` +
                      (this.store.lost ? `, ${this.store.lost.toLocaleString("en")} lost` : "");
                    this.density.draw();
                    if (this.#follows) this.view.scrollTop = this.rows.length * height;
                    this.draw();
                  }

                  /** Draws the visible rows before the next frame. */
                  draw() {
                    if (this.#isWaiting) return;
                    this.#isWaiting = true;
                    requestAnimationFrame(() => {
                      this.#isWaiting = false;
                      this.#draw();
                    });
                  }

                  #draw() {
                    const first = Math.max(0, Math.floor(this.view.scrollTop / height) - 4);
                    const count = Math.min(this.rows.length - first, Math.ceil(this.view.clientHeight / height) + 8);
                    while (this.lines.length < count) this.lines.push(this.#line());
                    for (let index = 0; index < this.lines.length; index++) {
                      const line = this.lines[index];
                      const row = index < count ? this.rows[first + index] : undefined;
                      line.element.hidden = !row;
                      if (row) this.#fill(line, row, first + index);
                    }
                    const chosen = this.lines.find((line) => !line.element.hidden && line.isChosen);
                    if (chosen) this.view.setAttribute("aria-activedescendant", chosen.element.id);
                    else this.view.removeAttribute("aria-activedescendant");
                  }

                  #line() {
                    const parts = ["time", "fold", "kind", "text", "at", "took", "end"];
                    const line = {};
                    for (const part of parts) line[part] = make("span", { class: part });
                    line.what = make("span", { class: "what" }, line.fold, line.kind, line.text);
                    line.element = make("div", { class: "row", role: "treeitem", id: `row${this.lines.length}` },
                      line.time, line.what, line.end, line.at, line.took);
                    this.space.append(line.element);
                    return line;
                  }

                  #fill(line, row, index) {
                    const { event, depth, isContext } = row;
                    line.event = event;
                    const isChosen = row.has(this.chosen);
                    line.isChosen = isChosen;
                    line.element.className = "row" + (isChosen ? " chosen" : "") + (isContext ? " context" : "");
                    line.element.style.transform = `translateY(${index * height}px)`;
                    line.element.setAttribute("aria-level", depth + 1);
                    line.element.setAttribute("aria-selected", isChosen);
                    if (event.effects.length) line.element.setAttribute("aria-expanded", !event.isFolded);
                    else line.element.removeAttribute("aria-expanded");
                    line.time.textContent = (event.time / 1e9).toFixed(6);
                    line.what.style.paddingLeft = Math.min(depth, 30) * 14 + "px";
                    line.fold.textContent = event.effects.length ? (event.isFolded ? "▸" : "▾") : "";
                    line.kind.textContent = event.kind;
                    line.text.textContent = " " + caption(event, row.count);
                    line.at.textContent = event.receiver ?? event.at;
                    line.took.textContent = duration(event.took);
                    line.end.className = isBad(event) ? "end bad" : "end";
                    line.end.textContent = event.outcome === "done" ? "" : event.outcome;
                  }

                  /** The event was removed, since later ones needed its place or all were cleared. */
                  #isForgotten(event) {
                    return this.store.events.get(event.id) !== event;
                  }

                  /** Chooses an event. One that was forgotten has no row, but its details are shown. */
                  choose(event) {
                    if (this.#isForgotten(event)) return this.onChoose(event);
                    this.chosen = event;
                    for (const cause of causes(event)) {
                      if (cause.isFolded) {
                        cause.isFolded = false;
                        this.#shown = -1;
                      }
                    }
                    this.update();
                    // It may be newer than the rows, and the search may leave it out.
                    if (this.#chosenIndex() < 0) this.search(this.field.value);
                    if (this.#chosenIndex() < 0) this.search("");
                    // The details take some of the height of the rows.
                    this.onChoose(event);
                    const index = this.#chosenIndex();
                    if (index >= 0) this.#reveal(index);
                    this.draw();
                  }

                  /** Chooses no event: the rows have the whole height. */
                  leave() {
                    this.chosen = undefined;
                    this.onChoose();
                    this.draw();
                    this.view.focus();
                  }

                  /** The index of the row of the chosen event, which may share it with others. */
                  #chosenIndex() {
                    return this.rows.findIndex((row) => row.has(this.chosen));
                  }

                  fold(event) {
                    event.isFolded = !event.isFolded;
                    this.#shown = -1;
                    this.#follows = false;
                    this.update();
                    if (event === this.chosen) this.draw();
                  }

                  #reveal(index) {
                    const top = index * height;
                    const bottom = top + height - this.view.clientHeight;
                    if (this.view.scrollTop > top) this.view.scrollTop = top;
                    if (this.view.scrollTop < bottom) this.view.scrollTop = bottom;
                  }

                  #scrolled() {
                    const rest = this.view.scrollHeight - this.view.scrollTop - this.view.clientHeight;
                    this.#follows = rest < height;
                    this.draw();
                  }

                  #clicked(event) {
                    const line = this.lines.find((line) => line.element.contains(event.target));
                    if (!line) return;
                    if (event.target === line.fold && line.event.effects.length) this.fold(line.event);
                    else this.choose(line.event);
                  }

                  #pressed(event) {
                    const index = this.#chosenIndex();
                    const go = (row) => row && this.choose(row.event);
                    const page = Math.floor(this.view.clientHeight / height) - 1;
                    const keys = {
                      ArrowDown: () => go(this.rows[index + 1]),
                      ArrowUp: () => go(this.rows[Math.max(index, 1) - 1]),
                      PageDown: () => go(this.rows[Math.min(index + page, this.rows.length - 1)]),
                      PageUp: () => go(this.rows[Math.max(index - page, 0)]),
                      Home: () => go(this.rows[0]),
                      End: () => go(this.rows.at(-1)),
                      ArrowLeft: () => this.chosen?.parent && this.choose(this.chosen.parent),
                      ArrowRight: () => this.chosen?.effects[0] && this.choose(this.chosen.effects[0]),
                      " ": () => this.chosen?.effects.length && this.fold(this.chosen),
                      Enter: () => this.chosen && find("detail").focus(),
                      Escape: () => this.leave(),
                    };
                    if (!keys[event.key] || event.ctrlKey || event.metaKey || event.altKey) return;
                    event.preventDefault();
                    keys[event.key]();
                  }
                }

                /** The subject of an event, its values, and the number of events in its row. */
                export function caption(event, count) {
                  const values = event.values.join(" → ");
                  const times = count > 1 ? ` (${count} times)` : "";
                  const scope = event.scope ? ` in ${event.scope}` : "";
                  return event.subject + (values ? "  " + values.slice(0, 300) : "") + scope + times;
                }
                """###
        ),
        PageAsset(
            path: "/warnings.js",
            text: ###"""
                // What looks wrong, from the events, the tables and the census.

                import { duration, find, link, make, shortened } from "./dom.js";
                import { written } from "./search.js";
                import { Situation, place } from "./situation.js";
                import { causes, grouped, isRunning } from "./store.js";

                const frame = 16e6;
                const slow = 100e6;
                const hanging = 5e9;

                const slowest = (events) => grouped(events, place)
                  .map((one) => ({ ...one, text: `${one.text}: ${duration(one.event.took)}` }))
                  .sort((left, right) => right.event.took - left.event.took);

                /** How long an event took without what it led to on its thread. */
                const own = (event) => event.effects.reduce(
                  (rest, effect) => (effect.thread === event.thread && effect.time < event.time + event.took
                    ? rest - Math.max(effect.took, 0) : rest), event.took);

                /** Calls that took ten times as long as 99 of 100 calls at their place. */
                function outliers(events) {
                  return [...Map.groupBy(events, place).values()].flatMap((calls) => {
                    if (calls.length < 100) return [];
                    const times = calls.map(({ took }) => took).sort((left, right) => left - right);
                    const usual = times[Math.floor((times.length - 1) * 0.99)];
                    return calls.filter(({ took }) => took > frame && took > 10 * usual);
                  });
                }

                /** Handlers of routes that always declined: in each opening, all but the last one, which handled it. */
                function declined(events) {
                  const handlers = new Map();
                  for (const route of events) {
                    if (route.kind !== "route" || route.took < 0) continue;
                    const calls = route.effects.filter(({ kind }) => kind === "delivery");
                    calls.forEach((event, index) => {
                      const use = handlers.get(event.receiver) ?? { text: place(route), count: 0, event };
                      use.isUseful ||= route.outcome !== "declined" && index === calls.length - 1;
                      use.count++;
                      handlers.set(event.receiver, use);
                    });
                  }
                  return [...handlers].filter(([, use]) => use.count > 2 && !use.isUseful)
                    .map(([at, use]) => ({ ...use, text: `the handler at ${at}` }));
                }

                /** What grew three times or more, each ten seconds apart. */
                const growing = (counts, rule, text) => [...counts]
                  .filter(([, one]) => one.growth > 2 && rule(one))
                  .map(([name, { count }]) => ({ text: text(name), count, at: name }));

                /** The causes of an event by name, up to the second time that one occurs: the circle in which it was refused. */
                function circle(event) {
                  const label = ({ kind, subject }) => `${kind} ${subject}`;
                  const chain = causes(event).filter(({ kind }) => kind !== "delivery").map(label);
                  const first = chain.indexOf(label(event));
                  return first < 0 ? chain.slice(0, 6) : chain.slice(0, first + 1);
                }

                const because = (event) => `${place(event)}: ${event.outcome}`;

                /** A refusal with its reason, and with the circle if there were too many causes. */
                function refusal(event) {
                  if (!event.outcome.includes("too many causes")) return because(event);
                  return [because(event), ...circle(event)].join(" ← ");
                }

                const ofState = ({ name }) => ({ text: name, count: 1, words: "kind:set " + written(name) });

                /** The rules in the order of the page. Hints are given once the app has run for a minute. */
                const rules = [
                  {
                    title: "Registered again and again: more than 100 are alive from one line, and their number grows",
                    find: ({ census, observers }) => growing(census.places, ({ count }) => count > 100,
                      (at) => `${observers.find((one) => one.at === at)?.what} at ${at}`),
                  },
                  {
                    title: "Owners that live on: more and more, though scopes were closed meanwhile",
                    find: ({ census, observers }) =>
                      growing(census.owners, ({ closed }) => census.closed > closed, (owner) => `observations of ${owner}`)
                        .map((one) => ({ ...one, at: observers.find(({ owner }) => owner === one.at)?.at })),
                  },
                  {
                    title: "Blocks the main actor for more than a frame (16 ms)",
                    find: (situation) =>
                      slowest(situation.handlers.filter((event) => situation.isOnMain(event) && event.took > frame)),
                  },
                  {
                    title: "Slow: more than 100 ms by itself",
                    find: ({ events, others }) => {
                      const steps = events.filter(({ kind }) => /^(post|set|call)$/.test(kind));
                      return slowest([...others, ...steps].filter((event) => own(event) > slow));
                    },
                  },
                  {
                    title: "Slow at times: more than a frame, and ten times as long as 99 of 100 calls",
                    find: ({ others }) => slowest(outliers(others).filter((event) => event.took <= slow)),
                  },
                  {
                    title: "Still running after 5 s",
                    // A span may be as long as the app runs.
                    find: (situation) => situation.of((event) =>
                      isRunning(event) && event.kind !== "span" && situation.now - event.time > hanging),
                  },
                  {
                    title: "Received by nothing",
                    find: (situation) => situation.of(({ outcome }) => outcome === "unreceived"),
                  },
                  {
                    title: "A URL that opened nothing",
                    find: (situation) => situation.of(({ outcome }) => /^(notFound|declined|invalid)/.test(outcome)),
                  },
                  {
                    title: "Always declines: three openings or more, and handled none",
                    find: ({ events }) => declined(events),
                  },
                  {
                    title: "Refused",
                    find: (situation) => situation.of(({ outcome }) => /^refused/.test(outcome), refusal),
                  },
                  {
                    title: "Failed",
                    find: (situation) => situation.of(({ outcome }) => /^failed/.test(outcome), because),
                  },
                  {
                    title: "Missed: a full queue dropped it, or a newer message replaced it",
                    find: (situation) => {
                      const lost = situation.observers.filter(({ dropped }) => dropped);
                      const listed = new Set(lost.map(({ at }) => at));
                      return [
                        ...situation.of(({ outcome, receiver }) => outcome === "dropped" && !listed.has(receiver)),
                        ...lost.map(({ what, at, dropped }) => ({ text: `${what} at ${at}`, count: dropped, at })),
                      ];
                    },
                  },
                  {
                    title: "A pointcut that matches nothing",
                    find: ({ tables }) => (tables?.pointcuts ?? []).filter(({ joinPoints }) => !joinPoints.length)
                      .map(({ hook }) => ({ text: `${hook.what} at ${hook.at}`, count: 1, at: hook.at })),
                  },
                  {
                    title: "Hint: a state that is observed, and was not set since the recording began",
                    isHint: true,
                    find: ({ states }) => states.filter(({ isSeen, isSet }) => isSeen && !isSet).map(ofState),
                  },
                  {
                    title: "Hint: a state that is set, and that nothing observes",
                    isHint: true,
                    find: ({ states }) => states.filter(({ isSeen, isSet }) => isSet && !isSeen).map(ofState),
                  },
                  {
                    title: "Hint: a route that was never opened",
                    isHint: true,
                    find: ({ events, tables }) => {
                      const opened = new Set(events.map(({ receiver }) => receiver));
                      return tables.routers.flatMap(({ routes }) => routes)
                        .filter(({ at, redirect }) => !redirect && !opened.has(at))
                        .map(({ pattern, at }) => ({ text: `${pattern} at ${at}`, count: 1, at }));
                    },
                  },
                ];

                /** The rules that have cases, with these. */
                export function warnings(store, tables, census) {
                  const situation = new Situation(store, tables, census);
                  return rules.filter(({ isHint }) => !isHint || situation.isSettled)
                    .map(({ title, isHint, find }) => ({ title, isHint, cases: find(situation) }))
                    .filter(({ cases }) => cases.length);
                }

                export class Warnings {
                  constructor(store, census, { choose, search }) {
                    Object.assign(this, { store, census, choose, search });
                  }

                  show(tables) {
                    const sections = warnings(this.store, tables, this.census).map((one) => this.#section(one));
                    find("warnings").replaceChildren(
                      ...(sections.length ? sections : [make("p", {}, "Nothing to warn of so far.")]));
                  }

                  #section({ title, isHint, cases }) {
                    return make("div", { class: isHint ? "warning hint" : "warning" },
                      make("strong", {}, title), ...shortened(cases, (one) => this.#line(one)));
                  }

                  /** The line of a case, which leads to its event, or to a search for the events at its place. */
                  #line({ text, count, event, at, words }) {
                    const follow = () => (event ? this.choose(event) : this.search(words ?? "to:" + written(at)));
                    return make("div", {}, link(text, follow), count > 1 ? `  ${count.toLocaleString("en")} times` : "");
                  }
                }
                """###
        ),
    ]
}
