// Cards and deeds: a click lays one on the reader or takes it off, a drag lays it there and leaves it.

import { byId, make } from "/static/shared/make.js";
import { colorOf, money } from "/static/shared/seats.js";
import { built } from "/static/shared/standing.js";
import { onLanguage, plain, t } from "/static/shared/words.js";
import { drag } from "/static/table/drag.js";
import { hands } from "/static/table/hands.js";

const TAP = 900; // ms that a clicked tag lies on the reader before it lifts by itself

let tags = [];
let laid = new Set();
let standing = null;
let board = null;
const timers = new Map();

export function showThings(things) {
  tags = things;
  fill();
}

export function showReader(reader) {
  if (reader.uids.join() === [...laid].join()) return;
  laid = new Set(reader.uids);
  fillReader();
}

function fillReader() {
  byId("reader").classList.toggle("busy", laid.size === 1);
  byId("reader").classList.toggle("clash", laid.size > 1);
  byId("empty").hidden = laid.size > 0;
  byId("laid").replaceChildren(...tags.filter((tag) => laid.has(tag.uid)).map(lying));
  mark();
}

export function showBoard(printed) {
  board = printed;
}

export function showStanding(now) {
  standing = now;
  mark();
}

export const players = () => tags.filter((tag) => tag.kind === "player");
export const referee = () => tags.find((tag) => tag.kind === "referee");

/** Lay a tag on the reader, or take it off if it was left there; one that is about to lift by itself is laid anew. */
export function toggle(tag) {
  if (laid.has(tag.uid) && !timers.has(tag.uid)) return lift(tag);
  const lifts = byId("lifts").checked;
  if (lifts) for (const each of tags.filter(({ uid }) => timers.has(uid))) lift(each); // one hand, one tag
  hands({ do: "lay", uid: tag.uid });
  const liftIt = () => lift(tag);
  if (lifts) timers.set(tag.uid, setTimeout(liftIt, TAP));
}

export function liftAll() {
  for (const tag of tags) if (laid.has(tag.uid)) lift(tag);
}

function lift(tag) {
  clearTimeout(timers.get(tag.uid));
  timers.delete(tag.uid);
  hands({ do: "lift", uid: tag.uid });
}

const nameOf = (tag) => tag.name || t(`web.tag.${tag.kind}`);
const colorFor = (tag) => tag.kind === "player" && colorOf(tag.key, tag.seat ?? 7);

function lying(tag) {
  const button = make(
    "button",
    { type: "button", class: "seat", "data-color": colorFor(tag), "data-uid": tag.uid },
    make("i"),
    nameOf(tag),
  );
  if (tag.color) button.style.setProperty("--band", tag.color);
  button.setAttribute("aria-label", t("web.take-off", { name: nameOf(tag) }));
  button.addEventListener("click", () => lift(tag));
  return make("li", {}, button);
}

function fill() {
  byId("players").replaceChildren(...players().map((tag) => chip(tag, playerFace(tag))));
  const groups = new Map();
  for (const tag of tags.filter((each) => each.kind === "deed"))
    groups.set(tag.group, [...(groups.get(tag.group) ?? []), tag]);
  byId("deeds").replaceChildren(
    ...[...groups.values()].map((group) =>
      make("div", { class: "group" }, ...group.map((tag) => chip(tag, deedFace(tag)))),
    ),
  );
  byId("others").replaceChildren(
    ...tags.filter((tag) => tag.kind === "referee" || tag.kind === "unknown").map(otherChip),
  );
  const decks = new Map();
  for (const tag of tags.filter((each) => each.kind === "card"))
    decks.set(tag.group, [...(decks.get(tag.group) ?? []), tag]);
  byId("decks").replaceChildren(
    ...[...decks].map(([name, cards]) =>
      make("details", {}, make("summary", {}, name), make("div", { class: "others" }, ...cards.map(otherChip))),
    ),
  );
  find();
  mark();
}

const otherChip = (tag) => chip(tag, { class: `other ${tag.kind}`, children: [nameOf(tag)] });

