// One stream of server-sent events a page. The browser reconnects with the last event id and misses nothing; `reset`
// says that what is shown is stale and everything comes again.

import { byId } from "/static/shared/make.js";
import { language, meet, onLanguage } from "/static/shared/words.js";

export function follow(path, hears) {
  let source;
  let patience;
  const open = () => {
    source?.close();
    source = new EventSource(`${path}?lang=${language()}`);
    source.onopen = () => {
      clearTimeout(patience);
      patience = undefined;
      byId("lost").hidden = true;
    };
    source.onerror = () => {
      patience ??= setTimeout(() => {
        byId("lost").hidden = false;
      }, 1500);
      if (source.readyState === EventSource.CLOSED) setTimeout(open, 2000);
    };
    for (const [topic, hear] of Object.entries(hears))
      source.addEventListener(topic, (event) => {
        const told = JSON.parse(event.data);
        if (topic === "board") meet(told);
        hear(told);
      });
  };
  onLanguage(open);
  window.addEventListener("pagehide", () => source.close()); // a page kept for the way back would hold its connection
  window.addEventListener("pageshow", (event) => event.persisted && open());
  open();
}
