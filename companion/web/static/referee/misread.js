// The last throw, where the bank has read the dice wrongly: it can be set right as long as nothing has followed it.

import { ask, reach } from "/static/shared/ask.js";
import { byId, field, make, onSubmit } from "/static/shared/make.js";
import { onLanguage, t } from "/static/shared/words.js";

/** @import { ThrowData } from "/static/messages.js" */

/** @type {["first", "second"]} */
const FACES = ["first", "second"];
/** @type {ThrowData} */
let thrown = { seat: -1, first: 0, second: 0 };
/** @type {string[]} */
let players = [];

export function rereading() {
  for (const id of FACES)
    byId(id).replaceChildren(...[1, 2, 3, 4, 5, 6].map((face) => make("option", {}, String(face))));
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
  if (JSON.stringify(now) !== JSON.stringify(thrown)) for (const id of FACES) field(id).value = String(now[id] || 1);
  thrown = now;
  byId("throw").hidden = now.seat < 0;
  say();
}

function say() {
  byId("throw-read").textContent = t("web.was-read", { name: players[thrown.seat], a: thrown.first, b: thrown.second });
}

async function submit() {
  const [first, second] = FACES.map((id) => Number(field(id).value));
  await ask("/referee/ask", { do: "throw", first, second });
}
