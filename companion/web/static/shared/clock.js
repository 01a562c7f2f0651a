// The referee's clock: what came from the table, counted on from there.

import { byId } from "/static/shared/make.js";

let reading = { left: null, runs: false };
let since = 0;

export function clock() {
  setInterval(show, 250);
  return (told) => {
    reading = told;
    since = performance.now();
    show();
  };
}

function show() {
  const left =
    reading.left === null ? null : Math.max(0, reading.left - (reading.runs ? (performance.now() - since) / 1000 : 0));
  byId("clock").textContent = left === null ? "" : digits(Math.ceil(left));
  byId("clock").classList.toggle("soon", left !== null && left < 300);
  byId("clock-note")?.toggleAttribute("hidden", left === null || reading.runs);
}

function digits(seconds) {
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (parts[0] ? parts : parts.slice(1))
    .map((part, place) => (place ? String(part).padStart(2, "0") : String(part)))
    .join(":");
}
