// A trade grows here and is judged by the table with every change; it is signed there, with the cards.

import { post, Refused } from "/static/shared/ask.js";
import { Terms } from "/static/phone/terms.js";
import { byId, field, make, onSubmit } from "/static/shared/make.js";
import { SumField } from "/static/shared/sum.js";
import { t } from "/static/shared/words.js";

/** @import { AccountData, BoardData } from "/static/messages.js" */
/** @import { Standing } from "/static/shared/standing.js" */
/** @typedef {"gives" | "takes"} Side */
/** @typedef {{ square: number, visits: number }} Waiver */
/** @typedef {{ money: number, back: number, turns: number }} Credit */
/** @typedef {{ deeds: number[], money: number, cards: string[], promises: Waiver[], loans: Credit[] }} Hands */
/** @typedef {{ to: number, gives: Hands, takes: Hands, show: boolean }} Trade */

/** @type {BoardData} */
let board;
/** @type {Standing} */
let standing;
/** @type {AccountData} */
let account;
/** @type {Record<Side, SumField>} */
let sums;
/** @type {Record<Side, Terms | null>} null: this game has neither promises nor loans */
let terms;
let drawn = "";
let asked = 0;
let pending = 0;
let judged = -1; // the entry after which the trade was judged
let isSent = false;

const PAUSE = 250; // ms without a change before the table is asked

export function trading() {
  byId("to").addEventListener("change", () => {
    fill();
    judge();
  });
  for (const side of ["gives", "takes"]) byId(side).addEventListener("change", judge);
  onSubmit("trade", () => ask(true));
}

/**
 * What stands now; a trade half made stays as long as nobody's things have changed.
 *
 * @param {[BoardData, Standing, AccountData]} now
 */
export function showTrade(...now) {
  [board, standing, account] = now;
  const things = JSON.stringify([
    board.players,
    board.squares.map((square) => square.name),
    board.unit,
    board.promises,
    standing.lots,
    account.kept,
    account.playing,
    t("web.money"),
  ]);
  if (things === drawn) {
    limit();
    if (!isSent && judged !== standing.seq) judgeIn(PAUSE);
    return;
  }
  drawn = things;
  const chosen = field("to").value;
  byId("to").replaceChildren(...account.playing.map((seat) => make("option", { value: seat }, board.players[seat])));
  if (account.playing.includes(Number(chosen)) && chosen) field("to").value = chosen;
  fill();
  judge();
}

function fill() {
  terms = { gives: termsOf("gives"), takes: termsOf("takes") };
  sums = { gives: fillSide("gives", account.seat), takes: fillSide("takes", Number(field("to").value)) };
  limit();
}

/** What may be promised and lent: the rent of a deed of either, since deeds may change hands. @param {Side} side */
function termsOf(side) {
  if (!board.promises) return null;
  const two = [account.seat, Number(field("to").value)];
  const squares = standing.lots.filter((lot) => two.includes(lot.owner)).map((lot) => lot.square);
  return new Terms(side, board, squares);
}

/** What is owed between the two counts as money (C-67). */
function limit() {
  const [given, taken] = account.limits[Number(field("to").value)] ?? [0, 0];
  sums.gives.limit(given);
  sums.takes.limit(taken);
}

/** @param {Side} side @param {number} seat @returns {SumField} the field for money */
function fillSide(side, seat) {
  const deeds = standing.lots
    .filter((lot) => lot.owner === seat)
    .map((lot) => box("deed", lot.square, board.squares[lot.square].name));
  const cards = (account.kept[seat] ?? []).map(([card, title]) => box("card", card, title));
  const sum = new SumField(`${side}-money`, board.unit, 0);
  const money = make("p", { class: "money" }, make("label", { for: `${side}-money` }, t("web.money")), sum.element);
  const [legend, later] = [byId(side).querySelectorAll("legend"), terms[side]?.elements ?? []];
  byId(side).replaceChildren(...legend, ...deeds, ...cards, money, ...later);
  return sum;
}

/** @param {string} kind @param {string | number} value @param {string} name */
const box = (kind, value, name) =>
  make("label", {}, make("input", { type: "checkbox", "data-kind": kind, value }), name);

/** @param {Side} side @returns {Promise<Hands>} */
async function hands(side) {
  const fields = [...byId(side).querySelectorAll("input")];
  const checked = (/** @type {string} */ kind) =>
    fields.filter((each) => each.dataset.kind === kind && each.checked).map((each) => each.value);
  const [deeds, cards] = [checked("deed").map(Number), checked("card")];
  const { promises, loans } = (await terms[side]?.read()) ?? { promises: [], loans: [] };
  return { deeds, money: await sums[side].read(), cards, promises, loans };
}

/** @param {boolean} show @returns {Promise<Trade>} */
async function trade(show) {
  const to = Number(field("to").value);
  const [gives, takes] = await Promise.all([hands("gives"), hands("takes")]);
  return { to, gives, takes, show };
}

/** @param {Trade} given */
const isEmpty = ({ gives, takes }) =>
  [gives, takes].every((side) => !side.money && ![side.deeds, side.cards, side.promises, side.loans].flat().length);

function judge() {
  byId("send", HTMLButtonElement).disabled = true;
  isSent = false;
  judgeIn(PAUSE);
}

/** @param {number} wait */
function judgeIn(wait) {
  clearTimeout(pending);
  judged = standing.seq;
  pending = setTimeout(() => ask(false), wait);
}

/** Whether he would give money, and need not say how much he has. @param {Trade} given */
const asksSecret = ({ to, takes }) =>
  (takes.money > 0 || takes.loans.length > 0) && standing.rows[to].cash === null;

/** @param {boolean} show */
async function ask(show) {
  const number = ++asked; // only the answer to what was asked last counts
  try {
    const done = await propose(show);
    if (number === asked) tell(t(`web.trade.${done}`), done !== "empty", show);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (number !== asked) return;
    if (error.wait && !show) judgeIn(error.wait);
    else tell(t("web.refused", { why: error.message }), false, show);
  }
}

/** Have the trade judged or shown, and say what became of it; raises `Refused`. @param {boolean} show */
async function propose(show) {
  const wish = await trade(show);
  if (isEmpty(wish)) return "empty";
  await post("/phone/trade", wish);
  return show ? "sent" : asksSecret(wish) ? "secret" : "fine";
}

/** @param {string} words @param {boolean} fine @param {boolean} show */
function tell(words, fine, show) {
  isSent = fine && show;
  byId("said").textContent = words;
  byId("send", HTMLButtonElement).disabled = !fine;
}
