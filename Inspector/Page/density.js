// How many events there were in each of the last 60 seconds. A drag chooses some of them.

import { find, make } from "./dom.js";

export class Density {
  #bars = Array.from({ length: 60 }, () => make("i"));
  #first = 0;
  #start;

  /** Calls a function with the words of a search. */
  constructor(store, choose) {
    this.store = store;
    const view = find("density");
    view.append(...this.#bars);
    const range = ({ target }) => [this.#start, Math.max(this.#bars.indexOf(target), 0)].sort((a, b) => a - b);
    view.addEventListener("pointerdown", (event) => {
      this.#start = this.#bars.indexOf(event.target);
      this.#mark(range(event));
    });
    view.addEventListener("pointermove", (event) => {
      if (this.#start >= 0) this.#mark(range(event));
    });
    addEventListener("pointerup", (event) => {
      if (!(this.#start >= 0)) return;
      const [from, to] = range(view.contains(event.target) ? event : { target: this.#bars[this.#start] });
      this.#start = undefined;
      this.#mark([]);
      choose(`time:${this.#first + from}-${this.#first + to + 1}`);
    });
  }

  #mark([from, to]) {
    this.#bars.forEach((bar, index) => { bar.className = index >= from && index <= to ? "chosen" : ""; });
  }

  /** Draws the seconds up to that of the last event; those that are being chosen stay. */
  draw() {
    if (this.#start >= 0) return;
    const { seconds, lastSecond } = this.store;
    this.#first = Math.max(0, lastSecond - this.#bars.length + 1);
    const counts = this.#bars.map((_, index) => seconds.get(this.#first + index) ?? 0);
    const most = Math.max(...counts, 1);
    this.#bars.forEach((bar, index) => {
      bar.style.setProperty("--share", counts[index] / most);
      bar.title = `second ${this.#first + index}: ${counts[index].toLocaleString("en")} events`;
    });
  }
}