function playerFace(tag) {
  const key = make("span", { class: "key", "aria-hidden": "true" }, String(players().indexOf(tag) + 1));
  return { class: "player seat", children: [key, make("b", {}, nameOf(tag)), make("span", { class: "cash" })] };
}

function deedFace(tag) {
  const notes = make("span", { class: "mark" }, make("span", { class: "built" }));
  const long = tag.name.split(" ").some((each) => each.length > 11);
  return { class: long ? "deed long" : "deed", children: [make("span", { class: "name" }, tag.name), notes] };
}

function chip(tag, face) {
  const button = make(
    "button",
    {
      type: "button",
      class: `tag ${face.class}`,
      "data-uid": tag.uid,
      "data-color": colorFor(tag),
      "data-square": tag.square,
      "data-name": tag.key ?? nameOf(tag),
    },
    ...face.children,
  );
  if (tag.color) button.style.setProperty("--band", tag.color);
  drag(button, () => laid.has(tag.uid) || hands({ do: "lay", uid: tag.uid }));
  button.addEventListener("click", () => toggle(tag));
  return button;
}

/** What stands about cards and deeds: who lies on the reader, whose turn it is, who owns what. */
function mark() {
  for (const tag of tags) {
    const button = document.querySelector(`.tag[data-uid="${tag.uid}"]`);
    if (!button) continue;
    button.setAttribute("aria-pressed", laid.has(tag.uid));
    if (tag.kind === "player") markPlayer(button, tag);
    if (tag.kind === "deed") markDeed(button, tag);
  }
}

function markPlayer(button, tag) {
  const row = standing?.rows?.[tag.seat];
  button.classList.toggle("turn", Boolean(standing) && standing.turn === tag.seat && !standing.over);
  button.classList.toggle("out", Boolean(row?.out));
  button.querySelector(".cash").textContent = board && row ? money(board, row.cash) : "";
}

function markDeed(button, tag) {
  const lot = standing?.lots.find((each) => each.square === tag.square);
  const owner = lot && lot.owner >= 0 && board ? board.players[lot.owner] : "";
  button.classList.toggle("mortgaged", Boolean(lot?.mortgaged));
  button.classList.toggle("here", standing?.offered === tag.square);
  const dot = owner && make("i", { class: "dot seat", "data-color": colorOf(board.names[lot.owner], lot.owner) });
  const stands = make("span", { class: "built" }, ...buildings(lot));
  button.querySelector(".mark").replaceChildren(stands, dot || "");
  button.setAttribute("aria-label", [tag.name, ...facts(lot, owner)].filter(Boolean).join(", "));
}

/** A lot in words: whose, whether mortgaged, what stands on it. */
function facts(lot, owner) {
  return lot
    ? [owner && t("web.owned", { owner }), lot.mortgaged && t("web.mortgaged"), built(lot.level, lot.top)]
    : [];
}

function buildings(lot) {
  if (lot?.mortgaged) return [t("web.mortgaged")];
  if (!lot?.level) return [];
  return lot.level >= lot.top
    ? [make("i", { class: "hotel" })]
    : Array.from({ length: lot.level }, () => make("i", { class: "house" }));
}

function find() {
  const wanted = plain(byId("find").value);
  for (const deed of byId("deeds").querySelectorAll(".deed")) deed.hidden = !plain(deed.dataset.name).includes(wanted);
  for (const group of byId("deeds").children) group.hidden = !group.querySelector(".deed:not([hidden])");
}

/** Enter lays the first deed that was found, and the keys are the box's again. */
function layFound(event) {
  const first = byId("deeds").querySelector(".deed:not([hidden])");
  if (event.key !== "Enter" || !first || !byId("find").value) return;
  byId("find").value = "";
  find();
  byId("find").blur();
  first.click();
}

byId("find").addEventListener("input", find);
byId("find").addEventListener("keydown", layFound);
onLanguage(() => {
  fill();
  fillReader();
});
