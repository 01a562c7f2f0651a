// The projector: players by what they are worth, the clock, and what has just happened.

import { chancesIn } from "/static/shared/chances.js";
import { clock, countdown } from "/static/shared/clock.js";
import { follow } from "/static/shared/live.js";
import { byId, make } from "/static/shared/make.js";
import { amounts, colorOf } from "/static/shared/seats.js";
import { waitsFor } from "/static/shared/standing.js";
import { t } from "/static/shared/words.js";
import { headline } from "/static/shared/tools.js";

/** @import { BoardData, SeatData, StandingData } from "/static/messages.js" */

/** @type {BoardData} */
let board;
/** @type {StandingData} */
let now;
let paused = false;
headline("/screen");

follow("/screen/events", {
  reset: () => byId("latest").replaceChildren(),
  board: (printed) => {
    board = printed;
    byId("title").textContent = board.title;
    show();
  },
  standing: (standing) => {
    now = standing;
    show();
  },
  health: (health) => {
    ({ paused } = health);
    show();
  },
  line: (line) => byId("latest").replaceChildren(...line.texts.slice(-3).map((text) => make("p", {}, text))),
  chances: chancesIn(() => board),
  clock: clock(),
  countdown,
});

function show() {
  if (!board || !now) return;
  const most = Math.max(1, ...now.rows.map((row) => row.worth ?? 0));
  const order = now.rows
    .map((_, seat) => seat)
    .sort((a, b) => rank(b) - rank(a) || (now.rows[b].worth ?? 0) - (now.rows[a].worth ?? 0));
  byId("ranking").replaceChildren(...order.map((seat) => place(now.rows[seat], seat, most)));
  byId("ranking").style.setProperty("--places", String(order.length));
  byId("waiting").textContent = paused ? t("web.paused") : waitsFor(now, board.players).join(" · ");
}

/** Before what they are worth: the winner is first, bankrupts are last. @param {number} seat */
const rank = (seat) => (now.over && now.winner === seat ? 1 : now.rows[seat].out ? -1 : 0);

/** @param {SeatData} row @param {number} seat @param {number} most */
function place(row, seat, most) {
  const bar = make("i", { class: "share" });
  bar.style.width = `${row.out ? 0 : (100 * (row.worth ?? 0)) / most}%`;
  const marks = ["seat", row.out && "out", now.turn === seat && !now.over && "turn"].filter(Boolean).join(" ");
  return make(
    "li",
    { class: marks, "data-color": colorOf(board.names[seat], seat) },
    bar,
    make("i", { class: "dot" }),
    make("b", {}, board.players[seat]),
    figure("small", "cash", row.cash),
    figure("span", "worth", row.worth),
  );
}

/**
 * An amount under its name, which only the first row shows; nothing where it is secret.
 *
 * @param {string} tag
 * @param {string} what
 * @param {number | null} amount
 */
function figure(tag, what, amount) {
  return amount === null
    ? make(tag)
    : make(tag, {}, make("i", { class: "what" }, t(`web.${what}`)), ...amounts(board, amount));
}
