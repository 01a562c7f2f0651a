// Players and their money: the color of each, by name if he is called by a color, else by seat.

import { make } from "/static/shared/make.js";
import { number, shortened } from "/static/shared/words.js";

/** @import { BoardData } from "/static/messages.js" */

const COLORS = ["red", "blue", "green", "yellow", "black", "white", "orange", "purple"];

/** @param {string} name @param {number} seat */
export const colorOf = (name, seat) => (COLORS.includes(name) ? name : COLORS[seat % COLORS.length]);

/**
 * Attributes of an element that wears a player's color; nothing for nobody.
 *
 * @param {string[]} players
 * @param {number} seat
 * @param {string} also
 */
export const worn = (players, seat, also = "") =>
  seat >= 0 ? { class: `seat ${also}`.trim(), "data-color": colorOf(players[seat], seat) } : { class: also };

/**
 * An amount as the board writes money, in one piece; nothing where it is secret.
 *
 * @param {BoardData} board
 * @param {number | null} amount
 */
export function money(board, amount) {
  if (amount === null) return "";
  const written = board.money.replace("{}", number(Math.abs(amount))).replaceAll(" ", "\u00a0");
  return amount < 0 ? `\u2212${written}` : written;
}

/**
 * The same where there is little room: a large sum shortened and without currency, as on the display.
 *
 * @param {BoardData} board
 * @param {number | null} amount
 */
export function brief(board, amount) {
  if (amount === null || amount < 0) return money(board, amount);
  return shortened(amount, board.unit) || money(board, amount);
}

/**
 * Both ways of writing an amount; small screens show the brief one.
 *
 * @param {BoardData} board
 * @param {number | null} amount
 */
export const amounts = (board, amount) => [
  make("span", { class: "full" }, money(board, amount)),
  make("span", { class: "brief" }, brief(board, amount)),
];
