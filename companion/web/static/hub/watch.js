// One table of the tournament: its board, as the table's own page shows it.

import { drawBoard, showStanding } from "/static/board/board.js";
import { showCharts } from "/static/board/charts.js";
import { showPlayers } from "/static/board/players.js";
import { heading } from "/static/hub/words.js";
import { history } from "/static/shared/history.js";
import { follow } from "/static/shared/live.js";
import { byId, make } from "/static/shared/make.js";
import { standingOf } from "/static/shared/standing.js";

const lines = history();
const known = {};
heading("");

follow(`${location.pathname}/events`, {
  reset: () => lines.clear(),
  board: (board) => {
    known.board = board;
    byId("title").textContent = board.title;
    lines.seat(board.names);
    drawBoard(board);
    show();
  },
  standing: (now) => { known.standing = standingOf(now); show(); },
  charts: (charts) => { known.charts = charts; show(); },
  line: (line) => { lines.add(line); if (!line.turn) byId("latest").replaceChildren(...line.texts.slice(-4).map((text) => make("p", {}, text))); },
});

function show() {
  const { board, standing, charts } = known;
  if (board && standing) { showStanding(standing); showPlayers(board, standing); }
  if (board && charts) showCharts(board, charts);
}
