// For those who watch: the board, how everybody stands, and how it came to that.

import { drawBoard, showStanding } from "/static/board/board.js";
import { grown, showCharts } from "/static/board/charts.js";
import { showPlayers } from "/static/board/players.js";
import { chancesIn } from "/static/shared/chances.js";
import { countdown } from "/static/shared/clock.js";
import { history } from "/static/shared/history.js";
import { follow } from "/static/shared/live.js";
import { byId, make } from "/static/shared/make.js";
import { standingOf } from "/static/shared/standing.js";
import { headline } from "/static/shared/tools.js";

/** @import { BoardData, ChartData, LineData } from "/static/messages.js" */
/** @import { Standing } from "/static/shared/standing.js" */

const lines = history();
/** @type {BoardData | undefined} */
let board;
/** @type {Standing | undefined} */
let standing;
/** @type {ChartData | undefined} */
let charts;
headline("/");

follow("/events", {
  reset: () => lines.clear(),
  board: (printed) => {
    board = printed;
    byId("title").textContent = board.title;
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
  chances: chancesIn(() => board),
  countdown,
  line: (line) => {
    lines.add(line);
    if (!line.turn) tellLatest(line);
  },
});

/** What happened last, large in the middle of the board. @param {LineData} line */
function tellLatest(line) {
  byId("latest").replaceChildren(...line.texts.slice(-4).map((text) => make("p", {}, text)));
}

function show() {
  if (board && standing) {
    showStanding(standing);
    showPlayers(board, standing);
  }
  if (board && charts) showCharts(board, charts);
}
