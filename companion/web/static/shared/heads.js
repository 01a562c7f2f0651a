// This browser remembers the newest entry that it was told of, its head, and asks at each visit whether the table still
// has it. If not, the ledger was put back or written anew in the meantime; the page says so until somebody has seen it.

import { byId } from "/static/shared/make.js";

/** @import { HeadData } from "/static/messages.js" */

const PLACE = "head";
/** @type {Promise<void>} */
let compared = Promise.resolve();
let isBehind = false;

/** Ask whether the table has the entry that is remembered here. */
export function compareHead() {
  compared = compare().catch(() => {}); // no answer says nothing
}

/** Remember the newest entry, once the one before it was asked for. @param {HeadData} head */
export async function rememberHead(head) {
  await compared;
  if (!isBehind && head.hash) localStorage.setItem(PLACE, JSON.stringify(head));
}

async function compare() {
  const kept = localStorage.getItem(PLACE);
  if (!kept) return;
  /** @type {HeadData} */
  const { game, seq, hash } = JSON.parse(kept);
  const answer = await fetch(`/head?${new URLSearchParams({ game, seq: String(seq) })}`);
  if (!answer.ok) return;
  /** @type {HeadData} */
  const now = await answer.json();
  isBehind = now.hash !== hash;
  byId("behind").hidden = !isBehind;
}

byId("seen").addEventListener("click", () => {
  localStorage.removeItem(PLACE);
  isBehind = false;
  byId("behind").hidden = true;
});
