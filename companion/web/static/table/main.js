// The virtual table: everything a person can see and touch at the real one, and nothing else.

import { history } from "/static/shared/history.js";
import { follow } from "/static/shared/live.js";
import { byId } from "/static/shared/make.js";
import { standingOf } from "/static/shared/standing.js";
import { headline } from "/static/shared/tools.js";
import { buttons } from "/static/table/buttons.js";
import { dice, layOut } from "/static/table/die.js";
import { keys } from "/static/table/keys.js";
import { oled } from "/static/table/oled.js";
import { buzzer } from "/static/table/sound.js";
import { showBoard, showReader, showStanding, showThings } from "/static/table/tags.js";

const lines = history();

setTimeout(lines.readAloud, 3000); // what is new, not all that is there already
headline("/table");

follow("/table/events", {
  reset: () => lines.clear(),
  buttons: (names) => {
    buttons(names);
    keys(names);
  },
  things: showThings,
  board: (board) => {
    byId("title").textContent = board.title;
    lines.seat(board.names);
    showBoard(board);
    layOut(board);
  },
  panel: oled(),
  says: (texts) => {
    byId("says").textContent = texts.join(". ");
  },
  reader: showReader,
  buzzer: buzzer(),
  die: dice(),
  standing: (now) => showStanding(standingOf(now)),
  line: (line) => lines.add(line),
});
