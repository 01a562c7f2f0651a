// The buttons of the box: pressed as long as the finger, the mouse or the key is down.

import { byId, make } from "/static/shared/make.js";
import { onLanguage, t } from "/static/shared/words.js";
import { hands } from "/static/table/hands.js";

/** @type {Record<string, string>} */
const SIGNS = {
  up: "M4 15l8-8 8 8",
  down: "M4 9l8 8 8-8",
  ok: "M4 13l5 5L20 6",
  back: "M9 5l-6 6 6 6M3 11h11a6 6 0 0 1 0 12",
  menu: "M4 6h16M4 12h16M4 18h16",
  info: "M12 11v7M12 6v.5",
};
/** @type {Set<string>} */
const down = new Set();

/** @param {string[]} names */
export function buttons(names) {
  byId("buttons").replaceChildren(...names.map(button));
}

/** @param {string} name */
function button(name) {
  const label = make("span", {}, t(`web.button.${name}`));
  const sign = make("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, make("path", { d: SIGNS[name] ?? "" }));
  const element = make("button", { type: "button", "data-button": name }, sign, label);
  element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    press(name);
  });
  for (const kind of ["pointerup", "pointercancel", "lostpointercapture"])
    element.addEventListener(kind, () => release(name));
  element.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      press(name);
    }
  });
  element.addEventListener("keyup", (event) => {
    if (event.key === "Enter" || event.key === " ") release(name);
  });
  element.addEventListener("blur", () => release(name));
  element.addEventListener("click", (event) => {
    if (event.detail === 0 && event.isTrusted) push(name);
  });
  element.addEventListener("contextmenu", (event) => event.preventDefault());
  onLanguage(() => {
    label.textContent = t(`web.button.${name}`);
  });
  return element;
}

/** @param {string} name */
export function press(name) {
  if (down.has(name)) return;
  down.add(name);
  show(name, true);
  hands({ do: "press", button: name });
}

/** @param {string} name */
export function release(name) {
  if (!down.delete(name)) return;
  show(name, false);
  hands({ do: "release", button: name });
}

/** A press from a screen reader or voice control, which know no length. @param {string} name */
function push(name) {
  press(name);
  setTimeout(() => release(name), 120);
}

/** @param {string} name @param {boolean} pressed */
function show(name, pressed) {
  document.querySelector(`[data-button="${name}"]`)?.classList.toggle("down", pressed);
}

window.addEventListener("blur", () => [...down].forEach(release));
