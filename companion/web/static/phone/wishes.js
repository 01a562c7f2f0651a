// What a phone asks goes out with the proof of its session; a refusal comes back as a sentence.

import { language } from "/static/shared/words.js";

let proof = "";

export async function send(path, wish) {
  const headers = { "Content-Type": "application/json", "X-Proof": proof };
  const answer = await fetch(`${path}?lang=${language()}`, { method: "POST", headers, body: JSON.stringify(wish) });
  if (answer.ok) return answer.status === 204 ? {} : answer.json();
  if (answer.status === 401) location.reload();
  const wait = Number(answer.headers.get("Retry-After")) * 1000;
  throw Object.assign(new Error((await answer.json()).error), { wait });
}

export async function isPaired() {
  const told = await (await fetch("/phone/session")).json();
  proof = told.proof;
  return { paired: proof !== "", waits: told.waits };
}
