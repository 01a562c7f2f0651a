// One stream of server-sent events a page. The browser reconnects with the last event id and misses nothing; `reset`
// says that what is shown is stale and everything comes again. A page that nobody sees follows nothing and catches up
// when it is looked at: a browser has six connections for all of its pages here.

import { Refused, reach } from "/static/shared/ask.js";
import { compareHead, rememberHead } from "/static/shared/heads.js";
import { byId } from "/static/shared/make.js";
import { language, meet, onLanguage, t } from "/static/shared/words.js";

/** @import * as messages from "/static/messages.js" */
/** @import * as hub from "/static/hub/messages.js" */

/**
 * What a page may hear, by topic.
 *
 * @typedef {object} Topics
 * @property {number} reset
 * @property {messages.BoardData} board
 * @property {messages.StandingData} standing
 * @property {messages.ChancesData} chances
 * @property {messages.ChartData} charts
 * @property {messages.HeadData} head
 * @property {messages.LineData} line
 * @property {messages.ClockData} clock
 * @property {messages.CountdownData} countdown
 * @property {messages.HealthData} health
 * @property {messages.ThingData[]} things
 * @property {messages.PanelData} panel
 * @property {messages.ToneData} buzzer
 * @property {messages.ReaderData} reader
 * @property {messages.DieData} die
 * @property {hub.RoundRow} round
 * @property {hub.TableRow[]} tables
 * @property {hub.StandingRow[]} standings
 * @property {hub.PersonRow[]} people
 * @property {hub.BoxRow[]} boxes
 * @property {hub.DisputeRow[]} disputes
 * @property {hub.IncidentRow[]} incidents
 * @property {hub.SeatedData} seated
 * @property {string[]} buttons
 * @property {string[]} says
 */

/** Follow a stream; `hears` has for each topic what is to be done. @param {string} path @param {Hears} hears */
export function follow(path, hears) {
  let patience = 0;
  let last = "";
  /** @type {EventSource | undefined} */
  let source;
  const open = () => {
    source?.close();
    if (!document.hidden) source = opened();
  };
  function opened() {
    const stream = new EventSource(`${path}?lang=${language()}&after=${last}`);
    stream.onopen = () => {
      clearTimeout(patience);
      patience = 0;
      byId("lost").hidden = true;
      compareHead();
    };
    stream.onerror = () => {
      patience ||= setTimeout(() => sayLost(t("web.lost")), 1500);
      if (stream.readyState !== EventSource.CLOSED) return;
      sayRefusal(path);
      setTimeout(open, 2000);
    };
    stream.addEventListener("head", (event) => rememberHead(JSON.parse(event.data)));
    for (const [topic, hear] of Object.entries(hears))
      stream.addEventListener(topic, (event) => {
        last = event.lastEventId || last;
        tell(topic, hear, event);
      });
    return stream;
  }
  open();
  onLanguage(() => {
    last = "";
    open();
  });
  document.addEventListener("visibilitychange", () => open());
  window.addEventListener("pagehide", () => source?.close()); // a page kept for the way back would hold its connection
  window.addEventListener("pageshow", (event) => event.persisted && open());
}

/** @param {string} sentence */
function sayLost(sentence) {
  byId("lost").textContent = sentence;
  byId("lost").hidden = false;
}

/** Say why a stream was refused, which its own event does not; whoever is not signed in any more begins anew.
 *
 * @param {string} path */
async function sayRefusal(path) {
  const question = new AbortController();
  try {
    await reach(path, { signal: question.signal });
    question.abort();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    if (error.status === 401) location.reload();
    if (error.status) sayLost(error.message);
  }
}

/** @typedef {{ [topic in keyof Topics]?: (told: Topics[topic]) => void }} Hears */

/** @param {string} topic @param {(told: any) => void} hear @param {MessageEvent<string>} event */
function tell(topic, hear, event) {
  const told = JSON.parse(event.data);
  if (topic === "board") meet(told);
  hear(told);
}
