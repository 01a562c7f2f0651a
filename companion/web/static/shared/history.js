// The list of what happened: a line for each entry of the ledger, the latest last, kept in view unless one reads further up.

import { byId, make } from "/static/shared/make.js";
import { worn } from "/static/shared/seats.js";

const KEPT = 400;

export function history() {
  const list = byId("lines");
  let players = [];
  return { clear: () => list.replaceChildren(), seat: (names) => { players = names; }, add: (line) => add(list, line, players) };
}

function add(list, line, players) {
  const low = list.scrollHeight - list.scrollTop - list.clientHeight < 60;
  for (const seq of line.back ?? []) list.querySelector(`[data-seq="${seq}"]`)?.classList.add("back");
  const rules = line.rules?.length ? make("small", {}, line.rules.join(" · ")) : "";
  list.append(make("li", { ...worn(players, line.seat, line.turn ? "turn" : ""), "data-seq": line.seq }, ...line.texts.map((text) => make("p", {}, text)), rules));
  while (list.children.length > KEPT) list.firstElementChild.remove();
  if (low) list.scrollTop = list.scrollHeight;
}
