// The referee: nothing is here before the PIN; everything goes the same way as a wish at the table.

import { about, correcting, refill } from "/static/referee/correct.js";
import { lookAtThrow, rereading } from "/static/referee/misread.js";
import { offerUndo, undoing } from "/static/referee/undo.js";
import { ask, isIn, say, send, signIn } from "/static/referee/wishes.js";
import { clock } from "/static/shared/clock.js";
import { history } from "/static/shared/history.js";
import { follow } from "/static/shared/live.js";
import { byId, make } from "/static/shared/make.js";
import { standingOf, waitsFor } from "/static/shared/standing.js";
import { onLanguage, t } from "/static/shared/words.js";
import { headline } from "/static/shared/tools.js";

const lines = history();
let board;
let standing;
let health = { paused: false, faults: [], unknown: "" };
headline("/referee");
correcting();
rereading();
undoing();
if (await isIn()) enter();
else byId("door").hidden = false;

byId("door").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    await signIn(byId("pin").value);
    enter();
  } catch (error) {
    say(t("web.refused", { why: error.message }));
  }
  byId("pin").value = "";
});

function enter() {
  byId("door").hidden = true;
  say("");
  byId("office").hidden = false;
  follow("/referee/events", {
    reset: () => lines.clear(),
    board: (printed) => {
      board = printed;
      lines.seat(board.names);
      show();
      fillThings();
    },
    standing: (now) => {
      standing = standingOf(now);
      show();
    },
    line: (line) => {
      lines.add(line);
      offerUndo(line);
    },
    health: (told) => {
      health = told;
      showHealth();
    },
    clock: clock(),
  });
}

function show() {
  if (!board || !standing) return;
  about(board, standing);
  byId("waiting").replaceChildren(...waitsFor(standing, board.players).map((sentence) => make("li", {}, sentence)));
  byId("office").classList.toggle("over", standing.over);
  lookAtThrow(board.players);
}

function fillThings() {
  const things = board.names.map((name, seat) => make("option", { value: `player ${name}` }, board.players[seat]));
  const deeds = board.squares.flatMap((square, at) =>
    square.price ? [make("option", { value: `square ${at}` }, square.name)] : [],
  );
  refill("thing", [...things, make("option", { value: "referee" }, t("web.tag.referee")), ...deeds]);
}

function showHealth() {
  byId("pause").setAttribute("aria-pressed", health.paused);
  byId("pause").textContent = t(health.paused ? "web.resume" : "web.pause");
  if (health.unknown && document.activeElement !== byId("uid")) byId("uid").value = health.unknown;
  const faults = health.faults.map(([device, kind]) =>
    make("li", { class: "fault" }, t("web.fault", { device: t(`web.device.${device}`), kind: t(`web.kind.${kind}`) })),
  );
  byId("health").replaceChildren(...(faults.length ? faults : [make("li", {}, t("web.all-well"))]));
}

byId("pause").addEventListener("click", () => ask({ do: "pause", on: !health.paused }));
byId("leave").addEventListener("click", async () => {
  await send("/referee/out", {});
  location.reload();
});
byId("minutes").addEventListener("submit", (event) => {
  event.preventDefault();
  ask({ do: "clock", minutes: Number(byId("for-minutes").value) });
});
byId("time-up").addEventListener("click", () => confirm(t("web.sure-time")) && ask({ do: "time" }));
byId("finish").addEventListener("submit", (event) => {
  event.preventDefault();
  if (confirm(t("web.sure-end"))) ask({ do: "end", reason: "ruling" });
});
byId("assign").addEventListener("submit", (event) => {
  event.preventDefault();
  const [kind, ...what] = byId("thing").value.split(" ");
  ask({
    do: "tag",
    uid: byId("uid").value,
    ...(kind === "player" ? { player: what.join(" ") } : kind === "square" ? { square: Number(what) } : {}),
  });
});
onLanguage(showHealth);
