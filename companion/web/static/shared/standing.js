// The standing as it comes, and as the pages use it: a deed is a short list on the way.

import { byId, make } from "/static/shared/make.js";
import { counted, t } from "/static/shared/words.js";

/** @import { StandingData } from "/static/messages.js" */
/** @typedef {{ square: number, owner: number, level: number, top: number, mortgaged: boolean }} Lot */
/** @typedef {Omit<StandingData, "lots"> & { lots: Lot[] }} Standing */

/** @param {StandingData} told @returns {Standing} */
export function standingOf(told) {
  const lots = told.lots.map(([square, owner, level, top, mortgaged]) => ({ square, owner, level, top, mortgaged }));
  return { ...told, lots };
}

/**
 * What is waited for, in sentences; when the game is over, who has won.
 *
 * @param {Standing | StandingData} now
 * @param {string[]} players
 */
export const waitsFor = (now, players) =>
  now.over && now.winner >= 0 ? [t("web.wins", { name: players[now.winner] })] : now.waiting;

/** The promises and loans that are open. @param {Standing | StandingData} now */
export function showTerms(now) {
  byId("terms").replaceChildren(...now.terms.map((sentence) => make("li", {}, sentence)));
}

/** What stands on a lot whose level `top` is the hotel; "" for nothing. @param {number} level @param {number} top */
export function built(level, top) {
  if (!level) return "";
  return level >= top ? counted("hotel", 1) : counted("house", level);
}
