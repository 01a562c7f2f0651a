// Going back to an entry: what would have to be put back on the board is shown before anything is taken back.

import { byId, make } from "/static/shared/make.js";
import { money } from "/static/shared/seats.js";
import { t } from "/static/shared/text.js";
import { ask, say } from "/static/referee/wishes.js";

let preview;
let chosen;
let board;

export function undoing() {
  byId("undo").addEventListener("close", close);
}

export const printedOn = (printed) => { board = printed; };

/** Put a button on a line of the history that goes back to before it. */
export function offerUndo(line) {
  const item = byId("lines").querySelector(`[data-seq="${line.seq}"]`);
  if (!item || line.back.length) return;
  const button = make("button", { type: "button", "aria-label": t("undoFrom", { what: line.texts[0] ?? "" }) }, t("undo"));
  button.addEventListener("click", () => look(line.seq));
  item.append(button);
}

async function look(seq) {
  const answer = await fetch(`/referee/undo?seq=${seq}`);
  if (!answer.ok) return say(t("refused", { why: (await answer.json()).error }));
  preview = await answer.json();
  chosen = seq;
  byId("undo-title").textContent = t("undoCount", { n: preview.count });
  byId("things").replaceChildren(...(preview.things.length ? preview.things.map((thing) => make("li", {}, told(thing))) : [make("li", {}, t("nothing"))]));
  byId("undo").returnValue = "";
  byId("undo").showModal();
}

function told(thing) {
  const who = thing.seat >= 0 ? board.players[thing.seat] : t("theBank");
  const place = thing.square === undefined ? "" : board.squares[thing.square].name;
  const on = thing.on === undefined ? "" : thing.on ? "-on" : "-off";
  return t(`put-${thing.what}${on}`, { who, place, amount: thing.amount === undefined ? "" : money(board, thing.amount), n: thing.count ?? thing.level });
}

async function close() {
  if (byId("undo").returnValue === "undo") await ask({ do: "undo", seq: chosen, latest: preview.latest, reason: byId("undo-reason").value });
}
