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
