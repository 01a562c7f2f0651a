// Cards and deeds: a click lays one on the reader or takes it off, a drag lays it there and leaves it.

import { byId, field, make } from "/static/shared/make.js";
import { brief, colorOf } from "/static/shared/seats.js";
import { built } from "/static/shared/standing.js";
import { listed, onLanguage, plain, t } from "/static/shared/words.js";
import { drag } from "/static/table/drag.js";
import { hands } from "/static/table/hands.js";

/** @import { BoardData, ReaderData, ThingData } from "/static/messages.js" */
/** @import { Lot, Standing } from "/static/shared/standing.js" */
/** @typedef {{ class: string, children: (Node | string)[] }} Face */

const TAP = 900; // ms that a clicked tag lies on the reader before it lifts by itself

/** @type {ThingData[]} */
let tags = [];
/** @type {Set<string>} */
let laid = new Set();
/** @type {Standing | null} */
let standing = null;
/** @type {BoardData | null} */
let board = null;
/** @type {Map<string, number>} */
const timers = new Map();

/** @param {ThingData[]} things */
export function showThings(things) {
  tags = things;
  fill();
}

/** @param {ReaderData} reader */
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

/** @param {BoardData} printed */
export function showBoard(printed) {
  board = printed;
}

/** @param {Standing} now */
export function showStanding(now) {
  standing = now;
  mark();
}

export const players = () => tags.filter((tag) => tag.kind === "player");
export const referee = () => tags.find((tag) => tag.kind === "referee");

/**
 * Lay a tag on the reader, or take it off if it was left there; one that is about to lift by itself is laid anew.
 *
 * @param {ThingData} tag
 */
export function toggle(tag) {
  if (laid.has(tag.uid) && !timers.has(tag.uid)) return lift(tag);
  const lifts = byId("lifts", HTMLInputElement).checked;
  if (lifts) for (const each of tags.filter(({ uid }) => timers.has(uid))) lift(each); // one hand, one tag
  hands({ do: "lay", uid: tag.uid });
  const liftIt = () => lift(tag);
  if (lifts) timers.set(tag.uid, setTimeout(liftIt, TAP));
}

export function liftAll() {
  for (const tag of tags) if (laid.has(tag.uid)) lift(tag);
}

/** @param {ThingData} tag */
function lift(tag) {
  clearTimeout(timers.get(tag.uid));
  timers.delete(tag.uid);
  hands({ do: "lift", uid: tag.uid });
}

/** @param {ThingData} tag */
const nameOf = (tag) => tag.name || t(`web.tag.${tag.kind}`);
/** @param {ThingData} tag */
const colorFor = (tag) => tag.kind === "player" && colorOf(tag.key ?? "", tag.seat ?? 7);

/** @param {ThingData} tag */
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
  byId("deeds").replaceChildren(
    ...[...grouped("deed").values()].map((group) =>
      make("div", { class: "group" }, ...group.map((tag) => chip(tag, deedFace(tag)))),
    ),
  );
  byId("others").replaceChildren(
    ...tags.filter((tag) => tag.kind === "referee" || tag.kind === "unknown").map(otherChip),
  );
  byId("decks").replaceChildren(
    ...[...grouped("card")].map(([name, cards]) =>
      make("details", {}, make("summary", {}, name), make("div", { class: "others" }, ...cards.map(otherChip))),
    ),
  );
  find();
  mark();
}

/** The tags of a kind by their group or deck. @param {ThingData["kind"]} kind */
function grouped(kind) {
  /** @type {Map<string, ThingData[]>} */
  const groups = new Map();
  for (const tag of tags.filter((each) => each.kind === kind)) {
    const { group = "" } = tag;
    groups.set(group, [...(groups.get(group) ?? []), tag]);
  }
  return groups;
}

/** @param {ThingData} tag */
const otherChip = (tag) => chip(tag, { class: `other ${tag.kind}`, children: [nameOf(tag)] });

