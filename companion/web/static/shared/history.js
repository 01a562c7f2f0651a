// The list of what happened: a line for each entry of the ledger, the latest last, in view unless one reads further up.

import { byId, make } from "/static/shared/make.js";
import { worn } from "/static/shared/seats.js";
import { labelled, t } from "/static/shared/words.js";

/** @import { LineData, WhyData } from "/static/messages.js" */

const KEPT = 400;
const NEAR = 48; // px from the end that still count as reading the end

/** Fills a list, on most pages the one named `lines`. @param {HTMLElement} [list] */
export function history(list = byId("lines")) {
  /** @type {string[]} */
  let players = [];
  let atEnd = true;
  let put = 0; // where we have scrolled to: when the browser tells of it, more lines may have come
  const end = () => {
    if (!atEnd) return;
    list.scrollTop = list.scrollHeight;
    put = list.scrollTop;
  };
  const look = () => {
    atEnd = list.scrollTop === put || list.scrollHeight - list.scrollTop - list.clientHeight < NEAR;
  };
  list.addEventListener("scroll", look);
  new ResizeObserver(end).observe(list);
  return {
    clear: () => list.replaceChildren(),
    /** @param {string[]} names */
    seat: (names) => {
      players = names;
    },
    readAloud: () => list.setAttribute("aria-live", "polite"),
    /** @param {LineData} line */
    add: (line) => {
      look();
      add(list, line, players);
      end();
    },
  };
}

/** @param {HTMLElement} list @param {LineData} line @param {string[]} players */
function add(list, line, players) {
  for (const seq of line.back) list.querySelector(`[data-seq="${seq}"]`)?.classList.add("back");
  const texts = line.texts.map((text) => make("p", {}, text));
  const attributes = { ...worn(players, line.seat, line.turn ? "turn" : ""), "data-seq": line.seq };
  list.append(make("li", attributes, ...texts, reasons(line.why)));
  while (list.children.length > KEPT) list.firstElementChild?.remove();
}

/** Why it came to that, behind the ids of the rules; a motive rests on none. @param {WhyData[]} why */
function reasons(why) {
  const ids = new Set(why.flatMap(([, rules]) => rules.map(([rule]) => rule)));
  if (!why.length) return "";
  const told = why.flatMap(([ruling, rules]) => [
    make("p", {}, ruling),
    ...rules.map(([rule, text]) => make("p", { class: "rule" }, labelled(rule, text))),
  ]);
  return make("details", {}, make("summary", {}, ids.size ? [...ids].join(" · ") : t("web.why")), ...told);
}
