// What one side of a trade promises and lends: no rent for a deed on so many visits, money now for more of it later.

import { make } from "/static/shared/make.js";
import { SumField } from "/static/shared/sum.js";
import { t } from "/static/shared/words.js";

/** @import { BoardData } from "/static/messages.js" */

const MOST = 1000; // visits or turns

export class Terms {
  /** @param {string} side @param {BoardData} board @param {number[]} squares whose rent may be promised */
  constructor(side, board, squares) {
    this.square = make(
      "select",
      { id: `${side}-promise` },
      make("option", { value: "" }, t("web.none")),
      ...squares.map((square) => make("option", { value: square }, board.squares[square].name)),
    );
    this.visits = count(`${side}-visits`);
    this.money = new SumField(`${side}-lends`, board.unit, 0);
    this.back = new SumField(`${side}-back`, board.unit, 0);
    this.turns = count(`${side}-turns`);
    this.elements = [
      row(t("web.no-rent"), this.square, this.square),
      row(t("web.visits"), this.visits, this.visits),
      row(t("web.lends"), this.money.input, this.money.element),
      row(t("web.back"), this.back.input, this.back.element),
      row(t("web.turns"), this.turns, this.turns),
    ];
  }

  /** What stands in the fields; a loan of which nothing comes back is none. Raises `Refused`. */
  async read() {
    const [money, back] = await Promise.all([this.money.read(), this.back.read()]);
    const promises = this.square.value ? [{ square: Number(this.square.value), visits: whole(this.visits) }] : [];
    return { promises, loans: back ? [{ money, back, turns: whole(this.turns) }] : [] };
  }
}

/** @param {string} id */
const count = (id) => make("input", { id, type: "number", min: 1, max: MOST, value: 1, inputmode: "numeric" });

/** @param {HTMLInputElement} input */
const whole = (input) => Math.max(1, Math.min(MOST, Math.trunc(Number(input.value)) || 1));

/** @param {string} label @param {Element} labelled @param {Element} element */
const row = (label, labelled, element) =>
  make("p", { class: "money" }, make("label", { for: labelled.id }, label), element);
