// Going back to an entry: what would have to be put back on the board is shown before anything is taken back.

import { ask, reach, sayRefused } from "/static/shared/ask.js";
import { byId, field, make } from "/static/shared/make.js";
import { t } from "/static/shared/words.js";

/** @import { LineData, UndoData } from "/static/messages.js" */

/** @type {UndoData | undefined} */
let preview;
let chosen = 0;

const undo = () => byId("undo", HTMLDialogElement);

export function undoing() {
  undo().addEventListener("close", close);
}

/** Put a button on a line of the history that goes back to before it. @param {LineData} line */
export function offerUndo(line) {
  const item = byId("lines").querySelector(`[data-seq="${line.seq}"]`);
  if (!item || line.back.length) return;
  const button = make(
    "button",
    { type: "button", "aria-label": t("web.undo-from", { what: line.texts[0] ?? "" }) },
    t("web.undo"),
  );
  button.addEventListener("click", () => look(line.seq));
  item.append(button);
}

/** @param {number} seq */
async function look(seq) {
  const answer = await reach(`/referee/undo?seq=${seq}`).catch(sayRefused);
  if (!answer) return;
  /** @type {UndoData} */
  const told = await answer.json();
  preview = told;
  chosen = seq;
  byId("undo-title").textContent = t("web.undo-count", { n: told.count });
  byId("things").replaceChildren(
    ...(told.things.length ? told.things.map((thing) => make("li", {}, thing)) : [make("li", {}, t("web.nothing"))]),
  );
  undo().returnValue = "";
  undo().showModal();
}

async function close() {
  if (preview && undo().returnValue === "undo")
    await ask("/referee/ask", { do: "undo", seq: chosen, latest: preview.latest, reason: field("undo-reason").value });
}
