// The chances of winning: one bar, true to scale, and below it the figures with what the last throw changed.

import { byId, make } from "/static/shared/make.js";
import { colorOf } from "/static/shared/seats.js";
import { number, t } from "/static/shared/words.js";

/** @import { BoardData, ChancesData } from "/static/messages.js" */

/** Shows chances in the place of that name. @param {() => BoardData | undefined} printed */
export const chancesIn = (printed) => (/** @type {ChancesData} */ told) => {
  const board = printed();
  const place = byId("chances");
  place.hidden = !board || told.percent.length !== board.names.length;
  if (!board || place.hidden) return;
  const seats = told.percent.map((_, seat) => seat);
  const isOver = told.luck.length > 0;
  place.replaceChildren(...(isOver ? lookBack(board, told, seats) : outlook(board, told, seats)));
};

/** @param {BoardData} board @param {ChancesData} told @param {number[]} seats */
const outlook = (board, told, seats) => [
  make("h2", {}, t("web.chances")),
  make("div", { class: "scale", "aria-hidden": "true" }, ...seats.map((seat) => part(board, told, seat))),
  make("ul", {}, ...seats.map((seat) => figure(board, told, seat))),
];

/** @param {BoardData} board @param {ChancesData} told @param {number} seat */
function part(board, told, seat) {
  const stretch = make("i", { class: "seat", "data-color": colorOf(board.names[seat], seat) });
  stretch.style.flexGrow = String(told.percent[seat]);
  return stretch;
}

/** @param {BoardData} board @param {ChancesData} told @param {number} seat */
function figure(board, told, seat) {
  const swing = told.swings[seat];
  return make(
    "li",
    {},
    make("i", { class: "dot seat", "data-color": colorOf(board.names[seat], seat) }),
    make("span", {}, board.players[seat]),
    make("b", {}, t("web.chance-percent", { percent: told.percent[seat] })),
    make("small", {}, swing ? mark(swing) : ""),
  );
}

/** @param {number} points */
const mark = (points) =>
  points ? t(points < 0 ? "web.chance-down" : "web.chance-up", { points: Math.abs(points) }) : number(0);

/**
 * What luck and trades have changed, when the game is over.
 * @param {BoardData} board @param {ChancesData} told @param {number[]} seats
 */
function lookBack(board, told, seats) {
  const lines = seats.map((seat) =>
    make(
      "li",
      {},
      make("i", { class: "dot seat", "data-color": colorOf(board.names[seat], seat) }),
      make("span", {}, board.players[seat]),
      make("small", {}, t("web.luck-of", { points: mark(told.luck[seat]) })),
      make("small", {}, t("web.trades-of", { points: mark(told.trades[seat]) })),
    ),
  );
  return [make("h2", {}, t("web.luck")), make("ul", { class: "review" }, ...lines)];
}
