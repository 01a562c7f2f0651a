// The rules of the edition in force, with the ones that rule the present moment marked.

import { follow } from "/static/shared/live.js";
import { reach } from "/static/shared/ask.js";
import { byId, field, make } from "/static/shared/make.js";
import { onLanguage, plain, t } from "/static/shared/words.js";
import { headline } from "/static/shared/tools.js";

/** @import { LineData, RulesData, StandingData, TopicData } from "/static/messages.js" */

/** @type {StandingData | null} */
let standing = null;
/** @type {LineData | null} */
let last = null;
headline("/help");
onLanguage(load);
await load();

follow("/events", {
  reset: () => {},
  board: load,
  standing: (now) => {
    standing = now;
    mark();
  },
  line: (line) => {
    if (line.why.length) last = line;
    mark();
  },
});

async function load() {
  /** @type {RulesData} */
  const told = await (await reach("/help/rules")).json();
  byId("title").textContent = t("web.rules-of", { title: told.title });
  const figures = make(
    "section",
    {},
    make("h2", {}, t("web.figures")),
    make(
      "dl",
      {},
      ...told.figures.flatMap(([key, value]) => [make("dt", {}, t(`web.option.${key}`)), make("dd", {}, value)]),
    ),
  );
  const differences = told.options.length
    ? [
        make(
          "section",
          {},
          make("h2", {}, t("web.differences")),
          make("ul", { class: "told" }, ...told.options.map(option)),
        ),
      ]
    : [];
  byId("rules").replaceChildren(figures, ...told.topics.map(topic), ...differences);
  mark();
  find();
}

/** @param {[string, string, string]} told */
function option([key, text, source]) {
  return make("li", { "data-option": key }, text, " ", make("small", {}, source));
}

/** @param {TopicData} given */
function topic({ topic: name, rules }) {
  return make(
    "section",
    {},
    make("h2", {}, t(`web.topic.${name}`)),
    make(
      "ul",
      {},
      ...rules.map(([ids, text]) =>
        make("li", { "data-rule": ids.join(" ") }, make("span", {}, ...ids.map((id) => make("i", {}, id))), text),
      ),
    ),
  );
}

/** Mark the rules that rule the present moment: what is waited for, and what was ruled last. */
function mark() {
  const ruled = last?.why ?? [];
  const now = new Set([...(standing?.rules ?? []), ...ruled.flatMap(([, rules]) => rules.map(([rule]) => rule))]);
  for (const rule of byId("rules").querySelectorAll("[data-rule]"))
    rule.classList.toggle("now-on", idsOf(rule).some(now.has, now));
  const waiting = (standing?.waiting ?? []).map((sentence) => make("p", {}, sentence));
  const rulings = ruled.map(([ruling, rules]) =>
    make("p", {}, ruling, " ", make("small", {}, rules.map(([rule]) => rule).join(" · "))),
  );
  byId("now").replaceChildren(...waiting, ...rulings);
}

/** @param {Element} rule */
function idsOf(rule) {
  return rule.getAttribute("data-rule")?.split(" ") ?? [];
}

function find() {
  const wanted = plain(field("search").value);
  for (const rule of byId("rules").querySelectorAll("li"))
    rule.toggleAttribute("hidden", !plain(rule.textContent ?? "").includes(wanted));
  for (const section of byId("rules").querySelectorAll("section:has(li)"))
    section.toggleAttribute("hidden", !section.querySelector("li:not([hidden])"));
}

byId("search").addEventListener("input", find);
