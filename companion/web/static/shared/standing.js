// The standing as it comes, and as the pages use it: a deed is a short list on the way.

import { counted, t } from "/static/shared/words.js";

export function standingOf(told) {
  const lots = told.lots.map(([square, owner, level, top, mortgaged]) => ({ square, owner, level, top, mortgaged }));
  return { ...told, lots };
}

/** What is waited for, in sentences; when the game is over, who has won. */
export function waitsFor(now, players) {
  return now.over && now.winner >= 0 ? [t("web.wins", { name: players[now.winner] })] : now.waiting;
}

/** What stands on a lot whose level `top` is the hotel; "" for nothing. */
export function built(level, top) {
  if (!level) return "";
  return level >= top ? counted("hotel", 1) : counted("house", level);
}
