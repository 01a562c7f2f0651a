// The colors of players: by the name of a color if that is what a player is called, else by seat.

import { number } from "/static/shared/words.js";

const COLORS = ["red", "blue", "green", "yellow", "black", "white", "orange", "purple"];

export function colorOf(name, seat) {
  return COLORS.includes(name) ? name : COLORS[seat % COLORS.length];
}

/** Attributes of an element that wears a player's color; nothing for nobody. */
export const worn = (players, seat, also = "") =>
  seat >= 0 ? { class: `seat ${also}`.trim(), "data-color": colorOf(players[seat], seat) } : { class: also };

/** An amount as the board writes money; nothing where it is secret. */
export function money(board, amount) {
  if (amount === null || amount === undefined) return "";
  const written = board.money.replace("{}", number(Math.abs(amount)));
  return amount < 0 ? `\u2212${written}` : written;
}
