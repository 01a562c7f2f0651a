// For everybody: the clock, the tables, who leads.

import { follow } from "/static/shared/live.js";
import { inEveryLanguage, showRound, showStandings, showTables } from "/static/hub/show.js";
import { headline } from "/static/shared/tools.js";

headline("/");
follow("/events", inEveryLanguage({ round: showRound, tables: showTables, standings: showStandings }));
