// The form that sets a figure right: what it asks for follows from what is to be set.

import { byId, make } from "/static/shared/make.js";
import { built } from "/static/shared/standing.js";
import { onLanguage, t } from "/static/shared/words.js";
import { ask } from "/static/referee/wishes.js";

const OF_SEATS = new Set(["cash", "at", "jailed"]);
export const REASONS = ["misread-dice", "wrong-tap", "wrong-card", "wrong-amount", "agreed", "ruling"];
let board;
let now;
let filled; // what the field for the new value was given; anything else was typed

const option = (value, text) => make("option", { value }, text);
const seats = () => board.players.map((name, seat) => option(seat, name));
const deeds = () => now.lots.map((lot) => option(lot.square, board.squares[lot.square].name));

export function correcting() {
  byId("subject").addEventListener("change", fill);
  byId("where").addEventListener("change", fillValue);
  byId("correct").addEventListener("submit", submit);
  onLanguage(words);
  words();
}

/** What stands now: names are written anew, and the figure, unless one has begun to change it. */
export function about(printed, standing) {
  const named = board !== printed || !now;
  board = printed;
  now = standing;
  if (named) words();
  else if (byId("value").value === filled) fillValue();
}

/** Put other options into a list; what was chosen stays chosen where it is still there. */
export function refill(id, options) {
  const chosen = byId(id).value;
  byId(id).replaceChildren(...options);
  if (options.some((each) => each.value === chosen)) byId(id).value = chosen;
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
  refill("where", OF_SEATS.has(byId("subject").value) ? seats() : deeds());
  fillValue();
}

function fillValue() {
  byId("value-place").replaceChildren(FIELDS[byId("subject").value](Number(byId("where").value)));
  filled = byId("value").value;
}

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

const lotOf = (square) => now.lots.find((lot) => lot.square === square);

function choice(options, value) {
  const list = make("select", { id: "value" }, ...options);
  list.value = String(value);
  return list;
}

async function submit(event) {
  event.preventDefault();
  const [subject, where, value, reason] = ["subject", "where", "value", "reason"].map((id) => byId(id).value);
  await ask({ do: "set", subject, where: Number(where), value: Number(value), reason });
}
