// The dice: rolled by chance, or set face by face and then rolled; what counts is what the die on its line has said.

import { byId, make } from "/static/shared/make.js";
import { faced, onLanguage, t } from "/static/shared/words.js";
import { hands } from "/static/table/hands.js";

/** @import { BoardData, DieData } from "/static/messages.js" */

const SPEED = [1, 2, 3, "bus", "mr", "mr"];

/** The two dice, and the Speed Die where it is thrown. @type {(number | string)[]} */
const faces = [3, 4, "bus"];
let three = false;
let plain = 2;

const NAMES = ["first", "second", "speed"];

/** Beside the dice; on a phone below the display, which stays in sight. */
const rolls = () => /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll(".roll"));

export function dice() {
  byId("faces").replaceChildren(...faces.map((_, place) => face(place)));
  for (const button of rolls()) button.addEventListener("click", rollAny);
  byId("roll-these").addEventListener("click", () => roll(faces));
  onLanguage(show);
  show();
  return (/** @type {DieData} */ die) => {
    byId("die-off").hidden = die.plugged;
    for (const button of [...rolls(), byId("roll-these", HTMLButtonElement)]) button.disabled = !die.plugged;
    if (!die.faces.length) return;
    faces.splice(0, die.faces.length, ...die.faces);
    show();
    tumble();
  };
}

/** @param {number} place */
function face(place) {
  const dots = Array.from({ length: 9 }, () => make("i"));
  const button = make("button", { type: "button", class: "die" }, ...dots);
  button.addEventListener("click", (event) => {
    const all = sides(place);
    faces[place] = all[(all.lastIndexOf(faces[place]) + (event.shiftKey ? all.length - 1 : 1)) % all.length];
    show();
  });
  return button;
}

/** What a die can show. @param {number} place */
const sides = (place) => (place < 2 ? [1, 2, 3, 4, 5, 6] : SPEED.slice(0, 5));

/** Show the dice of the game; where two are thrown for one, the first counts. @param {BoardData} board */
export function layOut(board) {
  [plain, three] = [board.dice, board.speed_die];
  show();
}

function show() {
  [...byId("faces").children].forEach((button, place) => {
    const shown = faced(faces[place]);
    button.setAttribute("data-face", String(faces[place]));
    button.setAttribute("data-word", shown);
    button.setAttribute("aria-label", t(`web.die.${NAMES[place]}`, { n: shown }));
    button.toggleAttribute("hidden", place > 1 ? !three : place >= plain);
  });
}

function tumble() {
  for (const each of byId("faces").children) {
    each.classList.remove("rolling");
    each.getBoundingClientRect(); // starts the animation anew
    each.classList.add("rolling");
  }
}

/** @param {(number | string)[]} dice */
function roll([a, b, speed]) {
  return hands(three ? { do: "roll", a, b, speed } : { do: "roll", a, b });
}

export function rollAny() {
  const [a, b, c] = crypto.getRandomValues(new Uint32Array(3));
  return roll([(a % 6) + 1, (b % 6) + 1, SPEED[c % 6]]);
}
