// The dice: rolled by chance, or set face by face and then rolled; what counts is what the die on its line has said.

import { byId, make } from "/static/shared/make.js";
import { onLanguage, t } from "/static/shared/words.js";
import { hands } from "/static/table/hands.js";

/** @import { DieData } from "/static/messages.js" */

const faces = [3, 4];

/** Beside the dice; on a phone below the display, which stays in sight. */
const rolls = () => /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(".roll"));

export function dice() {
  byId("faces").replaceChildren(...faces.map((_, place) => face(place)));
  for (const button of rolls()) button.addEventListener("click", rollAny);
  byId("roll-these").addEventListener("click", () => roll(faces[0], faces[1]));
  onLanguage(show);
  show();
  return (/** @type {DieData} */ die) => {
    byId("die-off").hidden = die.plugged;
    for (const button of [...rolls(), byId("roll-these", HTMLButtonElement)]) button.disabled = !die.plugged;
    if (!die.a) return;
    [faces[0], faces[1]] = [die.a, die.b];
    show();
    tumble();
  };
}

/** @param {number} place */
function face(place) {
  const dots = Array.from({ length: 9 }, () => make("i"));
  const button = make("button", { type: "button", class: "die" }, ...dots);
  button.addEventListener("click", (event) => {
    faces[place] = ((faces[place] - 1 + (event.shiftKey ? 5 : 1)) % 6) + 1;
    show();
  });
  return button;
}

function show() {
  [...byId("faces").children].forEach((button, place) => {
    button.setAttribute("data-face", String(faces[place]));
    button.setAttribute("aria-label", t(place === 0 ? "web.die.first" : "web.die.second", { n: faces[place] }));
  });
}

function tumble() {
  for (const each of byId("faces").children) {
    each.classList.remove("rolling");
    each.getBoundingClientRect(); // starts the animation anew
    each.classList.add("rolling");
  }
}

/** @param {number} a @param {number} b */
function roll(a, b) {
  return hands({ do: "roll", a, b });
}

export function rollAny() {
  const [a, b] = crypto.getRandomValues(new Uint32Array(2));
  return roll((a % 6) + 1, (b % 6) + 1);
}
