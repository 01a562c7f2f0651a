// The organiser: nothing is here before the PIN; every wish goes by the tournament's own rules, and on the record.

import { follow } from "/static/shared/live.js";
import { byId, make } from "/static/shared/make.js";
import { language, onLanguage, t } from "/static/shared/words.js";
import { showRound, showRows, showStandings, showTables, timeOf } from "/static/hub/show.js";
import { headline } from "/static/shared/tools.js";

let proof = "";
let fading;
const known = {};
const shows = {
  round: showOwnRound,
  tables: (seats) => showTables(seats, tableActs),
  standings: showStandings,
  people: showPeople,
  boxes: showBoxes,
  disputes: showDisputes,
  incidents: showIncidents,
};

headline("/organiser");
({ proof } = await (await fetch("/organiser/session")).json());
if (proof) enter();
else byId("door").hidden = false;

byId("door").addEventListener("submit", async (event) => {
  event.preventDefault();
  try {
    ({ proof } = await (await post("/organiser/in", { pin: byId("pin").value })).json());
    enter();
  } catch (error) {
    say(t("web.refused", { why: error.message }));
  }
  byId("pin").value = "";
});

function enter() {
  byId("door").hidden = true;
  byId("office").hidden = false;
  follow(
    "/organiser/events",
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
}

async function post(path, wish) {
  const answer = await fetch(`${path}?lang=${language()}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Proof": proof },
    body: JSON.stringify(wish),
  });
  if (answer.ok) return answer;
  if (answer.status === 401) location.reload();
  throw new Error((await answer.json()).error);
}

async function ask(wish) {
  try {
    await post("/organiser/do", wish);
    say(t("web.done"));
    return true;
  } catch (error) {
    say(t("web.refused", { why: error.message }));
  }
  return false;
}

/** What is printed is in the language of the page. */
function speakOnPaper() {
  for (const each of document.querySelectorAll("[data-paper]")) each.search = `lang=${language()}`;
}

onLanguage(speakOnPaper);
speakOnPaper();

const note = (type, fields) => ask({ do: "note", record: { type, ...fields } });
const round = () => known.round.round - 1;

function say(words) {
  byId("said").textContent = words;
  clearTimeout(fading);
  fading = setTimeout(() => {
    byId("said").textContent = "";
  }, 8000);
}

const button = (word, act) => {
  const made = make("button", { type: "button" }, t(`hub.${word}`));
  made.addEventListener("click", act);
  return made;
};

/** Ask in a dialog for fields (name, attributes, label if not the word for the name); nothing when it is left. */
function inquire(title, fields) {
  const inputs = fields.map(([name, attributes]) => make("input", { name, ...attributes }));
  byId("asking-title").textContent = title;
  byId("asked").replaceChildren(
    ...fields.map(([name, , label], at) => make("label", {}, label ?? t(`hub.${name}`), inputs[at])),
  );
  byId("asking").returnValue = "";
  byId("asking").showModal();
  return new Promise((resolve) =>
    byId("asking").addEventListener(
      "close",
      () => {
        resolve(
          byId("asking").returnValue === "ok"
            ? Object.fromEntries(
                inputs.map((input) => [input.name, input.type === "checkbox" ? input.checked : input.value]),
              )
            : undefined,
        );
      },
      { once: true },
    ),
  );
}

const text = { type: "text", required: true };
const count = { type: "number", min: 1, required: true };

/** The round, and its buttons: what cannot be done now cannot be pressed, what comes next stands out. */
function showOwnRound(told) {
  showRound(told);
  const next = ["close", "begin", "draw"].find((act) => told.may.includes(act));
  for (const each of byId("acts").querySelectorAll("[data-do]")) {
    each.disabled = !told.may.includes(each.dataset.do);
    each.classList.toggle("main", each.dataset.do === next);
  }
  for (const each of document.querySelectorAll("[data-paper]")) each.hidden = !told.round;
}

async function extend() {
  const given = await inquire(t("hub.extend"), [["minutes", { type: "number", min: -600, max: 600, required: true }]]);
  if (given) ask({ do: "extend", minutes: Number(given.minutes) });
}

function tableActs(table, seats) {
  return make(
    "div",
    { class: "row" },
    button("substitute", async () => {
      const given = await inquire(t("hub.table-number", { n: table }), [
        ["seat", { ...count, max: seats.length }],
        ["by", { ...text, list: "persons" }],
        ["counts", { type: "checkbox" }],
      ]);
      if (!given) return;
      const person = known.people.find((each) => each.name.toLowerCase() === given.by.trim().toLowerCase());
      if (!person) return say(t("web.refused", { why: t("hub.nobody", { name: given.by }) }));
      note("Substituted", {
        round: round(),
        table: table - 1,
        seat: given.seat - 1,
        by: person.number,
        counts: given.counts,
      });
    }),
    button("award", async () => {
      const worths = seats.map((seat, at) => [
        `worth-${at}`,
        { type: "number", min: 0, required: true },
        `${t("hub.worth")}: ${seat.name}`,
      ]);
      const given = await inquire(t("hub.table-number", { n: table }), [...worths, ["why", text]]);
      if (given)
        note("Awarded", {
          round: round(),
          table: table - 1,
          worths: worths.map(([name]) => Number(given[name])),
          why: given.why,
        });
    }),
  );
}

function showPeople(people) {
  byId("persons").replaceChildren(...people.map((person) => make("option", { value: person.name })));
  showRows("people", people, ["name", "team", "seed", "alternate", "apart", "here", "dropped"], {}, (person) => [
    button(person.here ? "goes" : "comes", () => note("CheckedIn", { number: person.number, here: !person.here })),
    button(person.dropped ? "back" : "drop", () => note("Dropped", { number: person.number, back: person.dropped })),
    button("penalise", async () => {
      const given = await inquire(person.name, [
        ["hundredths", { type: "number", step: "0.01", required: true }],
        ["why", text],
      ]);
      if (given)
        note("Penalised", { number: person.number, points: Math.round(given.hundredths * 100), why: given.why });
    }),
  ]);
}

function showBoxes(boxes) {
  const drift = (box) =>
    box.drift === ""
      ? ""
      : make(
          "span",
          { class: Math.abs(box.drift) > 2000 && "bad" },
          `${(Math.round(box.drift / 100) / 10 || 0).toFixed(1)} s`,
        );
  const seen = (box) => (box.seen ? timeOf(box.seen) : "");
  const online = (box) => make("span", { class: !box.online && "bad" }, t(box.online ? "web.yes" : "web.no"));
  showRows(
    "boxes",
    boxes,
    ["name", "table", "joined", "online", "seen", "drift", "waiting", "free", "temperature"],
    { drift, seen, online },
    (box) => [
      button("put", async () => {
        const given = await inquire(box.name, [["table", { type: "number", min: 0, required: true }]]);
        if (given) ask({ do: "put", box: box.box, place: given.table - 1 });
      }),
    ],
  );
}

function showDisputes(disputes) {
  const history = (dispute) => (dispute.game ? make("a", { href: `/games/${dispute.game}.jsonl` }, dispute.game) : "");
  showRows(
    "disputes",
    disputes,
    ["round_", "table", "entry", "text", "history", "ruling", "judge"],
    { history, round_: (dispute) => String(dispute.round) },
    (dispute) =>
      dispute.ruling
        ? []
        : [
            button("rule", async () => {
              const given = await inquire(dispute.text, [
                ["ruling", text],
                ["judge", text],
              ]);
              if (given) note("Ruled", { dispute: dispute.number, ...given });
            }),
          ],
  );
}

function showIncidents(incidents) {
  const evidence = (incident) =>
    incident.evidence ? make("details", {}, make("summary", {}, t("hub.evidence")), incident.evidence) : "";
  const time = (incident) => timeOf(incident.time);
  const kind = (incident) => t(`hub.incident.${incident.kind}`);
  showRows("incidents", incidents, ["time", "kind", "box", "game", "entry", "told", "evidence"], {
    evidence,
    time,
    kind,
  });
}

for (const each of byId("acts").querySelectorAll("[data-do]"))
  each.addEventListener("click", () =>
    each.dataset.do === "extend"
      ? extend()
      : confirm(`${each.textContent}: ${t("hub.sure")}`) && ask({ do: each.dataset.do }),
  );
byId("leave").addEventListener("click", async () => {
  await post("/organiser/out", {});
  location.reload();
});
byId("register").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (await ask({ do: "add", person: { name: byId("name").value.trim(), team: byId("team").value.trim() } }))
    event.target.reset();
});
byId("complain").addEventListener("submit", async (event) => {
  event.preventDefault();
  const entry = byId("dispute-entry").value;
  const dispute = {
    do: "dispute",
    table: byId("dispute-table").value - 1,
    text: byId("dispute-text").value,
    seq: entry === "" ? -1 : Number(entry),
  };
  if (await ask(dispute)) event.target.reset();
});
byId("codes").addEventListener("click", async () => {
  try {
    const answer = await post("/organiser/codes.pdf", {});
    const link = make("a", { href: URL.createObjectURL(await answer.blob()), download: "joining.pdf" });
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    say(t("web.refused", { why: error.message }));
  }
});
