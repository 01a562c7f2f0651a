// What a page asks for goes out with the proof of its session; a refusal comes back as a sentence.

import { byId } from "/static/shared/make.js";
import { language, t } from "/static/shared/words.js";

/** @import { RefusalData } from "/static/messages.js" */

/** A wish that was refused, and the ms after which it may be asked again. */
export class Refused extends Error {
  /** @param {string} sentence @param {number} wait */
  constructor(sentence, wait) {
    super(sentence);
    this.wait = wait;
  }
}

let proof = "";

/** Look whether there is a session, and what else is told of it. @param {string} path */
export async function look(path) {
  const told = await (await fetch(path)).json();
  ({ proof } = told);
  return told;
}

export const isIn = () => proof !== "";

/** Ask for something; raises `Refused`. @param {string} path @param {object} wish @returns {Promise<Response>} */
export async function post(path, wish) {
  const headers = { "Content-Type": "application/json", "X-Proof": proof };
  const sent = fetch(`${path}?lang=${language()}`, { method: "POST", headers, body: JSON.stringify(wish) });
  const answer = await sent.catch(() => {
    throw new Refused(t("web.lost"), 0);
  });
  if (answer.ok) return answer;
  if (answer.status === 401) location.reload();
  throw await refusal(answer);
}

/** Sign in with a PIN. @param {string} path @param {string} pin */
export async function signIn(path, pin) {
  ({ proof } = await (await post(path, { pin })).json());
}

/** Why something was refused. @param {Response} answer */
export async function refusal(answer) {
  /** @type {RefusalData} */
  const told = await answer.json();
  return new Refused(told.error, Number(answer.headers.get("Retry-After")) * 1000);
}

let fading = 0;

/** Say something for eight seconds. @param {string} sentence */
export function say(sentence) {
  byId("said").textContent = sentence;
  clearTimeout(fading);
  fading = setTimeout(() => byId("said").replaceChildren(), 8000);
}

/** Say why something did not work. @param {unknown} error */
export const sayRefused = (error) => say(t("web.refused", { why: /** @type {Error} */ (error).message }));

/** Ask for something, and say what became of it: whether it was done. @param {string} path @param {object} wish */
export async function ask(path, wish) {
  try {
    await post(path, wish);
    say(t("web.done"));
    return true;
  } catch (error) {
    sayRefused(error);
    return false;
  }
}
