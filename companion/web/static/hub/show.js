// What the public and the organiser's page show alike: the round with its clock, the tables at a glance, the standings.

import { clock } from "/static/shared/clock.js";
import { byId, make } from "/static/shared/make.js";
import { colorOf } from "/static/shared/seats.js";
import { language, t } from "/static/shared/words.js";

const tell = clock();

export function showRound(round) {
  byId("title") && (byId("title").textContent = round.name);
  byId("round-name").textContent = round.round ? t("hub.round-number", { n: round.round }) : t("hub.not-drawn");
  const left = round.ends ? (Date.parse(round.ends) - Date.parse(round.now)) / 1000 : null;
  const runs = Boolean(round.started) && !round.closed;
  tell({ left: round.closed ? null : left, runs });
  byId("call").textContent = round.round ? standsAt(round, left) : "";
  document.title = [round.name, round.round && t("hub.round-number", { n: round.round })].filter(Boolean).join(" · ");
  byId("call").classList.toggle("now", Boolean(round.called) && !round.closed);
}

function standsAt(round, left) {
  if (round.winners?.length) return t("hub.tournament-over", { names: round.winners.join(", ") });
  if (round.closed) return t("hub.closed");
  if (!round.open) return t("hub.all-in");
  if (round.called) return t("hub.last-called");
  if (!round.started) return t("hub.not-started");
  return left !== null && left < round.soon * 60 ? t("hub.last-soon") : t("hub.open-tables", { n: round.open });
}

export function showTables(seats, extra = () => "") {
  const tables = Map.groupBy
    ? Map.groupBy(seats, (seat) => seat.table)
    : seats.reduce((all, seat) => all.set(seat.table, [...(all.get(seat.table) ?? []), seat]), new Map());
  byId("tables").replaceChildren(
    ...[...tables].map(([table, at]) => {
      const state = [t(`hub.state.${at[0].state}`), at[0].why].filter(Boolean).join(": ");
      const head = make(
        "h3",
        {},
        make("a", { href: `/tables/${table}` }, t("hub.table-number", { n: table })),
        make("small", {}, state),
      );
      const rows = at.map((seat) =>
        make(
          "li",
          { class: seat.out ? "seat out" : "seat", "data-color": colorOf("", seat.seat - 1) },
          make("span", { class: "dot" }),
          make("span", { class: "who" }, seat.name, seat.tie && make("small", {}, t(`hub.tie-by.${seat.tie}`))),
          make("span", { class: "n" }, String(seat.worth)),
        ),
      );
      return make("li", { class: at[0].state }, head, make("ul", {}, ...rows), extra(table, at));
    }),
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
const isNumber = (column) => NUMBERS.has(column) || column.startsWith("round ");
const titled = (column) =>
  column.startsWith("round ")
    ? t("hub.round-number", { n: column.slice(6) })
    : column === "waiting"
      ? t("hub.waiting-lines")
      : t(`hub.${column}`);

/** A moment, on the clock of whoever reads. */
export const timeOf = (moment) => new Date(moment).toLocaleTimeString(language());

const value = (it) => (it === true ? t("web.yes") : it === false ? t("web.no") : String(it ?? ""));

/** Rows as a table; `cells` makes what is not plain text, `last` a cell of buttons. */
export function showRows(id, rows, columns, cells = {}, last) {
  if (!rows.length) return byId(id).replaceChildren(make("tbody", {}, make("tr", {}, make("td", {}, t("hub.none")))));
  byId(id).classList.toggle("stack", Boolean(last));
  const head = make(
    "thead",
    {},
    make(
      "tr",
      {},
      ...columns.map((column) => make("th", { scope: "col", class: isNumber(column) && "n" }, titled(column))),
      last && make("td", {}),
    ),
  );
  const body = rows.map((row) =>
    make(
      "tr",
      {},
      ...columns.map((column) => {
        const content = cells[column] ? cells[column](row) : value(row[column]);
        return make(
          column === "name" ? "th" : "td",
          { class: isNumber(column) && "n", "data-label": titled(column), ...(column === "name" && { scope: "row" }) },
          content,
        );
      }),
      last && make("td", { class: "acts" }, ...last(row)),
    ),
  );
  byId(id).replaceChildren(head, make("tbody", {}, ...body));
}

export function showStandings(rows) {
  const rounds = rows.length ? Object.keys(rows[0]).filter((column) => column.startsWith("round ")) : [];
  const wanted = (column) => !["penalty", "tie", "team"].includes(column) || rows.some((row) => row[column]);
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
