// One table of the tournament: its board, as the table's own page shows it.

import { drawBoard, showStanding } from "/static/board/board.js";
import { showCharts } from "/static/board/charts.js";
import { showPlayers } from "/static/board/players.js";
import { history } from "/static/shared/history.js";
import { follow } from "/static/shared/live.js";
import { byId, make } from "/static/shared/make.js";
import { colorOf } from "/static/shared/seats.js";
import { standingOf } from "/static/shared/standing.js";
import { headline } from "/static/shared/tools.js";
import { onLanguage, t } from "/static/shared/words.js";

const lines = history();
const known = {};
headline("");
document.querySelector("main").before(make("ul", { id: "people", class: "people" }));

follow(`${location.pathname}/events`, {
  reset: () => lines.clear(),
  people: (people) => {
    known.people = people;
    seat();
  },
  board: (board) => {
    known.board = board;
    lines.seat(board.names);
    drawBoard(board);
    show();
  },
  standing: (now) => {
    known.standing = standingOf(now);
    show();
  },
  charts: (charts) => {
    known.charts = charts;
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
  const { table, round, people } = known.people ?? {};
  if (!table) return;
  byId("title").textContent = t("hub.table-number", { n: table });
  document.title = `${t("hub.table-number", { n: table })} · ${t("hub.round-number", { n: round })}`;
  byId("people").replaceChildren(
    ...people.map((name, at) =>
      make("li", { class: "seat", "data-color": colorOf("", at) }, make("span", { class: "dot" }), name),
    ),
  );
}

function show() {
  const { board, standing, charts } = known;
  if (board && standing) {
    showStanding(standing);
    showPlayers(board, standing);
  }
  if (board && charts) showCharts(board, charts);
}
