// The form that sets a figure right: what it asks for follows from what is to be set.

import { byId, make } from "/static/shared/make.js";
import { built } from "/static/shared/standing.js";
import { onLanguage, t } from "/static/shared/text.js";
import { ask } from "/static/referee/wishes.js";

const SUBJECTS = ["cash", "at", "jailed", "owner", "buildings", "mortgaged"];
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
  refill("subject", SUBJECTS.map((subject) => option(subject, t(`set-${subject}`))));
  for (const list of document.querySelectorAll(".reasons")) refill(list.id, REASONS.map((reason) => option(reason, t(`reason-${reason}`))));
  if (board && now) fill();
}

function fill() {
  refill("where", OF_SEATS.has(byId("subject").value) ? seats() : deeds());
  fillValue();
}

function fillValue() {
  byId("value-place").replaceChildren(field(byId("subject").value, Number(byId("where").value)));
  filled = byId("value").value;
}

function field(subject, where) {
  const lot = now.lots.find((each) => each.square === where);
  if (subject === "cash") return make("input", { id: "value", type: "number", value: now.rows[where].cash ?? "", required: true });
  if (subject === "at") return choice(board.squares.map((square, at) => option(at, `${at} ${square.name}`)), now.rows[where].at);
  if (subject === "owner") return choice([option(-1, t("theBank")), ...seats()], lot.owner);
  if (subject === "buildings") return choice(Array.from({ length: lot.top + 1 }, (_, level) => option(level, built(level, lot.top) || t("none"))), lot.level);
  const on = subject === "jailed" ? now.rows[where].jailed : lot.mortgaged;
  return choice(subject === "jailed" ? [option(-1, t("no")), option(0, t("yes"))] : [option(0, t("no")), option(1, t("yes"))], on ? (subject === "jailed" ? 0 : 1) : subject === "jailed" ? -1 : 0);
}

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
