// What the public and the organiser's page show alike: the round with its clock, the tables at a glance, the standings.

import { clock } from "/static/shared/clock.js";
import { byId, make } from "/static/shared/make.js";
import { colorOf } from "/static/shared/seats.js";
import { decimal, listed, onLanguage, t } from "/static/shared/words.js";

/** @import { RoundRow, StandingRow, TableRow } from "/static/hub/messages.js" */
/** @import { Hears } from "/static/shared/live.js" */
/** @import { Child } from "/static/shared/make.js" */

const tell = clock();

/** @param {RoundRow} round */
export function showRound(round) {
  byId("title").textContent = round.name;
  byId("round-name").textContent = round.round ? t("hub.round-number", { n: round.round }) : t("hub.not-drawn");
  const left = round.ends ? (Date.parse(round.ends) - Date.parse(round.now)) / 1000 : null;
  const runs = Boolean(round.started) && !round.closed;
  tell({ left: round.closed ? null : left, runs });
  byId("call").textContent = round.round ? standsAt(round, left) : "";
  document.title = [round.name, round.round && t("hub.round-number", { n: round.round })].filter(Boolean).join(" · ");
  byId("call").classList.toggle("now", Boolean(round.called) && !round.closed);
}

/** Whether the last turn is called soon. @param {RoundRow} round @param {number | null} left */
const isSoon = ({ soon }, left) => left !== null && soon !== undefined && left < soon * 60;

/** @param {RoundRow} round @param {number | null} left */
function standsAt(round, left) {
  if (round.winners?.length) return t("hub.tournament-over", { names: listed(round.winners) });
  if (round.closed) return t("hub.closed");
  if (!round.open) return t("hub.all-in");
  if (round.called) return t("hub.last-called");
  if (!round.started) return t("hub.not-started");
  return isSoon(round, left) ? t("hub.last-soon") : t("hub.open-tables", { n: round.open });
}

/** @param {TableRow[]} seats @param {(table: number, seats: TableRow[]) => Child} extra */
export function showTables(seats, extra = () => "") {
  /** @type {Map<number, TableRow[]>} */
  const tables = new Map();
  for (const seat of seats) tables.set(seat.table, [...(tables.get(seat.table) ?? []), seat]);
  byId("tables").replaceChildren(...[...tables].map(([table, at]) => glance(table, at, extra(table, at))));
}

/** @param {number} table @param {TableRow[]} seats @param {Child} extra */
function glance(table, seats, extra) {
  const [{ state, why }] = seats;
  const head = make(
    "h3",
    {},
    make("a", { href: `/tables/${table}` }, t("hub.table-number", { n: table })),
    make("small", {}, [t(`hub.state.${state}`), why].filter(Boolean).join(": ")),
  );
  return make("li", { class: state }, head, make("ul", {}, ...seats.map(seated)), extra);
}

/** @param {TableRow} seat */
function seated(seat) {
  const tie = seat.tie && make("small", {}, t(`hub.tie-by.${seat.tie}`));
  return make(
    "li",
    { class: seat.out ? "seat out" : "seat", "data-color": colorOf("", seat.seat - 1) },
    make("span", { class: "dot" }),
    make("span", { class: "who" }, seat.name, tie),
    make("span", { class: "n" }, value(seat.worth)),
  );
}

const NUMBERS = new Set([
  "rank",
  "points",
  "penalty",
  "worth",
  "wins",
  "buchholz",
  "entry",
  "drift",
  "free",
  "temperature",
  "waiting",
  "number",
  "seed",
]);
/** @param {string} column */
const isNumber = (column) => NUMBERS.has(column) || column.startsWith("round ");
/** @param {string} column */
const titled = (column) =>
  column.startsWith("round ")
    ? t("hub.round-number", { n: column.slice(6) })
    : column === "waiting"
      ? t("hub.waiting-lines")
      : t(`hub.${column}`);

/**
 * Do for a topic what is to be done, and again whenever another language is spoken.
 *
 * @param {Hears} hears
 * @returns {Hears}
 */
export function inEveryLanguage(hears) {
  /** @type {Map<string, () => void>} */
  const known = new Map();
  onLanguage(() => known.forEach((show) => show()));
  const shows = Object.entries(hears).map(([topic, hear]) => [
    topic,
    (/** @type {any} */ told) => {
      known.set(topic, () => hear(told));
      hear(told);
    },
  ]);
  return Object.fromEntries(shows);
}

/** A moment, on the clock of whoever reads. @param {string} moment */
export const timeOf = (moment) => new Date(moment).toTimeString().slice(0, 8);

/** @param {unknown} it */
function value(it) {
  if (typeof it === "boolean") return t(it ? "web.yes" : "web.no");
  return typeof it === "number" ? decimal(it) : String(it ?? "");
}

/**
 * Rows as a table; `cells` makes what is not plain text, `last` a cell of buttons.
 *
 * @template {object} Row
 * @param {string} id
 * @param {Row[]} rows
 * @param {string[]} columns
 * @param {Record<string, (row: Row) => Child>} cells
 * @param {(row: Row) => Child[]} [last]
 */
export function showRows(id, rows, columns, cells, last) {
  const table = byId(id);
  if (!rows.length) return table.replaceChildren(make("tbody", {}, make("tr", {}, make("td", {}, t("hub.none")))));
  table.classList.toggle("stack", Boolean(last));
  const titles = columns.map((column) => make("th", { scope: "col", class: isNumber(column) && "n" }, titled(column)));
  const head = make("thead", {}, make("tr", {}, ...titles, last && make("td", {})));
  const body = rows.map((row) => {
    const content = (/** @type {string} */ column) => {
      const made = cells[column]?.(row);
      return made === undefined ? value(/** @type {Record<string, unknown>} */ (row)[column]) : made;
    };
    const buttons = last && make("td", { class: "acts" }, ...last(row));
    return make("tr", {}, ...columns.map((column) => cell(column, content(column))), buttons);
  });
  table.replaceChildren(head, make("tbody", {}, ...body));
}

/** @param {string} column @param {Child} content */
function cell(column, content) {
  const attributes = { class: isNumber(column) && "n", "data-label": titled(column) };
  return column === "name" ? make("th", { ...attributes, scope: "row" }, content) : make("td", attributes, content);
}

/** @param {StandingRow[]} rows */
export function showStandings(rows) {
  const rounds = rows.length ? Object.keys(rows[0]).filter((column) => column.startsWith("round ")) : [];
  const wanted = (/** @type {string} */ column) =>
    !["penalty", "tie", "team"].includes(column) || rows.some((row) => /** @type {any} */ (row)[column]);
  const columns = ["rank", "name", "points", ...rounds, "penalty", "worth", "wins", "buchholz", "tie", "team"].filter(
    wanted,
  );
  showRows("standings", rows, columns, { tie: (row) => (row.tie ? t(`hub.tie-by.${row.tie}`) : "") });
  const kinds = ["standings", "rounds", "people", "disputes", "penalties"];
  byId("copies").replaceChildren(
    t("hub.copies"),
    ...kinds.flatMap((kind) => [
      " ",
      t(`hub.${kind}`),
      " ",
      make("a", { href: `/data/${kind}.csv` }, "CSV"),
      " ",
      make("a", { href: `/data/${kind}.json` }, "JSON"),
      " ·",
    ]),
    " ",
    make("a", { href: "/archive.json" }, t("hub.archive")),
  );
}
