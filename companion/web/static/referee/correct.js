// The form that sets a figure right: what it asks for follows from what is to be set.

import { ask } from "/static/shared/ask.js";
import { byId, field, make, onSubmit } from "/static/shared/make.js";
import { built } from "/static/shared/standing.js";
import { onLanguage, t } from "/static/shared/words.js";

/** @import { BoardData } from "/static/messages.js" */
/** @import { Standing } from "/static/shared/standing.js" */

const NO_LOT = { owner: -1, level: 0, top: 0, mortgaged: false };
const OF_SEATS = new Set(["cash", "at", "jailed"]);
export const REASONS = ["misread-dice", "wrong-tap", "wrong-card", "wrong-amount", "agreed", "ruling"];
/** @type {BoardData} */
let board;
/** @type {Standing} */
let now;
/** @type {string} */
let filled; // what the field for the new value was given; anything else was typed

/** @param {string | number} value @param {string} text */
const option = (value, text) => make("option", { value }, text);
const seats = () => board.players.map((name, seat) => option(seat, name));
const deeds = () => now.lots.map((lot) => option(lot.square, board.squares[lot.square].name));

export function correcting() {
  byId("subject").addEventListener("change", fill);
  byId("where").addEventListener("change", fillValue);
  onSubmit("correct", submit);
  onLanguage(words);
  words();
}

/**
 * What stands now: names are written anew, and the figure, unless one has begun to change it.
 *
 * @param {BoardData} printed
 * @param {Standing} standing
 */
export function about(printed, standing) {
  const named = board !== printed || !now;
  board = printed;
  now = standing;
  if (named) words();
  else if (field("value").value === filled) fillValue();
}

/**
 * Put other options into a list; what was chosen stays chosen where it is still there.
 *
 * @param {string} id
 * @param {HTMLOptionElement[]} options
 */
export function refill(id, options) {
  const chosen = field(id).value;
  byId(id).replaceChildren(...options);
  if (options.some((each) => each.value === chosen)) field(id).value = chosen;
}

function words() {
  refill(
    "subject",
    Object.keys(FIELDS).map((subject) => option(subject, t(`subject.${subject}`))),
  );
  for (const list of document.querySelectorAll(".reasons"))
    refill(
      list.id,
      REASONS.map((reason) => option(reason, t(`because.${reason}`))),
    );
  if (board && now) fill();
}

function fill() {
  refill("where", OF_SEATS.has(field("subject").value) ? seats() : deeds());
  fillValue();
}

function fillValue() {
  byId("value-place").replaceChildren(FIELDS[field("subject").value](Number(field("where").value)));
  filled = field("value").value;
}

/** @type {Record<string, (where: number) => HTMLElement>} */
const FIELDS = {
  cash: (seat) => make("input", { id: "value", type: "number", value: now.rows[seat].cash ?? "", required: true }),
  at: (seat) => {
    const squares = board.squares.map((square, at) => option(at, `${at} ${square.name}`));
    return choice(squares, now.rows[seat].at);
  },
  jailed: (seat) => choice([option(-1, t("web.no")), option(0, t("web.yes"))], now.rows[seat].jailed ? 0 : -1),
  owner: (square) => choice([option(-1, t("web.the-bank")), ...seats()], lotOf(square).owner),
  buildings: (square) => {
    const { level, top } = lotOf(square);
    const levels = Array.from({ length: top + 1 }, (_, height) => option(height, built(height, top) || t("web.none")));
    return choice(levels, level);
  },
  mortgaged: (square) => choice([option(0, t("web.no")), option(1, t("web.yes"))], lotOf(square).mortgaged ? 1 : 0),
};

/** @param {number} square */
const lotOf = (square) => now.lots.find((lot) => lot.square === square) ?? NO_LOT;

/** @param {HTMLOptionElement[]} options @param {number} value */
function choice(options, value) {
  const list = make("select", { id: "value" }, ...options);
  list.value = String(value);
  return list;
}

async function submit() {
  const [subject, where, value, reason] = ["subject", "where", "value", "reason"].map((id) => field(id).value);
  await ask("/referee/ask", { do: "set", subject, where: Number(where), value: Number(value), reason });
}
