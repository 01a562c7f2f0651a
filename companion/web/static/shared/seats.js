// The colours of players: by the name of a colour if that is what a player is called, else by seat.

const COLORS = ["red", "blue", "green", "yellow", "black", "white", "orange", "purple"];

export function colorOf(name, seat) {
  return COLORS.includes(name) ? name : COLORS[seat % COLORS.length];
}

/** Attributes of an element that wears a player's colour; nothing for nobody. */
export const worn = (players, seat, also = "") =>
  seat >= 0 ? { class: `seat ${also}`.trim(), "data-color": colorOf(players[seat], seat) } : { class: also };

/** An amount as the board writes money. */
export function money(board, amount) {
  if (amount === null || amount === undefined) return "";
  const digits = String(Math.abs(amount)).replace(/\B(?=(\d{3})+$)/g, board.thousands);
  return (amount < 0 ? "\u2212" : "") + board.money.replace("{}", digits);
}
