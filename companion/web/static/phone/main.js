// A player's phone: a code until his card was laid at the table, then his account, and trades for the table to sign.

import { showTrade, trading } from "/static/phone/trade.js";
import { isIn, look as lookAtSession, post, reach } from "/static/shared/ask.js";
import { chancesIn } from "/static/shared/chances.js";
import { countdown } from "/static/shared/clock.js";
import { history } from "/static/shared/history.js";
import { follow } from "/static/shared/live.js";
import { byId, make } from "/static/shared/make.js";
import { money } from "/static/shared/seats.js";
import { built, showTerms, standingOf } from "/static/shared/standing.js";
import { labelled, listed, onLanguage, t } from "/static/shared/words.js";
import { headline } from "/static/shared/tools.js";

/** @import { AccountData, BoardData, PairingData, PhoneData } from "/static/messages.js" */
/** @import { Lot, Standing } from "/static/shared/standing.js" */

/** @type {BoardData | undefined} */
let board;
/** @type {Standing | undefined} */
let standing;
let help = "help";
let looked = 0;
headline("/phone");
trading();
onLanguage(() => {
  sayHelp(help);
});
byId("pair").addEventListener("click", pair);
byId("leave").addEventListener("click", async () => {
  await post("/phone/out", {});
  location.reload();
});
await isWaiting();
if (isIn()) enter();
else door("help");

/** @param {string} words */
function door(words) {
  byId("door").hidden = false;
  byId("pair").hidden = false;
  byId("code").textContent = "";
  sayHelp(words);
}

/** @param {string} words */
function sayHelp(words) {
  help = words;
  byId("door-help").textContent = t(`web.pair.${words}`);
}

async function pair() {
  byId("pair").hidden = true;
  try {
    /** @type {PairingData} */
    const { code } = await (await post("/phone/pair", {})).json();
    byId("code").textContent = code;
    sayHelp("code");
    await waitForCard();
  } catch (error) {
    door("help");
    byId("door-help").textContent = t("web.refused", { why: /** @type {Error} */ (error).message });
  }
}

async function waitForCard() {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 700));
    const waits = await isWaiting();
    if (isIn()) return enter();
    if (!waits) return door("late");
  }
}

/** Whether this phone waits for a card to be laid. @returns {Promise<boolean>} */
async function isWaiting() {
  /** @type {PhoneData} */
  const told = await lookAtSession("/phone/session");
  return told.waits;
}

function enter() {
  byId("door").hidden = true;
  byId("mine").hidden = false;
  const happened = history(byId("history", HTMLElement));
  follow("/events", {
    reset: () => happened.clear(),
    line: (line) => happened.add(line),
    board: (printed) => {
      board = printed;
      happened.seat(board.names);
      look();
    },
    chances: chancesIn(() => board),
    countdown,
    standing: (now) => {
      standing = standingOf(now);
      look();
    },
  });
}

async function look() {
  const number = ++looked; // answers may come in another order
  const answer = await reach("/phone/account").catch((error) => error.status === 401 && location.reload());
  if (!answer) return;
  /** @type {AccountData} */
  const account = await answer.json();
  if (number === looked && board && standing) show(board, standing, account);
}

/** @param {BoardData} printed @param {Standing} now @param {AccountData} account */
function show(printed, now, account) {
  const { seat, lines, rents } = account;
  byId("who").textContent = printed.players[seat];
  byId("cash").textContent = money(printed, account.cash);
  byId("waiting").replaceChildren(...account.waiting.map((each) => make("li", {}, each)));
  showTerms(now);
  byId("deeds").replaceChildren(
    ...now.lots.filter((lot) => lot.owner === seat).map((lot) => deed(printed, lot, rents[lot.square])),
  );
  byId("lines").replaceChildren(
    ...lines.map((line) =>
      row(
        line.other ? labelled(line.other, line.text) : line.text,
        "",
        money(printed, line.amount),
        money(printed, line.balance),
      ),
    ),
  );
  byId("trade").hidden = account.playing.length === 0;
  if (account.playing.length) showTrade(printed, now, account);
}

/** @param {BoardData} printed @param {Lot} lot @param {number} rent */
function deed(printed, lot, rent) {
  const square = printed.squares[lot.square];
  const state = listed([square.of, lot.mortgaged ? t("web.mortgaged") : built(lot.level, lot.top)]);
  return row(
    square.name,
    state,
    `${t("web.rents")} ${money(printed, rent)}`,
    square.mortgage ? `${t("web.mortgage-value")} ${money(printed, square.mortgage)}` : "",
  );
}

/** @param {string} name @param {string} about @param {string} figure @param {string} below */
function row(name, about, figure, below) {
  return make(
    "li",
    {},
    make("span", {}, name, make("small", {}, about)),
    make("span", { class: "figures" }, figure, make("small", {}, below)),
  );
}
