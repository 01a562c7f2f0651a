// What the person does with the things on the table: each deed of the hands is a small request, in the order done.

import { post } from "/static/shared/ask.js";
import { byId, make } from "/static/shared/make.js";
import { t } from "/static/shared/words.js";

/**
 * @typedef {{ do: "lay" | "lift", uid: string } | { do: "press" | "release", button: string }
 *   | { do: "roll", a: number | string, b: number | string, speed?: number | string }} Deed
 */

let last = Promise.resolve();

/** Do one thing, after all before it. @param {Deed} deed */
export function hands(deed) {
  last = last.then(() => send(deed));
  return last;
}

/** @param {Deed} deed */
async function send(deed) {
  try {
    await post("/table/hands", deed);
  } catch (error) {
    tell(/** @type {Error} */ (error).message);
  }
}

/** @param {string} why */
function tell(why) {
  const lines = byId("lines");
  lines.append(make("li", {}, make("p", {}, t("web.refused", { why }))));
  lines.scrollTop = lines.scrollHeight;
}
