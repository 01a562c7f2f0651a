// What the person does with the things on the table: each deed of the hands is a small request, in the order done.

import { make, byId } from "/static/shared/make.js";
import { language, t } from "/static/shared/words.js";

let last = Promise.resolve();

/** Do one thing: `{ do: "lay", uid }`, `lift`, `press`, `release`, `turn`, `roll`. */
export function hands(deed) {
  last = last.then(() => send(deed));
  return last;
}

async function send(deed) {
  try {
    const answer = await fetch(`/table/hands?lang=${language()}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(deed),
    });
    if (!answer.ok) tell((await answer.json()).error);
  } catch (error) {
    tell(error.message);
  }
}

function tell(why) {
  const lines = byId("lines");
  lines.append(make("li", {}, make("p", {}, t("web.refused", { why }))));
  lines.scrollTop = lines.scrollHeight;
}
