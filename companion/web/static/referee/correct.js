// The form that sets a figure right: what it asks for follows from what is to be set.

import { ask, sayRefused } from "/static/shared/ask.js";
import { byId, field, make, onSubmit } from "/static/shared/make.js";
import { SumField } from "/static/shared/sum.js";
import { built } from "/static/shared/standing.js";
import { labelled, onLanguage, t } from "/static/shared/words.js";

/** @import { BoardData } from "/static/messages.js" */
/** @import { Standing } from "/static/shared/standing.js" */

const NO_LOT = { owner: -1, level: 0, top: 0, mortgaged: false };
const POT = -2;
const TABLE = -1;
export const REASONS = ["misread-dice", "wrong-tap", "wrong-card", "wrong-amount", "agreed", "ruling"];
/** @type {BoardData} */
let board;
/** @type {Standing} */
let now;
/** @type {SumField | undefined} */
let sum; // where the new value is one
/** @type {string} */
let filled; // what the field for the new value was given; anything else was typed

/** @param {string | number} value @param {string} text */
const option = (value, text) => make("option", { value }, text);
const seats = () => board.players.flatMap((name, seat) => (now.rows[seat].out ? [] : [option(seat, name)]));
const deeds = () => now.lots.map((lot) => option(lot.square, board.squares[lot.square].name));
/** Of each player each card that can be kept, as `SEAT CARD`. */
const hands = () =>
  seats().flatMap(({ value, text }) =>
    board.keeps.map(([card, title]) => option(`${value} ${card}`, labelled(text, title))),
  );

/** @type {Record<string, () => HTMLOptionElement[]>} whose figure can be set, where not each deed's */
const PLACES = {
  cash: seats,
  at: seats,
  jailed: seats,
  laps: seats,
  keeps: hands,
  pot: () => [option(POT, t("subject.pot"))],
  turn: () => [option(TABLE, t("subject.turn"))],
};

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
    Object.keys(FIELDS)
      .filter((subject) => !board || isThere(subject))
      .map((subject) => option(subject, t(`subject.${subject}`))),
  );
  for (const list of document.querySelectorAll(".reasons"))
    refill(
      list.id,
      REASONS.map((reason) => option(reason, t(`because.${reason}`))),
    );
  if (board && now) fill();
}

/** Whether the game has such a thing: a pot, cards to keep. @param {string} subject */
const isThere = (subject) => (subject === "pot" ? board.pot : subject !== "keeps" || board.keeps.length > 0);

function fill() {
  const places = (PLACES[field("subject").value] ?? deeds)();
  refill("where", places);
  byId("where").hidden = byId("whose").hidden = places.length === 1 && Number(places[0].value) < 0;
  fillValue();
}

/** @returns {[number, string]} seat or square, and the card where one is meant */
function place() {
  const [where, card = ""] = field("where").value.split(" ");
  return [Number(where), card];
}

/** @param {number} value */
const figure = (value) => make("input", { id: "value", type: "number", min: 0, value, required: true });

/** @param {number | null} value */
function money(value) {
  sum = new SumField("value", board.unit, value);
  return sum.element;
}

function fillValue() {
  sum = undefined;
  byId("value-place").replaceChildren(FIELDS[field("subject").value](...place()));
  filled = field("value").value;
}

/** @type {Record<string, (where: number, card: string) => HTMLElement>} */
const FIELDS = {
  cash: (seat) => money(now.rows[seat].cash),
  at: (seat) => {
    const squares = board.squares.map((square, at) => option(at, `${at} ${square.name}`));
    return choice(squares, now.rows[seat].at);
  },
  jailed: (seat) => choice([option(-1, t("web.no")), option(0, t("web.yes"))], now.rows[seat].jailed ? 0 : -1),
  laps: (seat) => figure(now.rows[seat].laps),
  keeps: (seat, card) => figure(now.rows[seat].kept.filter((each) => each === card).length),
  pot: () => money(now.pot),
  turn: () => choice(seats(), now.turn),
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
  const [subject, reason] = ["subject", "reason"].map((id) => field(id).value);
  const [where, card] = place();
  try {
    const value = sum ? await sum.read() : Number(field("value").value);
    await ask("/referee/ask", { do: "set", subject, where, value, reason, card });
  } catch (error) {
    sayRefused(error);
  }
}
