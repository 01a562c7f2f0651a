// The players as they stand, the bank, and what the table waits for.

import { byId, make } from "/static/shared/make.js";
import { amounts, colorOf, money } from "/static/shared/seats.js";
import { showTerms, waitsFor } from "/static/shared/standing.js";
import { number, t } from "/static/shared/words.js";

/** @import { BoardData, SeatData } from "/static/messages.js" */
/** @import { Standing } from "/static/shared/standing.js" */

/** @param {BoardData} board @param {Standing} now */
export function showPlayers(board, now) {
  byId("players", HTMLTableElement).tBodies[0].replaceChildren(
    ...now.rows.map((row, seat) => line(board, now, row, seat)),
  );
  const pot = now.pot ? [t("web.pot", { amount: money(board, now.pot) })] : [];
  const stock = now.lots.some((lot) => lot.top) ? [t("web.stock", { houses: now.houses, hotels: now.hotels })] : [];
  byId("bank").textContent = [...stock, ...pot].join(" ");
  showTerms(now);
  byId("now-name").textContent = t(now.over ? "web.game-over" : "web.waits-for");
  byId("waiting").replaceChildren(...waitsFor(now, board.players).map((sentence) => make("li", {}, sentence)));
}

/** @param {BoardData} board @param {Standing} now @param {SeatData} row @param {number} seat */
function line(board, now, row, seat) {
  const name = make(
    "th",
    { scope: "row" },
    make("i", { class: "dot seat", "data-color": colorOf(board.names[seat], seat) }),
    " ",
    board.players[seat],
    " ",
    make("small", {}, where(board, row)),
  );
  const deeds = now.lots.filter((lot) => lot.owner === seat).length;
  const sums = [row.cash, row.worth].map((sum) => (sum === null ? ["–"] : amounts(board, sum)));
  const figures = [...sums, [number(deeds)]].map((figure) => make("td", { class: "n" }, ...figure));
  return make(
    "tr",
    { class: [row.out && "out", now.turn === seat && !now.over && "turn"].filter(Boolean).join(" ") },
    name,
    ...figures,
  );
}

/** @param {BoardData} board @param {SeatData} row */
function where(board, row) {
  if (row.out) return t("web.bankrupt");
  const place = board.squares[row.at].name;
  return row.jailed ? t("web.jailed", { place }) : place;
}
