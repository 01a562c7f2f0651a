// The organiser: nothing is here before the PIN; every wish goes by the tournament's own rules, and on the record.

import { follow } from "/static/shared/live.js";
import { ask, isIn, look, post, say, sayRefused, signIn } from "/static/shared/ask.js";
import { byId, field, make, onSubmit } from "/static/shared/make.js";
import { decimal, labelled, language, onLanguage, t } from "/static/shared/words.js";
import { inEveryLanguage, showRound, showRows, showStandings, showTables, timeOf } from "/static/hub/show.js";
import { headline } from "/static/shared/tools.js";

/** @import { BoxRow, DisputeRow, IncidentRow, PersonRow, RoundRow, TableRow } from "/static/hub/messages.js" */
/** @import { Value } from "/static/shared/make.js" */
/** @typedef {[name: string, attributes: Record<string, Value>, label?: string]} Field */

/** @type {PersonRow[]} */
let people = [];
let round = 0;

const shows = {
  round: showOwnRound,
  tables: (/** @type {TableRow[]} */ seats) => showTables(seats, tableActs),
  standings: showStandings,
  people: showPeople,
  boxes: showBoxes,
  disputes: showDisputes,
  incidents: showIncidents,
};

headline("/organiser");
await look("/organiser/session");
if (isIn()) enter();
else byId("door").hidden = false;

onSubmit("door", async () => {
  try {
    await signIn("/organiser/in", field("pin").value);
    enter();
  } catch (error) {
    sayRefused(error);
  }
  field("pin").value = "";
});

function enter() {
  byId("door").hidden = true;
  byId("office").hidden = false;
  follow("/organiser/events", inEveryLanguage(shows));
}

/** @param {object} wish */
const act = (wish) => ask("/organiser/do", wish);

const papers = () => /** @type {NodeListOf<HTMLAnchorElement>} */ (document.querySelectorAll("[data-paper]"));
const acts = () => /** @type {NodeListOf<HTMLButtonElement>} */ (byId("acts").querySelectorAll("[data-do]"));

/** What is printed is in the language of the page. */
function speakOnPaper() {
  for (const each of papers()) each.search = `lang=${language()}`;
}

onLanguage(speakOnPaper);
speakOnPaper();

/** @param {string} type @param {object} fields */
const note = (type, fields) => act({ do: "note", record: { type, ...fields } });

/** @param {string} word @param {() => void} press */
function button(word, press) {
  const made = make("button", { type: "button" }, t(`hub.${word}`));
  made.addEventListener("click", press);
  return made;
}

/**
 * Ask in a dialog for fields (name, attributes, label if not the word for the name); nothing when it is left.
 *
 * @param {string} title
 * @param {Field[]} fields
 * @returns {Promise<Record<string, HTMLInputElement> | undefined>}
 */
function inquire(title, fields) {
  const dialog = byId("asking", HTMLDialogElement);
  const inputs = fields.map(([name, attributes]) => make("input", { name, ...attributes }));
  const labels = fields.map(([name, , label], at) => make("label", {}, label ?? t(`hub.${name}`), inputs[at]));
  byId("asking-title").textContent = title;
  byId("asked").replaceChildren(...labels);
  dialog.returnValue = "";
  dialog.showModal();
  const given = () => Object.fromEntries(inputs.map((input) => [input.name, input]));
  return new Promise((resolve) => {
    const close = () => resolve(dialog.returnValue === "ok" ? given() : undefined);
    dialog.addEventListener("close", close, { once: true });
  });
}

const text = { type: "text", required: true };
const count = { type: "number", min: 1, required: true };

/**
 * The round, and its buttons: what cannot be done now cannot be pressed, what comes next stands out.
 *
 * @param {RoundRow} told
 */
function showOwnRound(told) {
  showRound(told);
  round = told.round - 1;
  const next = ["close", "begin", "draw"].find((each) => told.may.includes(each));
  for (const each of acts()) {
    each.disabled = !told.may.includes(each.dataset.do ?? "");
    each.classList.toggle("main", each.dataset.do === next);
  }
  for (const each of papers()) each.hidden = !told.round;
}

async function extend() {
  const given = await inquire(t("hub.extend"), [["minutes", { type: "number", min: -600, max: 600, required: true }]]);
  if (given) act({ do: "extend", minutes: Number(given.minutes.value) });
}

/** @param {number} table @param {TableRow[]} seats */
function tableActs(table, seats) {
  const [replace, award] = [() => substitute(table, seats), () => setResult(table, seats)];
  return make("div", { class: "row" }, button("substitute", replace), button("award", award));
}

/** @param {number} table @param {TableRow[]} seats */
async function substitute(table, seats) {
  const given = await inquire(t("hub.table-number", { n: table }), [
    ["seat", { ...count, max: seats.length }],
    ["by", { ...text, list: "persons" }],
    ["counts", { type: "checkbox" }],
  ]);
  if (!given) return;
  const name = given.by.value.trim();
  const person = people.find((each) => each.name.toLowerCase() === name.toLowerCase());
  if (!person) return say(t("web.refused", { why: t("hub.nobody", { name }) }));
  const seat = Number(given.seat.value) - 1;
  note("Substituted", { round, table: table - 1, seat, by: person.number, counts: given.counts.checked });
}

