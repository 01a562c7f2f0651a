// A player's phone: a code until his card was laid at the table, then his account, and trades for the table to sign.

import { showTrade, trading } from "/static/phone/trade.js";
import { isPaired, send } from "/static/phone/wishes.js";
import { follow } from "/static/shared/live.js";
import { byId, make } from "/static/shared/make.js";
import { money } from "/static/shared/seats.js";
import { built, standingOf } from "/static/shared/standing.js";
import { language, onLanguage, t } from "/static/shared/words.js";
import { headline } from "/static/shared/tools.js";

let board;
let standing;
let account;
let help = "help";
headline("/phone");
trading();
onLanguage(() => {
  sayHelp(help);
});
byId("pair").addEventListener("click", pair);
byId("leave").addEventListener("click", async () => {
  await send("/phone/out", {});
  location.reload();
});
if ((await isPaired()).paired) enter();
else door("help");

function door(words) {
  byId("door").hidden = false;
  byId("pair").hidden = false;
  byId("code").textContent = "";
  sayHelp(words);
}

function sayHelp(words) {
  help = words;
  byId("door-help").textContent = t(`web.pair.${words}`);
}

async function pair() {
  byId("pair").hidden = true;
  try {
    const { code } = await send("/phone/pair", {});
    byId("code").textContent = code;
    sayHelp("code");
    await waitForCard();
  } catch (error) {
    door("help");
    byId("door-help").textContent = t("web.refused", { why: error.message });
  }
}

async function waitForCard() {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 700));
    const { paired, waits } = await isPaired();
    if (paired) return enter();
    if (!waits) return door("late");
  }
}

function enter() {
  byId("door").hidden = true;
  byId("mine").hidden = false;
  follow("/events", {
    board: (printed) => {
      board = printed;
      look();
    },
    standing: (now) => {
      standing = standingOf(now);
      look();
    },
  });
}

async function look() {
  const answer = await fetch(`/phone/account?lang=${language()}`);
  if (answer.status === 401) return location.reload();
  if (!answer.ok) return;
  account = await answer.json();
  if (board && standing) show();
}

function show() {
  const { seat, lines, rents } = account;
  byId("who").textContent = board.players[seat];
  byId("cash").textContent = money(board, account.cash);
  byId("waiting").replaceChildren(...account.waiting.map((each) => make("li", {}, each)));
  byId("deeds").replaceChildren(
    ...standing.lots.filter((lot) => lot.owner === seat).map((lot) => deed(lot, rents[lot.square])),
  );
  byId("lines").replaceChildren(
    ...lines.map((line) =>
      row(
        `${line.other ? `${line.other}: ` : ""}${line.text}`,
        "",
        money(board, line.amount),
        money(board, line.balance),
      ),
    ),
  );
  byId("trade").hidden = account.playing.length === 0;
  if (account.playing.length) showTrade(board, standing, account);
}

function deed(lot, rent) {
  const printed = board.squares[lot.square];
  const state = [printed.of, lot.mortgaged ? t("web.mortgaged") : built(lot.level, lot.top)].filter(Boolean).join(", ");
  return row(
    printed.name,
    state,
    `${t("web.rents")} ${money(board, rent)}`,
    `${t("web.mortgage-value")} ${money(board, printed.mortgage)}`,
  );
}

function row(name, about, figure, below) {
  return make(
    "li",
    {},
    make("span", {}, name, make("small", {}, about)),
    make("span", { class: "figures" }, figure, make("small", {}, below)),
  );
}
