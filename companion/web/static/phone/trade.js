// A trade grows here and is judged by the table with every change; it is signed there, with the cards.

import { post, Refused } from "/static/shared/ask.js";
import { byId, field, make, onSubmit } from "/static/shared/make.js";
import { t } from "/static/shared/words.js";

/** @import { AccountData, BoardData } from "/static/messages.js" */
/** @import { Standing } from "/static/shared/standing.js" */
/** @typedef {"gives" | "takes"} Side */
/** @typedef {{ deeds: number[], money: number, cards: string[] }} Hands */
/** @typedef {{ to: number, gives: Hands, takes: Hands, show: boolean }} Trade */

/** @type {BoardData} */
let board;
/** @type {Standing} */
let standing;
/** @type {AccountData} */
let account;
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
  onSubmit("trade", () => ask(trade(true), "sent", false));
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
  fillSide("gives", account.seat);
  fillSide("takes", Number(field("to").value));
  limit();
}

/** What is owed between the two counts as money (C-67). */
function limit() {
  const [given, taken] = account.limits[Number(field("to").value)] ?? [0, 0];
  moneyOf("gives").max = String(given);
  moneyOf("takes").max = taken === null ? "" : String(taken);
}

/** @param {Side} side @returns {HTMLInputElement} */
const moneyOf = (side) => /** @type {HTMLInputElement} */ (byId(side).querySelector("[type=number]"));

/** @param {Side} side @param {number} seat */
function fillSide(side, seat) {
  const deeds = standing.lots
    .filter((lot) => lot.owner === seat)
    .map((lot) => box("deed", lot.square, board.squares[lot.square].name));
  const cards = (account.kept[seat] ?? []).map(([card, title]) => box("card", card, title));
  const given = make(
    "label",
    {},
    t("web.money"),
    make("input", { type: "number", min: 0, value: 0, step: board.unit, inputmode: "numeric" }),
  );
  byId(side).replaceChildren(...byId(side).querySelectorAll("legend"), ...deeds, ...cards, given);
}

/** @param {string} kind @param {string | number} value @param {string} name */
const box = (kind, value, name) =>
  make("label", {}, make("input", { type: "checkbox", "data-kind": kind, value }), name);

/** @param {Side} side @returns {Hands} */
function hands(side) {
  const fields = [...byId(side).querySelectorAll("input")];
  const checked = (/** @type {string} */ kind) =>
    fields.filter((each) => each.dataset.kind === kind && each.checked).map((each) => each.value);
  const given = Math.trunc(Number(moneyOf(side).value));
  const amount = Math.max(0, Math.min(Number.MAX_SAFE_INTEGER, given));
  return { deeds: checked("deed").map(Number), money: amount, cards: checked("card") };
}

/** @param {boolean} show @returns {Trade} */
const trade = (show) => ({ to: Number(field("to").value), gives: hands("gives"), takes: hands("takes"), show });
/** @param {Trade} given */
const isEmpty = ({ gives, takes }) =>
  [gives, takes].every((side) => !side.deeds.length && !side.money && !side.cards.length);

function judge() {
  byId("send", HTMLButtonElement).disabled = true;
  isSent = false;
  judgeIn(PAUSE);
}

/** @param {number} wait */
function judgeIn(wait) {
  clearTimeout(pending);
  judged = standing.seq;
  pending = setTimeout(() => {
    const wish = trade(false);
    ask(wish, isEmpty(wish) ? "empty" : asksSecret(wish) ? "secret" : "fine", isEmpty(wish));
  }, wait);
}

/** Whether he would give money, and need not say how much he has. @param {Trade} given */
const asksSecret = ({ to, takes }) => takes.money > 0 && standing.rows[to].cash === null;

/** @param {Trade} wish @param {string} done @param {boolean} empty */
async function ask(wish, done, empty) {
  const number = ++asked; // only the answer to what was asked last counts
  let words = t(`web.trade.${done}`);
  let fine = !empty;
  try {
    if (!empty) await post("/phone/trade", wish);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.wait && number === asked && !wish.show) return judgeIn(error.wait);
    words = t("web.refused", { why: error.message });
    fine = false;
  }
  if (number !== asked) return;
  isSent = fine && wish.show;
  byId("said").textContent = words;
  byId("send", HTMLButtonElement).disabled = !fine;
}
