// The players as they stand, the bank, and what the table waits for.

import { byId, make } from "/static/shared/make.js";
import { colorOf, money } from "/static/shared/seats.js";
import { waitsFor } from "/static/shared/standing.js";
import { t } from "/static/shared/words.js";

export function showPlayers(board, now) {
  byId("players").tBodies[0].replaceChildren(...now.rows.map((row, seat) => line(board, now, row, seat)));
  const pot = now.pot ? [t("web.pot", { amount: money(board, now.pot) })] : [];
  byId("bank").textContent = [t("web.stock", { houses: now.houses, hotels: now.hotels }), ...pot].join(" ");
  byId("now-name").textContent = t(now.over ? "web.game-over" : "web.waits-for");
  byId("waiting").replaceChildren(...waitsFor(now, board.players).map((sentence) => make("li", {}, sentence)));
}

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
  const figures = [money(board, row.cash), money(board, row.worth), String(deeds)].map((figure) =>
    make("td", { class: "n" }, figure || "–"),
  );
  return make(
    "tr",
    { class: [row.out && "out", now.turn === seat && !now.over && "turn"].filter(Boolean).join(" ") },
    name,
    ...figures,
  );
}

function where(board, row) {
  if (row.out) return t("web.bankrupt");
  const place = board.squares[row.at].name;
  return row.jailed ? t("web.jailed", { place }) : place;
}
