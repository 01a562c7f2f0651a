// Going back to an entry: what would have to be put back on the board is shown before anything is taken back.

import { byId, make } from "/static/shared/make.js";
import { language, t } from "/static/shared/words.js";
import { ask, say } from "/static/referee/wishes.js";

let preview;
let chosen;

export function undoing() {
  byId("undo").addEventListener("close", close);
}

/** Put a button on a line of the history that goes back to before it. */
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

async function look(seq) {
  const answer = await fetch(`/referee/undo?seq=${seq}&lang=${language()}`);
  if (!answer.ok) return say(t("web.refused", { why: (await answer.json()).error }));
  preview = await answer.json();
  chosen = seq;
  byId("undo-title").textContent = t("web.undo-count", { n: preview.count });
  byId("things").replaceChildren(
    ...(preview.things.length
      ? preview.things.map((thing) => make("li", {}, thing))
      : [make("li", {}, t("web.nothing"))]),
  );
  byId("undo").returnValue = "";
  byId("undo").showModal();
}

async function close() {
  if (byId("undo").returnValue === "undo")
    await ask({ do: "undo", seq: chosen, latest: preview.latest, reason: byId("undo-reason").value });
}
