// One table of the tournament: its board, as the table's own page shows it.

import { drawBoard, showStanding } from "/static/board/board.js";
import { grown, showCharts } from "/static/board/charts.js";
import { showPlayers } from "/static/board/players.js";
import { history } from "/static/shared/history.js";
import { follow } from "/static/shared/live.js";
import { byId, make } from "/static/shared/make.js";
import { colorOf } from "/static/shared/seats.js";
import { standingOf } from "/static/shared/standing.js";
import { headline } from "/static/shared/tools.js";
import { onLanguage, t } from "/static/shared/words.js";

const lines = history();
/** @import { SeatedData } from "/static/hub/messages.js" */
/** @import { BoardData, ChartData } from "/static/messages.js" */
/** @import { Standing } from "/static/shared/standing.js" */

/** @type {SeatedData | undefined} */
let seated;
/** @type {BoardData | undefined} */
let board;
/** @type {Standing | undefined} */
let standing;
/** @type {ChartData | undefined} */
let charts;
headline("");
document.querySelector("main")?.before(make("ul", { id: "people", class: "people" }));

follow(`${location.pathname}/events`, {
  reset: () => lines.clear(),
  seated: (told) => {
    seated = told;
    seat();
  },
  board: (printed) => {
    board = printed;
    lines.seat(board.names);
    drawBoard(board);
    show();
  },
  standing: (now) => {
    standing = standingOf(now);
    show();
  },
  charts: (counted) => {
    charts = grown(charts, counted);
    show();
  },
  line: (line) => {
    lines.add(line);
    if (!line.turn) byId("latest").replaceChildren(...line.texts.slice(-4).map((text) => make("p", {}, text)));
  },
});

onLanguage(seat);

/** Who sits here, each in the color that the table knows them by. */
function seat() {
  if (!seated) return;
  const table = t("hub.table-number", { n: seated.table });
  byId("title").textContent = table;
  document.title = `${table} · ${t("hub.round-number", { n: seated.round })}`;
  byId("people").replaceChildren(
    ...seated.people.map((name, at) =>
      make("li", { class: "seat", "data-color": colorOf("", at) }, make("span", { class: "dot" }), name),
    ),
  );
}

function show() {
  if (board && standing) {
    showStanding(standing);
    showPlayers(board, standing);
  }
  if (board && charts) showCharts(board, charts);
}
