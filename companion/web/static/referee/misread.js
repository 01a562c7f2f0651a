// The last throw, where the bank has read the dice wrongly: it can be set right as long as nothing has followed it.

import { ask, reach } from "/static/shared/ask.js";
import { byId, make, onSubmit } from "/static/shared/make.js";
import { faced, onLanguage, t } from "/static/shared/words.js";

/** @import { ThrowData } from "/static/messages.js" */

/** @type {ThrowData} */
let thrown = { seat: -1, dice: [], faces: [] };
/** @type {string[]} */
let players = [];

export function rereading() {
  onSubmit("throw", submit);
  onLanguage(say);
}

/**
 * Ask for the throw that can be set right now; what is being chosen for the same throw stays.
 *
 * @param {string[]} names
 */
export async function lookAtThrow(names) {
  players = names;
  const answer = await reach("/referee/throw").catch(() => undefined); // the next entry asks again
  if (!answer) return;
  /** @type {ThrowData} */
  const now = await answer.json();
  const isNew = JSON.stringify(now) !== JSON.stringify(thrown);
  thrown = now;
  if (isNew) byId("lying").replaceChildren(...now.dice.map(die));
  byId("throw").hidden = now.seat < 0;
  say();
}

/** What one of the dice can show, beginning with what was read. @param {number | string} read @param {number} place */
function die(read, place) {
  const options = thrown.faces[place].map((face) => make("option", { value: face }));
  const select = make("select", {}, ...options);
  if (select instanceof HTMLSelectElement) select.value = String(read);
  return select;
}

function say() {
  const dice = thrown.dice.map(faced).join(" + ");
  byId("throw-read").textContent = t("web.was-read", { name: players[thrown.seat], dice });
  [...byId("lying").querySelectorAll("select")].forEach((each, place) => {
    each.setAttribute("aria-label", t("web.nth-die", { n: place + 1 }));
    [...each.options].forEach((option, at) => (option.textContent = faced(thrown.faces[place][at])));
  });
}

async function submit() {
  const lying = [...byId("lying").querySelectorAll("select")].map((select) => select.selectedIndex);
  await ask("/referee/ask", { do: "throw", dice: lying.map((at, place) => thrown.faces[place][at]) });
}
