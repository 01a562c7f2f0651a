// Wealth turn by turn, and how often each sum was thrown, beside how often chance would have it.

import { byId, make } from "/static/shared/make.js";
import { brief, colorOf, money } from "/static/shared/seats.js";
import { labelled, listed, number, t } from "/static/shared/words.js";

/** @import { BoardData, ChartData } from "/static/messages.js" */

const LEFT = 58;
const TOP = 10;

/** The charts with what is new in them. @param {ChartData | undefined} known @param {ChartData} told */
export function grown(known, told) {
  return { ...told, start: 0, wealth: [...(known?.wealth.slice(0, told.start) ?? []), ...told.wealth] };
}

/** @param {BoardData} board @param {ChartData} charts */
export function showCharts(board, charts) {
  wealth(board, charts.wealth);
  throws(charts.throws);
}

/** @param {BoardData} board @param {number[][]} curve */
function wealth(board, curve) {
  const plot = byId("wealth");
  const [width, height] = [480 - LEFT - 8, 220 - TOP - 24];
  const most = rounded(Math.max(1, ...curve.flat()));
  const x = (/** @type {number} */ turn) => LEFT + (curve.length > 1 ? (turn / (curve.length - 1)) * width : 0);
  const y = (/** @type {number} */ worth) => TOP + height - (worth / most) * height;
  const grid = [0, 0.5, 1].map((share) =>
    make(
      "g",
      { class: "grid" },
      make("line", { x1: LEFT, x2: LEFT + width, y1: y(share * most), y2: y(share * most) }),
      make("text", { x: LEFT - 8, y: y(share * most) + 4 }, brief(board, Math.round(share * most))),
    ),
  );
  const paths = board.players.map((_, seat) =>
    curve.map((worths, turn) => `${turn ? "L" : "M"}${x(turn).toFixed(1)} ${y(worths[seat]).toFixed(1)}`).join(""),
  );
  const curves = paths.flatMap((d, seat) => [
    make("path", { d, class: "under" }),
    make("path", { d, class: "curve seat", "data-color": colorOf(board.names[seat], seat) }),
  ]);
  plot.replaceChildren(...grid, ...(curve.length > 1 ? curves : []));
  const last = curve.at(-1);
  plot.setAttribute(
    "aria-label",
    last ? listed(board.players.map((name, seat) => `${name} ${money(board, last[seat])}`)) : t("web.secret"),
  );
}

/** The next 1, 2 or 5 times a power of ten. @param {number} most */
function rounded(most) {
  const power = 10 ** Math.floor(Math.log10(most));
  return [1, 2, 5, 10].map((step) => step * power).find((each) => each >= most) ?? most;
}

/** @param {number[]} counts */
function throws(counts) {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const dice = counts.length > 6 ? 2 : 1;
  const chances = counts.map((_, place) => (dice > 1 ? (6 - Math.abs(5 - place)) / 36 : 1 / 6) * all);
  const most = Math.max(1, ...counts, ...chances);
  const step = (480 - LEFT) / counts.length;
  const y = (/** @type {number} */ count) => TOP + 110 - (count / most) * 100;
  const bars = counts.map((count, place) =>
    make(
      "g",
      { class: "bar" },
      make("rect", { x: LEFT + place * step + 4, width: step - 8, y: y(count), height: TOP + 110 - y(count), rx: 3 }),
      make("text", { x: LEFT + (place + 0.5) * step, y: 138 }, number(place + dice)),
      make("text", { x: LEFT + (place + 0.5) * step, y: y(count) - 3, class: "count" }, count ? number(count) : ""),
    ),
  );
  const line = make("path", {
    class: "chance",
    d: chances
      .map((count, place) => `${place ? "L" : "M"}${LEFT + (place + 0.5) * step} ${y(count).toFixed(1)}`)
      .join(""),
  });
  byId("throws").replaceChildren(...bars, all ? line : "");
  byId("throws").setAttribute("aria-label", listed(counts.map((count, place) => labelled(place + dice, count))));
}
