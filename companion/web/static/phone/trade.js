// A trade grows here and is judged by the table with every change; it is signed there, with the cards.

import { send } from "/static/phone/wishes.js";
import { byId, make } from "/static/shared/make.js";
import { t } from "/static/shared/words.js";

let board;
let standing;
let account;
let drawn = "";
let asked = 0;
let pending;

const PAUSE = 250; // ms without a change before the table is asked

export function trading() {
  byId("to").addEventListener("change", () => {
    fill();
    judge();
  });
  for (const side of ["gives", "takes"]) byId(side).addEventListener("change", judge);
  byId("trade").addEventListener("submit", submit);
}

/** What stands now; a trade half made stays as long as nobody's things have changed. */
export function showTrade(...now) {
  [board, standing, account] = now;
  const things = JSON.stringify([
    board.players,
    board.squares.map((square) => square.name),
    standing.lots,
    account.kept,
    account.playing,
    t("web.money"),
  ]);
  if (things === drawn) return;
  drawn = things;
  const chosen = byId("to").value;
  byId("to").replaceChildren(...account.playing.map((seat) => make("option", { value: seat }, board.players[seat])));
  if (account.playing.includes(Number(chosen)) && chosen) byId("to").value = chosen;
  fill();
  judge();
}

function fill() {
  for (const [side, seat] of [
    ["gives", account.seat],
    ["takes", Number(byId("to").value)],
  ]) {
    const deeds = standing.lots
      .filter((lot) => lot.owner === seat)
      .map((lot) => box("deed", lot.square, board.squares[lot.square].name));
    const cards = (account.kept[seat] ?? []).map(([card, title]) => box("card", card, title));
    const amount = make(
      "label",
      {},
      t("web.money"),
      make("input", { type: "number", min: 0, value: 0, inputmode: "numeric" }),
    );
    byId(side).replaceChildren(byId(side).querySelector("legend"), ...deeds, ...cards, amount);
  }
}

const box = (kind, value, name) =>
  make("label", {}, make("input", { type: "checkbox", "data-kind": kind, value }), name);

function hands(side) {
  const checked = (kind) => [...byId(side).querySelectorAll(`[data-kind="${kind}"]:checked`)].map((each) => each.value);
  return { deeds: checked("deed").map(Number), money: amount(side), cards: checked("card") };
}

const amount = (side) =>
  Math.max(0, Math.min(Number.MAX_SAFE_INTEGER, Math.trunc(Number(byId(side).querySelector("[type=number]").value))));
const trade = (show) => ({ to: Number(byId("to").value), gives: hands("gives"), takes: hands("takes"), show });
const isEmpty = ({ gives, takes }) =>
  [gives, takes].every((side) => !side.deeds.length && !side.money && !side.cards.length);

function judge(_event, wait = PAUSE) {
  clearTimeout(pending);
  byId("send").disabled = true;
  pending = setTimeout(() => {
    const wish = trade(false);
    ask(wish, isEmpty(wish) ? "empty" : asksSecret(wish) ? "secret" : "fine", isEmpty(wish));
  }, wait);
}

/** Whether he would give money, and need not say how much he has. */
const asksSecret = ({ to, takes }) => takes.money > 0 && standing.rows[to].cash === null;

async function submit(event) {
  event.preventDefault();
  await ask(trade(true), "sent", false);
}

async function ask(wish, done, empty) {
  const number = ++asked; // only the answer to what was asked last counts
  let words = t(`web.trade.${done}`);
  let fine = !empty;
  try {
    if (!empty) await send("/phone/trade", wish);
  } catch (error) {
    if (error.wait && number === asked && !wish.show) return judge(null, error.wait);
    words = t("web.refused", { why: error.message });
    fine = false;
  }
  if (number !== asked) return;
  byId("said").textContent = words;
  byId("send").disabled = !fine;
}
