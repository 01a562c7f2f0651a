// A field for a sum of money: the table reads what is typed; buttons and arrow keys count by the unit.

import { reach } from "/static/shared/ask.js";
import { make } from "/static/shared/make.js";
import { number, t } from "/static/shared/words.js";

/** @import { SumData } from "/static/messages.js" */

/** @type {Record<string, number>} how many units a key counts */
const KEYS = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

export class SumField {
  /**
   * @param {string} id
   * @param {number} unit
   * @param {number | null} amount null: nothing stands in it yet
   */
  constructor(id, unit, amount) {
    this.unit = unit;
    this.most = Infinity;
    this.amount = 0;
    this.written = ""; // what the field was given, or had read
    this.reading = Promise.resolve(0);
    this.input = make("input", {
      id,
      type: "text",
      inputmode: "numeric",
      autocomplete: "off",
      role: "spinbutton",
      "aria-valuemin": 0,
      required: true,
    });
    this.element = make(
      "span",
      { class: "sum" },
      this.button(t("web.less"), -1),
      this.input,
      this.button(t("web.more"), 1),
    );
    this.input.addEventListener("change", () => this.take());
    this.input.addEventListener("keydown", (event) => {
      const by = KEYS[event.key];
      if (by === undefined) return;
      event.preventDefault();
      this.step(by);
    });
    this.show(amount);
  }

  /** @param {string} label @param {number} by */
  button(label, by) {
    const sign = by < 0 ? "\u2212" : "+";
    const button = make("button", { type: "button", "aria-label": label, tabindex: -1 }, sign);
    button.addEventListener("click", () => this.step(by));
    return button;
  }

  /** The highest sum that steps lead to; null: it is secret. @param {number | null} most */
  limit(most) {
    this.most = most ?? Infinity;
    if (most === null) this.input.removeAttribute("aria-valuemax");
    else this.input.setAttribute("aria-valuemax", String(most));
  }

  /** @param {number | null} amount */
  show(amount) {
    this.amount = amount ?? 0;
    this.written = this.input.value = amount === null ? "" : number(amount);
    this.input.setAttribute("aria-valuenow", String(this.amount));
    this.input.setAttribute("aria-invalid", "false");
    this.reading = Promise.resolve(this.amount);
  }

  /** The sum, as soon as it is read; raises `Refused`. */
  read() {
    this.take();
    return this.reading;
  }

  /** Have what was typed read, unless it is being read, or was written here. */
  take() {
    const text = this.input.value;
    if (text === this.written) return;
    this.written = text;
    this.reading = asked(text);
    this.reading.then(
      (amount) => text === this.input.value && this.show(amount),
      () => text === this.input.value && this.input.setAttribute("aria-invalid", "true"),
    );
  }

  /** @param {number} by */
  async step(by) {
    const amount = await this.read().catch(() => this.amount);
    const next = (Math.floor(amount / this.unit) + by) * this.unit;
    this.show(Math.max(0, Math.min(this.most, next)));
    this.input.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

/** How the table reads a sum; nothing is none. @param {string} text @returns {Promise<number>} */
async function asked(text) {
  if (!text.trim()) return 0;
  /** @type {SumData} */
  const { amount } = await (await reach(`/sum?${new URLSearchParams({ text })}`)).json();
  return amount;
}