/** @param {ThingData} tag @returns {Face} */
function playerFace(tag) {
  const key = make("span", { class: "key", "aria-hidden": "true" }, String(players().indexOf(tag) + 1));
  return { class: "player seat", children: [key, make("b", {}, nameOf(tag)), make("span", { class: "cash" })] };
}

/** @param {ThingData} tag @returns {Face} */
function deedFace(tag) {
  const notes = make("span", { class: "mark" }, make("span", { class: "built" }));
  const long = nameOf(tag)
    .split(" ")
    .some((each) => each.length > 11);
  return { class: long ? "deed long" : "deed", children: [make("span", { class: "name" }, tag.name), notes] };
}

/** @param {ThingData} tag @param {Face} face */
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
    button.setAttribute("aria-pressed", String(laid.has(tag.uid)));
    if (tag.kind === "player") markPlayer(button, tag);
    if (tag.kind === "deed") markDeed(button, tag);
  }
}

/** @param {Element} button @param {ThingData} tag */
function markPlayer(button, tag) {
  const row = standing?.rows[tag.seat ?? -1];
  button.classList.toggle("turn", standing?.turn === tag.seat && !standing?.over);
  button.classList.toggle("out", Boolean(row?.out));
  button.querySelector(".cash")?.replaceChildren(board && row ? brief(board, row.cash) : "");
}

/** @param {Element} button @param {ThingData} tag */
function markDeed(button, tag) {
  const lot = standing?.lots.find((each) => each.square === tag.square);
  const { owner, dot } = ownerOf(lot);
  button.classList.toggle("mortgaged", Boolean(lot?.mortgaged));
  button.classList.toggle("here", standing?.offered === tag.square);
  const stands = make("span", { class: "built" }, ...buildings(lot));
  button.querySelector(".mark")?.replaceChildren(stands, dot);
  button.setAttribute("aria-label", listed([tag.name, ...facts(lot, owner)]));
}

/** Who owns a lot: his name, and a dot in his color; "" for the bank. @param {Lot | undefined} lot */
function ownerOf(lot) {
  if (!board || !lot || lot.owner < 0) return { owner: "", dot: "" };
  const color = colorOf(board.names[lot.owner], lot.owner);
  return { owner: board.players[lot.owner], dot: make("i", { class: "dot seat", "data-color": color }) };
}

/** A lot in words: whose, whether mortgaged, what stands on it. @param {Lot | undefined} lot @param {string} owner */
function facts(lot, owner) {
  return lot
    ? [owner && t("web.owned", { owner }), lot.mortgaged && t("web.mortgaged"), built(lot.level, lot.top)]
    : [];
}

/** @param {Lot | undefined} lot */
function buildings(lot) {
  if (lot?.mortgaged) return [t("web.mortgaged")];
  if (!lot?.level) return [];
  return lot.level >= lot.top
    ? [make("i", { class: "hotel" })]
    : Array.from({ length: lot.level }, () => make("i", { class: "house" }));
}

function find() {
  const wanted = plain(field("find").value);
  for (const deed of byId("deeds").querySelectorAll(".deed"))
    deed.toggleAttribute("hidden", !plain(deed.getAttribute("data-name") ?? "").includes(wanted));
  for (const group of byId("deeds").children)
    group.toggleAttribute("hidden", !group.querySelector(".deed:not([hidden])"));
}

/** Enter lays the first deed that was found, and the keys are the box's again. @param {KeyboardEvent} event */
function layFound(event) {
  const first = byId("deeds").querySelector(".deed:not([hidden])");
  if (event.key !== "Enter" || !(first instanceof HTMLElement) || !field("find").value) return;
  field("find").value = "";
  find();
  field("find").blur();
  first.click();
}

byId("find").addEventListener("input", find);
byId("find").addEventListener("keydown", layFound);
onLanguage(() => {
  fill();
  fillReader();
});
