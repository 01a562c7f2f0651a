// The referee: nothing is here before the PIN; everything goes the same way as a wish at the table.

import { about, correcting, refill } from "/static/referee/correct.js";
import { lookAtThrow, rereading } from "/static/referee/misread.js";
import { offerUndo, undoing } from "/static/referee/undo.js";
import { ask, isIn, look, post, say, sayRefused, signIn } from "/static/shared/ask.js";
import { clock, countdown } from "/static/shared/clock.js";
import { history } from "/static/shared/history.js";
import { follow } from "/static/shared/live.js";
import { byId, field, make, onSubmit } from "/static/shared/make.js";
import { showTerms, standingOf, waitsFor } from "/static/shared/standing.js";
import { onLanguage, t } from "/static/shared/words.js";
import { headline } from "/static/shared/tools.js";

/** @import { BoardData, HealthData } from "/static/messages.js" */
/** @import { Standing } from "/static/shared/standing.js" */

const lines = history();
/** @type {BoardData | undefined} */
let board;
/** @type {Standing | undefined} */
let standing;
/** @type {HealthData} */
let health = { paused: false, faults: [], unknown: "" };
headline("/referee");
correcting();
rereading();
undoing();
await look("/referee/session");
if (isIn()) enter();
else byId("door").hidden = false;

onSubmit("door", async () => {
  try {
    await signIn("/referee/in", field("pin").value);
    enter();
  } catch (error) {
    sayRefused(error);
  }
  field("pin").value = "";
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
    countdown,
  });
}

function show() {
  if (!board || !standing) return;
  about(board, standing);
  showTerms(standing);
  byId("waiting").replaceChildren(...waitsFor(standing, board.players).map((sentence) => make("li", {}, sentence)));
  byId("office").classList.toggle("over", standing.over);
  lookAtThrow(board.players);
}

function fillThings() {
  if (!board) return;
  const { names, players, squares } = board;
  const things = names.map((name, seat) => make("option", { value: `player ${name}` }, players[seat]));
  const deeds = squares.flatMap((square, at) =>
    square.price ? [make("option", { value: `square ${at}` }, square.name)] : [],
  );
  refill(
    "chair",
    players.map((player, seat) => make("option", { value: String(seat) }, player)),
  );
  refill("thing", [...things, make("option", { value: "referee" }, t("web.tag.referee")), ...deeds]);
}

function showHealth() {
  byId("pause").setAttribute("aria-pressed", String(health.paused));
  byId("pause").textContent = t(health.paused ? "web.resume" : "web.pause");
  if (health.unknown && document.activeElement !== byId("uid")) field("uid").value = health.unknown;
  const faults = health.faults.map(([device, kind]) =>
    make("li", { class: "fault" }, t("web.fault", { device: t(`web.device.${device}`), kind: t(`web.kind.${kind}`) })),
  );
  byId("health").replaceChildren(...(faults.length ? faults : [make("li", {}, t("web.all-well"))]));
}

byId("pause").addEventListener("click", () => ask("/referee/ask", { do: "pause", on: !health.paused }));
byId("leave").addEventListener("click", async () => {
  await post("/referee/out", {});
  location.reload();
});
onSubmit("minutes", () => ask("/referee/ask", { do: "clock", minutes: Number(field("for-minutes").value) }));
byId("time-up").addEventListener("click", () => confirm(t("web.sure-time")) && ask("/referee/ask", { do: "time" }));
onSubmit("finish", () => confirm(t("web.sure-end")) && ask("/referee/ask", { do: "end", reason: "ruling" }));
const newcomer = () => field("newcomer").value.trim();
byId("take-chair").addEventListener("click", () =>
  ask("/referee/ask", { do: "take", seat: Number(field("chair").value), name: newcomer() }),
);
byId("join").addEventListener("click", () => ask("/referee/ask", { do: "join", name: newcomer() }));
byId("leave-game").addEventListener("click", () =>
  confirm(t("web.sure-leave")) && ask("/referee/ask", { do: "leave", seat: Number(field("chair").value) }),
);
onSubmit("chairs", () => {});
onSubmit("assign", () => {
  const [kind, ...what] = field("thing").value.split(" ");
  const meaning = kind === "player" ? { player: what.join(" ") } : kind === "square" ? { square: Number(what) } : {};
  ask("/referee/ask", { do: "tag", uid: field("uid").value, ...meaning });
});
onLanguage(showHealth);
