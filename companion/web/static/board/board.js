// The board of the edition, drawn from its data: squares, owners, buildings, mortgages, tokens.

import { byId, make } from "/static/shared/make.js";
import { brief, colorOf, money } from "/static/shared/seats.js";
import { built } from "/static/shared/standing.js";
import { faced, listed, onLanguage, t } from "/static/shared/words.js";
import { CORNER, middle, places, SIZE, transform } from "/static/board/geometry.js";

/** @import { BoardData, SquareData } from "/static/messages.js" */
/** @import { Place } from "/static/board/geometry.js" */
/** @import { Lot, Standing } from "/static/shared/standing.js" */

/** @type {Record<string, string>} */
const SIGNS = {
  Go: "M30 78h70M52 58l-22 20 22 20",
  Jail: "M40 30v64M60 30v64M80 30v64M100 30v64M32 30h76M32 94h76",
  ToJail: "M70 34v44M52 62l18 18 18-18M40 96h60",
  Court: "M70 28v66M40 94h60M42 44h56M42 44l-12 24h24zM98 44l-12 24h24z",
  Parking: "M52 96V34h24a17 17 0 0 1 0 36H52",
  Planning: "M36 92V58h24v34M68 92V38h30v54M30 92h76",
};
/** @type {Record<string, string>} */
const SMALL = {
  Luck: "M-14-6a14 14 0 1 1 20 13c-6 3-6 6-6 11M0 28v2",
  Tax: "M-16 18L16-18M-14-12h.1M14 14h.1",
  Tram: "M-18-14h36v24h-36zM-18-2h36M-10 10l-6 10M10 10l6 10",
  Railroad: "M-14-18h28v26h-28zM-14-6h28M-8 14l-8 12M8 14l8 12",
  Utility: "M4-20L-12 6h12l-4 20L14-2H2z",
};
/** Where the pips of a face lie, in three rows of three. */
const PIPS = [[4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** @type {BoardData} */
let printed;
/** @type {SVGElement[]} */
let squares = [];
/** @type {Place[]} */
let spots = [];
/** @type {Standing | undefined} */
let now;
let chosen = -1;

/** @param {BoardData} board */
export function drawBoard(board) {
  printed = board;
  spots = places(board.squares.length);
  squares = board.squares.map(drawSquare);
  byId("board").replaceChildren(
    make("rect", { width: SIZE, height: SIZE, class: "cardboard", rx: 14 }),
    ...squares,
    make("g", { id: "owners" }),
    make("g", { id: "middle" }),
    make("g", { id: "tokens" }),
  );
  focusable(0);
  if (now) showStanding(now);
}

/** @param {Standing} standing */
export function showStanding(standing) {
  now = standing;
  if (!printed) return;
  for (const lot of now.lots) markLot(lot);
  placeTokens(standing);
  drawMiddle(standing);
  if (chosen >= 0) describe(chosen);
}

/** @param {SquareData} square @param {number} at */
function drawSquare(square, at) {
  const spot = spots[at];
  const group = make("g", {
    class: `square ${square.kind.toLowerCase()}`,
    transform: transform(spot),
    "data-square": at,
    role: "button",
    tabindex: -1,
    "aria-label": square.name,
  });
  group.append(make("rect", { width: spot.width, height: spot.depth, class: "paper" }));
  if (spot.corner) group.append(corner(square));
  else group.append(...side(square, spot));
  group.addEventListener("click", () => choose(at));
  group.addEventListener("keydown", (event) => move(event, at));
  return group;
}

/** @param {SquareData} square */
function corner(square) {
  const sign = SIGNS[square.kind];
  const drawn = sign ? [make("path", { d: sign, class: "sign", transform: "translate(21 4) scale(.75)" })] : [];
  return make("g", {}, ...drawn, ...lines(square.name, CORNER / 2, sign ? 104 : 70, CORNER, "name"));
}

/** @param {SquareData} square @param {Place} spot */
function side(square, spot) {
  const band = square.kind === "Street";
  const top = spot.flipped ? 30 : band ? 48 : 22;
  const parts = lines(square.name, spot.width / 2, top, spot.width, "name");
  if (band)
    parts.push(make("rect", { y: inner(spot, 30), width: spot.width, height: 30, fill: square.color, class: "band" }));
  const sign = SMALL[square.kind];
  if (sign)
    parts.push(
      make("path", {
        d: sign,
        class: "sign",
        transform: `translate(${spot.width / 2} ${spot.flipped ? 112 : 92}) scale(.9)`,
      }),
    );
  const price = square.price ?? square.amount;
  if (price)
    parts.push(
      make("text", { x: spot.width / 2, y: spot.flipped ? 14 : spot.depth - 9, class: "price" }, brief(printed, price)),
    );
  parts.push(
    make("g", { class: "built", transform: `translate(0 ${inner(spot, 30) + 5})` }),
    make("g", { class: "mortgage" }),
  );
  return parts;
}

/**
 * Where something `high` begins that lies on the edge to the middle of the board.
 *
 * @param {Place} spot
 * @param {number} high
 */
const inner = (spot, high) => (spot.flipped ? spot.depth - high : 0);

const ruler = make("canvas").getContext("2d");

/** How long a name of 14 pixels is in print. @param {string} text */
function lengthOf(text) {
  if (!ruler) return text.length * 9;
  ruler.font = `600 14px ${getComputedStyle(document.body).fontFamily}`;
  return ruler.measureText(text.trim()).width;
}

/**
 * A name in lines that fit in `room`; what is longer without a blank is written smaller.
 *
 * @param {string} name
 * @param {number} x
 * @param {number} y
 * @param {number} room
 * @param {string} kind
 */
function lines(name, x, y, room, kind) {
  const rows = [];
  for (const word of name.split(/(?<=[ /–-])/)) {
    if (rows.length && lengthOf(rows.at(-1) + word) <= room - 6) rows[rows.length - 1] += word;
    else rows.push(word);
  }
  const size = Math.min(14, (14 * (room - 6)) / Math.max(...rows.map(lengthOf)));
  return rows.map((row, number) =>
    make("text", { x, y: y + number * (size + 1.5), class: kind, "font-size": size }, row.trim()),
  );
}

/** @param {Lot} lot */
function markLot(lot) {
  const group = squares[lot.square];
  const spot = spots[lot.square];
  group.querySelector(".built")?.replaceChildren(...buildings(lot, spot));
  group.classList.toggle("mortgaged", lot.mortgaged);
  group.querySelector(".mortgage")?.replaceChildren(
    ...(lot.mortgaged
      ? [
          make("path", {
            d: `M0 ${spot.depth - inner(spot, 30) * 0.25}L${spot.width} ${spot.flipped ? 0 : 30}`,
            class: "strike",
          }),
        ]
      : []),
  );
  group.querySelector(".owner")?.remove();
  if (lot.owner >= 0)
    group.append(
      make("rect", {
        class: "owner seat",
        "data-color": colorOf(printed.names[lot.owner], lot.owner),
        x: 5,
        y: spot.flipped ? spot.depth + 4 : -13,
        width: spot.width - 10,
        height: 9,
        rx: 4.5,
      }),
    );
  group.setAttribute("aria-label", listed(told(lot.square)));
}

/** @param {Lot} lot @param {Place} spot */
function buildings(lot, spot) {
  if (!lot.level) return [];
  if (lot.level >= lot.top)
    return [make("rect", { class: "hotel", x: spot.width / 2 - 18, y: 2, width: 36, height: 17, rx: 3 })];
  const step = Math.min(20, (spot.width - 8) / lot.level);
  const first = (spot.width - step * lot.level) / 2;
  return Array.from({ length: lot.level }, (_, number) =>
    make("rect", { class: "house", x: first + number * step + 1.5, y: 2, width: step - 3, height: 17, rx: 3 }),
  );
}

/** @param {Standing} standing */
function placeTokens({ rows, turn, over }) {
  const tokens = byId("tokens");
  rows.forEach((row, seat) => {
    /** @type {SVGElement | null} */
    let token = tokens.querySelector(`[data-seat="${seat}"]`);
    if (!token) {
      token = make(
        "g",
        { class: "token seat", "data-seat": seat, "data-color": colorOf(printed.names[seat], seat) },
        make("circle", { r: 17 }),
        make("text", { y: 6 }, printed.players[seat].slice(0, 1).toUpperCase()),
      );
      tokens.append(token);
    }
    token.toggleAttribute("hidden", row.out);
    if (row.out) return;
    const { x, y } = middle(spots[row.at]);
    const here = rows.filter((other) => !other.out && other.at === row.at && other.jailed === row.jailed);
    const [right, down] = beside(here.indexOf(row), here.length);
    const shift = row.jailed ? 22 : 0;
    token.style.translate = `${x + right + shift}px ${y + down - shift}px`;
    token.classList.toggle("jailed", row.jailed);
    token.classList.toggle("turn", turn === seat && !over);
  });
}

/**
 * How far from the middle a token stands among `count` on its square, in rows of two.
 *
 * @param {number} rank
 * @param {number} count
 */
function beside(rank, count) {
  const rows = Math.ceil(count / 2);
  return [count === 1 ? 0 : (rank % 2) * 24 - 12, (Math.floor(rank / 2) - (rows - 1) / 2) * 24];
}

/** @param {Standing} standing */
function drawMiddle({ dice, over, winner: first }) {
  const title = make("text", { x: SIZE / 2, y: 330, class: "title" }, printed.title);
  const isWon = over && first >= 0;
  const winner = isWon
    ? [make("text", { x: SIZE / 2, y: 430, class: "winner" }, t("web.wins", { name: printed.players[first] }))]
    : [];
  const left = SIZE / 2 - (dice.length * 88 - 20) / 2;
  const cubes = isWon ? [] : dice.map((face, place) => die(face, left + place * 88));
  byId("middle").replaceChildren(title, ...cubes, ...winner);
}

/** @param {number | string} face @param {number} x */
function die(face, x) {
  const dots =
    typeof face === "string"
      ? [make("text", { x: 34, y: 41, class: "word" }, faced(face))]
      : PIPS[face - 1].map((place) =>
          make("circle", { cx: 16 + (place % 3) * 18, cy: 16 + Math.floor(place / 3) * 18, r: 5.5 }),
        );
  return make(
    "g",
    { class: "cube", transform: `translate(${x} 380)` },
    make("rect", { width: 68, height: 68, rx: 14 }),
    ...dots,
  );
}

/** A square in words, one by one: what it is, whose, what stands on it. @param {number} at */
function told(at) {
  const square = printed.squares[at];
  const lot = now?.lots.find((each) => each.square === at);
  if (!lot) return [square.name];
  const owner = lot.owner >= 0 ? t("web.owned", { owner: printed.players[lot.owner] }) : t("web.unowned");
  return [square.name, square.of, owner, built(lot.level, lot.top), lot.mortgaged && t("web.mortgaged")];
}

/** @param {number} at */
function choose(at) {
  chosen = chosen === at ? -1 : at;
  for (const [place, square] of squares.entries()) square.classList.toggle("chosen", place === chosen);
  focusable(at);
  byId("square").hidden = chosen < 0;
  if (chosen >= 0) describe(chosen);
}

/** @param {number} at */
function describe(at) {
  const square = printed.squares[at];
  const head = make("h3", {}, square.name);
  if (square.color) head.style.setProperty("--band", square.color);
  const facts = factsOf(square, at).filter(([, value]) => value);
  byId("square").replaceChildren(
    head,
    make("p", {}, listed(told(at).slice(1))),
    make("dl", {}, ...facts.flatMap(([what, value]) => [make("dt", {}, t(what)), make("dd", {}, value)])),
  );
}

/** What each point of a throw costs: so many times the unit. @param {number} times */
const factor = (times) => `${printed.unit === 1 ? times : money(printed, times * printed.unit)}\u00d7`;

/** What is printed on a square, and who stands there. @param {SquareData} square @param {number} at */
function factsOf(square, at) {
  const amount = (/** @type {number | undefined} */ figure) => (figure ? money(printed, figure) : "");
  const here = (now?.rows ?? []).flatMap((row, seat) => (row.at === at && !row.out ? [printed.players[seat]] : []));
  const rent = square.kind === "Utility" ? factor : amount;
  return [
    ["web.price", amount(square.price)],
    ["web.mortgage-value", amount(square.mortgage)],
    ["web.to-pay", amount(square.amount)],
    ["web.rents", (square.rents ?? []).map(rent).join(" · ")],
    ["web.build-price", amount(square.house)],
    ["web.here", listed(here)],
  ];
}

/** One square at a time can be reached with Tab; the arrows go round the board. @param {number} at */
function focusable(at) {
  squares.forEach((square, place) => square.setAttribute("tabindex", place === at ? "0" : "-1"));
}

byId("square").addEventListener("click", () => choose(chosen));

/** @param {KeyboardEvent} event @param {number} at */
function move(event, at) {
  if (event.key === "Escape" && chosen >= 0) choose(chosen);
  const step = { ArrowLeft: 1, ArrowUp: 1, ArrowRight: -1, ArrowDown: -1 }[event.key];
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    choose(at);
  }
  if (!step) return;
  event.preventDefault();
  const next = (at + step + squares.length) % squares.length;
  focusable(next);
  squares[next].focus();
}

onLanguage(() => {
  chosen = -1;
  byId("square").hidden = true;
});
