// What the referee wants goes out with the proof of the session; a refusal comes back as a sentence.

import { byId } from "/static/shared/make.js";
import { language, t } from "/static/shared/words.js";

let proof = "";

export async function send(path, wish) {
  const headers = { "Content-Type": "application/json", "X-Proof": proof };
  const answer = await fetch(`${path}?lang=${language()}`, { method: "POST", headers, body: JSON.stringify(wish) });
  if (answer.ok) return answer.status === 204 ? {} : answer.json();
  if (answer.status === 401) location.reload();
  throw new Error((await answer.json()).error);
}

/** Ask for something, and say what became of it. */
export async function ask(wish, done = t("web.done")) {
  try {
    await send("/referee/ask", wish);
    say(done);
    return true;
  } catch (error) {
    say(t("web.refused", { why: error.message }));
    return false;
  }
}

export async function signIn(pin) {
  ({ proof } = await send("/referee/in", { pin }));
}

export async function isIn() {
  ({ proof } = await (await fetch("/referee/session")).json());
  return proof !== "";
}

let fading;

export function say(words) {
  byId("said").textContent = words;
  clearTimeout(fading);
  fading = setTimeout(() => {
    byId("said").textContent = "";
  }, 8000);
}
