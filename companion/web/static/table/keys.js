// Keyboard shortcuts, when no field is being typed in; a key that is held down is a button that is held down.

import { byId, make } from "/static/shared/make.js";
import { onLanguage, t } from "/static/shared/words.js";
import { press, release } from "/static/table/buttons.js";
import { rollAny } from "/static/table/die.js";
import { liftAll, players, referee, toggle } from "/static/table/tags.js";

/** @type {Record<string, string>} */
const BUTTONS = { ArrowUp: "up", ArrowDown: "down", o: "ok", Backspace: "back", b: "back", i: "info", m: "menu" };
const LIST = [
  ["↑ ↓", "up"],
  ["Enter O", "ok"],
  ["Backspace B", "back"],
  ["M I", "menu"],
  ["R", "roll"],
  ["1–8", "player"],
  ["0", "referee"],
  ["X", "lift"],
  ["F", "find"],
  ["?", "help"],
];

/** @param {string[]} names */
export function keys(names) {
  const sole = names.includes("info") ? "info" : "menu";
  Object.assign(BUTTONS, { i: sole, m: sole });
}

function help() {
  byId("keys").replaceChildren(
    ...LIST.flatMap(([caps, what]) => [
      make("dt", {}, ...caps.split(" ").flatMap((cap) => [make("kbd", {}, cap), " "])),
      make("dd", {}, t(`web.key.${what}`)),
    ]),
  );
}

/** @param {KeyboardEvent} event */
const elsewhere = (event) =>
  event.ctrlKey || event.altKey || event.metaKey || byId("help", HTMLDialogElement).open || isField(event.target);

/** @param {EventTarget | null} target */
const isField = (target) => target instanceof Element && target.matches("input:not([type=checkbox]), textarea, select");

/** @param {KeyboardEvent} event */
function buttonOf(event) {
  if (event.key === "Enter" && event.target === document.body) return "ok";
  return BUTTONS[event.key] ?? BUTTONS[event.key.toLowerCase()];
}

window.addEventListener("keydown", (event) => {
  if (elsewhere(event)) return;
  const name = buttonOf(event);
  if (name) {
    event.preventDefault();
    if (!event.repeat) press(name);
  } else if (!event.repeat) {
    other(event);
  }
});

window.addEventListener("keyup", (event) => {
  const name = buttonOf(event);
  if (name) release(name);
});

/** @type {Record<string, () => void>} */
const OTHERS = {
  0: () => {
    const card = referee();
    if (card) toggle(card);
  },
  r: rollAny,
  x: liftAll,
  "?": () => byId("help", HTMLDialogElement).showModal(),
  f: () => byId("find").focus(),
  "/": () => byId("find").focus(),
};

/** @param {KeyboardEvent} event */
function other(event) {
  const key = event.key.toLowerCase();
  const player = key >= "1" && key <= "8" && players()[Number(key) - 1];
  if (player) toggle(player);
  if (!OTHERS[key]) return;
  event.preventDefault();
  OTHERS[key]();
}

const opener = make("button", { type: "button", id: "shortcuts" }, "?");
opener.addEventListener("click", () => byId("help", HTMLDialogElement).showModal());
const write = () => {
  opener.setAttribute("aria-label", t("web.shortcuts"));
  opener.title = t("web.shortcuts");
  help();
};
onLanguage(write);
write();
byId("tools").append(opener);
