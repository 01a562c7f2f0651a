// The referee's clock: what came from the table, counted on from there; and the table's countdown, as it comes.

import { byId } from "/static/shared/make.js";
import { t } from "/static/shared/words.js";

/** @import { ClockData, CountdownData } from "/static/messages.js" */

/** @type {ClockData} */
let reading = { left: null, runs: false };
let since = 0;

/** Let the clock go; what comes back is to be called with each reading. */
export function clock() {
  setInterval(show, 250);
  return (/** @type {ClockData} */ told) => {
    reading = told;
    since = performance.now();
    show();
  };
}

/** What is left for those who may still speak. @param {CountdownData} told */
export function countdown({ seconds }) {
  byId("countdown").textContent = seconds === null ? "" : t("web.countdown", { seconds });
}

function show() {
  const passed = reading.runs ? (performance.now() - since) / 1000 : 0;
  const left = reading.left === null ? null : Math.max(0, reading.left - passed);
  byId("clock").textContent = left === null ? "" : digits(Math.ceil(left));
  byId("clock").classList.toggle("soon", left !== null && left < 300);
  document.getElementById("clock-note")?.toggleAttribute("hidden", left === null || reading.runs);
}

/** @param {number} seconds */
function digits(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] ? parts : parts.slice(1);
  return shown.map((part, place) => (place ? String(part).padStart(2, "0") : String(part))).join(":");
}
