// What a page asks for goes out with the proof of its session; a refusal comes back as a sentence.

import { byId } from "/static/shared/make.js";
import { language, t } from "/static/shared/words.js";

/** @import { RefusalData } from "/static/messages.js" */

/** A wish that was refused, with which status (0: nobody answered), and the ms after which it may be asked again. */
export class Refused extends Error {
  /** @param {string} sentence @param {number} status @param {number} wait */
  constructor(sentence, status, wait) {
    super(sentence);
    this.status = status;
    this.wait = wait;
  }
}

let proof = "";

/**
 * Ask for an answer in the language of the page; raises `Refused` also where nobody answers.
 *
 * @param {string} path
 * @param {RequestInit} how
 */
export async function reach(path, how = {}) {
  const address = `${path}${path.includes("?") ? "&" : "?"}lang=${language()}`;
  const answer = await fetch(address, how).catch(lose);
  if (!answer.ok) throw await refusal(answer);
  return answer;
}

/** @returns {never} */
function lose() {
  throw new Refused(t("web.lost"), 0, 0);
}

/** Look whether there is a session, and what else is told of it. @param {string} path */
export async function look(path) {
  const told = await (await reach(path)).json();
  ({ proof } = told);
  return told;
}

export const isIn = () => proof !== "";

/** Ask for something; raises `Refused`. @param {string} path @param {object} wish @returns {Promise<Response>} */
export async function post(path, wish) {
  const headers = { "Content-Type": "application/json", "X-Proof": proof };
  try {
    return await reach(path, { method: "POST", headers, body: JSON.stringify(wish) });
  } catch (error) {
    if (error instanceof Refused && error.status === 401) location.reload();
    throw error;
  }
}

/** Sign in with a PIN. @param {string} path @param {string} pin */
export async function signIn(path, pin) {
  ({ proof } = await (await post(path, { pin })).json());
}

/** Why something was refused. @param {Response} answer */
async function refusal(answer) {
  /** @type {RefusalData} */
  const told = await answer.json().catch(lose);
  return new Refused(told.error, answer.status, Number(answer.headers.get("Retry-After")) * 1000);
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
