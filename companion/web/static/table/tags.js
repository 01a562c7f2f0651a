// Cards and deeds: a click lays one on the reader or takes it off, a drag lays it there and leaves it.

import { byId, make } from "/static/shared/make.js";
import { colorOf, money } from "/static/shared/seats.js";
import { built } from "/static/shared/standing.js";
import { onLanguage, plain, t } from "/static/shared/text.js";
import { hands } from "/static/table/hands.js";

const TAP = 900; // ms that a clicked tag lies on the reader before it lifts by itself
const HOLD = 280; // ms a finger rests on a tag before it drags it instead of scrolling
const AWAY = 8; // px the mouse moves before a click becomes a drag

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

/** Lay a tag on the reader, or take it off if it was left there; one that is about to lift by itself is laid once more. */
export function toggle(tag) {
  if (laid.has(tag.uid) && !timers.has(tag.uid)) return lift(tag);
  if (byId("lifts").checked) for (const uid of [...timers.keys()]) lift(tags.find((each) => each.uid === uid)); // one hand, one tag
  hands({ do: "lay", uid: tag.uid });
  if (byId("lifts").checked) timers.set(tag.uid, setTimeout(() => lift(tag), TAP));
}

export function liftAll() {
  for (const tag of tags) if (laid.has(tag.uid)) lift(tag);
}

function lift(tag) {
  clearTimeout(timers.get(tag.uid));
  timers.delete(tag.uid);
  hands({ do: "lift", uid: tag.uid });
}

const nameOf = (tag) => tag.name || t(tag.kind);
const colorFor = (tag) => tag.kind === "player" && colorOf(tag.key, tag.seat ?? 7);

function lying(tag) {
  const chip = make("button", { type: "button", class: "seat", "data-color": colorFor(tag), "data-uid": tag.uid }, make("i"), nameOf(tag));
  if (tag.color) chip.style.setProperty("--band", tag.color);
  chip.setAttribute("aria-label", t("takeOff", { name: nameOf(tag) }));
  chip.addEventListener("click", () => lift(tag));
  return make("li", {}, chip);
}

function fill() {
  byId("players").replaceChildren(...players().map((tag) => chip(tag, playerFace(tag))));
  const groups = new Map();
  for (const tag of tags.filter((each) => each.kind === "deed")) groups.set(tag.group, [...(groups.get(tag.group) ?? []), tag]);
  byId("deeds").replaceChildren(...[...groups.values()].map((group) => make("div", { class: "group" }, ...group.map((tag) => chip(tag, deedFace(tag))))));
  byId("others").replaceChildren(...tags.filter((tag) => tag.kind === "referee" || tag.kind === "unknown").map(otherChip));
  const decks = new Map();
  for (const tag of tags.filter((each) => each.kind === "card")) decks.set(tag.group, [...(decks.get(tag.group) ?? []), tag]);
  byId("decks").replaceChildren(...[...decks].map(([name, cards]) => make("details", {}, make("summary", {}, name), make("div", { class: "others" }, ...cards.map(otherChip)))));
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
  const button = make("button", { type: "button", class: `tag ${face.class}`, "data-uid": tag.uid, "data-color": colorFor(tag), "data-square": tag.square, "data-name": tag.key ?? nameOf(tag) }, ...face.children);
  if (tag.color) button.style.setProperty("--band", tag.color);
  drag(button, tag);
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
  const lot = standing?.lots?.find((each) => each.square === tag.square);
  const owner = lot && lot.owner >= 0 && board ? board.players[lot.owner] : null;
  button.classList.toggle("mortgaged", Boolean(lot?.mortgaged));
  button.classList.toggle("here", standing?.offered === tag.square);
  const dot = owner && make("i", { class: "dot seat", "data-color": colorOf(board.names[lot.owner], lot.owner) });
  button.querySelector(".mark").replaceChildren(make("span", { class: "built" }, ...(lot?.mortgaged ? [t("mortgaged")] : buildings(lot))), dot ?? "");
  const facts = [tag.name, owner && t("owned", { owner }), lot?.mortgaged && t("mortgaged"), lot && built(lot.level, lot.top)];
  button.setAttribute("aria-label", facts.filter(Boolean).join(", "));
}

function buildings(lot) {
  if (!lot?.level) return [];
  return lot.level >= lot.top ? [make("i", { class: "hotel" })] : Array.from({ length: lot.level }, () => make("i", { class: "house" }));
}

function find() {
  const wanted = plain(byId("find").value);
  for (const deed of byId("deeds").querySelectorAll(".deed")) deed.hidden = !plain(deed.dataset.name).includes(wanted);
  for (const group of byId("deeds").children) group.hidden = !group.querySelector(".deed:not([hidden])");
}

/** A mouse drags after a few pixels, a finger after it has rested; until then a finger scrolls. */
function drag(button, tag) {
  let start = null;
  let ghost = null;
  let rest = null;
  const lift = (event) => { ghost = ghostOf(button, event); };
  const stop = () => { clearTimeout(rest); ghost?.remove(); button.classList.remove("held"); byId("reader").classList.remove("over"); start = null; ghost = null; };
  button.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    start = event;
    if (event.pointerType === "touch") rest = setTimeout(() => lift(start), HOLD);
  });
  button.addEventListener("pointermove", (event) => {
    if (!start) return;
    const far = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > AWAY;
    if (!ghost && far && event.pointerType === "touch") return stop();
    if (!ghost && far) lift(event);
    if (!ghost) return;
    if (!button.hasPointerCapture(event.pointerId)) button.setPointerCapture(event.pointerId);
    move(ghost, event);
    byId("reader").classList.toggle("over", overReader(event));
  });
  button.addEventListener("pointerup", (event) => {
    const dropped = ghost && overReader(event);
    const dragged = Boolean(ghost);
    stop();
    if (dropped && !laid.has(tag.uid)) hands({ do: "lay", uid: tag.uid });
    if (dragged) button.addEventListener("click", (click) => click.stopImmediatePropagation(), { once: true, capture: true });
  });
  button.addEventListener("pointercancel", stop);
  button.addEventListener("touchmove", (event) => ghost && event.preventDefault(), { passive: false });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  button.addEventListener("click", () => toggle(tag));
}

function ghostOf(button, event) {
  const box = button.getBoundingClientRect();
  const ghost = button.cloneNode(true);
  ghost.classList.add("ghost");
  ghost.removeAttribute("data-uid");
  ghost.setAttribute("aria-hidden", "true");
  ghost.style.width = `${box.width}px`;
  ghost.dataset.dx = event.clientX - box.left;
  ghost.dataset.dy = event.clientY - box.top;
  document.body.append(ghost);
  button.classList.add("held");
  move(ghost, event);
  return ghost;
}

function move(ghost, event) {
  ghost.style.translate = `${event.clientX - ghost.dataset.dx}px ${event.clientY - ghost.dataset.dy}px`;
}

function overReader(event) {
  const box = byId("reader").closest(".box").getBoundingClientRect();
  return event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
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
onLanguage(() => { fill(); fillReader(); });