/** @param {number} table @param {TableRow[]} seats */
async function setResult(table, seats) {
  /** @type {Field[]} */
  const worths = seats.map((seat, at) => [
    `worth-${at}`,
    { type: "number", min: 0, required: true },
    labelled(t("hub.worth"), seat.name),
  ]);
  const given = await inquire(t("hub.table-number", { n: table }), [...worths, ["why", text]]);
  if (!given) return;
  const figures = worths.map(([name]) => Number(given[name].value));
  note("Awarded", { round, table: table - 1, worths: figures, why: given.why.value });
}

/** @param {PersonRow[]} rows */
function showPeople(rows) {
  people = rows;
  byId("persons").replaceChildren(...rows.map((person) => make("option", { value: person.name })));
  showRows("people", rows, ["name", "team", "seed", "alternate", "apart", "here", "dropped"], {}, (person) => [
    button(person.here ? "goes" : "comes", () => note("CheckedIn", { number: person.number, here: !person.here })),
    button(person.dropped ? "back" : "drop", () => note("Dropped", { number: person.number, back: person.dropped })),
    button("penalise", () => penalise(person)),
  ]);
}

/** @param {PersonRow} person */
async function penalise(person) {
  const given = await inquire(person.name, [
    ["hundredths", { type: "number", step: "0.01", required: true }],
    ["why", text],
  ]);
  if (!given) return;
  const points = Math.round(Number(given.hundredths.value) * 100);
  note("Penalised", { number: person.number, points, why: given.why.value });
}

const BOX_COLUMNS = ["name", "table", "joined", "online", "seen", "drift", "waiting", "free", "temperature"];

/** @param {BoxRow[]} boxes */
function showBoxes(boxes) {
  const drift = (/** @type {BoxRow} */ box) =>
    box.drift !== "" && make("span", { class: Math.abs(box.drift) > 2000 && "bad" }, inSeconds(box.drift));
  const seen = (/** @type {BoxRow} */ box) => box.seen && timeOf(box.seen);
  const online = (/** @type {BoxRow} */ box) =>
    make("span", { class: !box.online && "bad" }, t(box.online ? "web.yes" : "web.no"));
  showRows("boxes", boxes, BOX_COLUMNS, { drift, seen, online }, (box) => [button("put", () => put(box))]);
}

/** @param {number} milliseconds */
const inSeconds = (milliseconds) => `${decimal(Math.round(milliseconds / 100) / 10 || 0)} s`;

/** @param {BoxRow} box */
async function put(box) {
  const given = await inquire(box.name, [["table", { type: "number", min: 0, required: true }]]);
  if (given) act({ do: "put", box: box.box, place: Number(given.table.value) - 1 });
}

const DISPUTE_COLUMNS = ["round", "table", "entry", "text", "history", "ruling", "judge"];

/** @param {DisputeRow[]} disputes */
function showDisputes(disputes) {
  const history = (/** @type {DisputeRow} */ { game }) => game && make("a", { href: `/games/${game}.jsonl` }, game);
  showRows("disputes", disputes, DISPUTE_COLUMNS, { history }, (dispute) =>
    dispute.ruling ? [] : [button("rule", () => rule(dispute))],
  );
}

/** @param {DisputeRow} dispute */
async function rule(dispute) {
  const given = await inquire(dispute.text, [
    ["ruling", text],
    ["judge", text],
  ]);
  if (given) note("Ruled", { dispute: dispute.number, ruling: given.ruling.value, judge: given.judge.value });
}

/** @param {IncidentRow[]} incidents */
function showIncidents(incidents) {
  showRows("incidents", incidents, ["time", "kind", "box", "game", "entry", "told", "evidence"], {
    time: (incident) => timeOf(incident.time),
    kind: (incident) => t(`hub.incident.${incident.kind}`),
    evidence: ({ evidence }) => evidence && make("details", {}, make("summary", {}, t("hub.evidence")), evidence),
  });
}

for (const each of acts())
  each.addEventListener("click", () => {
    if (each.dataset.do === "extend") extend();
    else if (confirm(labelled(each.textContent ?? "", t("hub.sure")))) act({ do: each.dataset.do });
  });
byId("leave").addEventListener("click", async () => {
  await post("/organiser/out", {});
  location.reload();
});
onSubmit("register", async (form) => {
  const person = { name: field("name").value.trim(), team: field("team").value.trim() };
  if (await act({ do: "add", person })) form.reset();
});
onSubmit("complain", async (form) => {
  const entry = field("dispute-entry").value;
  const table = Number(field("dispute-table").value) - 1;
  const seq = entry === "" ? -1 : Number(entry);
  if (await act({ do: "dispute", table, text: field("dispute-text").value, seq })) form.reset();
});
byId("codes").addEventListener("click", async () => {
  try {
    const answer = await post("/organiser/codes.pdf", {});
    const link = make("a", { href: URL.createObjectURL(await answer.blob()), download: "joining.pdf" });
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    sayRefused(error);
  }
});
