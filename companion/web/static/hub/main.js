// For everybody: the clock, the tables, who leads.

import { follow } from "/static/shared/live.js";
import { onLanguage } from "/static/shared/words.js";
import { showRound, showStandings, showTables } from "/static/hub/show.js";
import { headline } from "/static/shared/tools.js";

const shows = { round: showRound, tables: showTables, standings: showStandings };
const known = {};
headline("/");
follow(
  "/events",
  Object.fromEntries(
    Object.entries(shows).map(([topic, show]) => [
      topic,
      (told) => {
        known[topic] = told;
        show(told);
      },
    ]),
  ),
);
onLanguage(() => {
  for (const [topic, told] of Object.entries(known)) shows[topic](told);
});
