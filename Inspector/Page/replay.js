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
