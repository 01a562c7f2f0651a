// The words of the pages, from the same catalogue as the display's. What the table tells comes worded already.

/** @import { BoardData, PageWords } from "/static/messages.js" */

/** @type {PageWords} */
let words;
/** @type {Set<() => void>} */
const listeners = new Set();
let atCourt = false;

await load(document.documentElement.lang);

/** @param {string} code */
async function load(code) {
  words = await (await fetch(`/words/${code}.json`)).json();
}

export const language = () => document.documentElement.lang;
/** What each language calls itself, by its code. */
export const languages = () => words.languages;

/**
 * A board is on the table: one with a courthouse speaks of Court, shops and markets (`key@court`).
 *
 * @param {BoardData} board
 */
export function meet(board) {
  atCourt = board.squares.some((square) => square.kind === "Court");
}

/**
 * The words for a key, with `{name}` filled in from `values`: a number as the language writes it, `{name:#house}` so
 * many of a thing.
 *
 * @param {string} key
 * @param {Record<string, string | number>} values
 * @returns {string}
 */
export function t(key, values = {}) {
  const text = (atCourt && words.texts[`${key}@court`]) || (words.texts[key] ?? key);
  return text.replace(/\{(\w+)(?::#(\w+))?\}/g, (_, name, thing) =>
    String(thing ? counted(thing, Number(values[name])) : shown(values[name])),
  );
}

/** What is said of something, behind its name. @param {string | number} name @param {string | number} what */
export const labelled = (name, what) => t("term.about", { name, what });

/**
 * Things one behind the other, as the language parts them; what is missing is left out.
 *
 * @param {(string | false | undefined)[]} things
 */
export const listed = (things) => things.filter(Boolean).join(words.comma);

/** @param {string | number | undefined} value */
const shown = (value) => (typeof value === "number" ? number(value) : (value ?? ""));

/** A whole number with the marks between its thousands, and a true minus sign. @param {number} value */
export function number(value) {
  return (value < 0 ? "\u2212" : "") + written(String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, ","));
}

/** What one of the dice shows: its number, or the word of the Speed Die. @param {number | string} face */
export const faced = (face) => (typeof face === "number" ? number(face) : t(`web.face.${face}`));

/** A number with two decimals at most; thousands are marked from ten thousand on. @param {number} value */
export function decimal(value) {
  const [whole = "0", rest] = String(Math.round(Math.abs(value) * 100) / 100).split(".");
  const marked = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, ",") : whole;
  return (value < 0 ? "\u2212" : "") + written(rest ? `${marked}.${rest}` : marked);
}

/**
 * A large sum in millions or, where the unit is large as well, in thousands, if two decimals tell it.
 *
 * @param {number} sum
 * @param {number} unit
 */
export function shortened(sum, unit) {
  const sizes = unit >= 1e3 ? [1e6, 1e3] : [1e6];
  const size = sizes.find((many) => sum >= many && (sum * 100) % many === 0);
  return size ? decimal(sum / size) + (size === 1e6 ? words.million : words.thousand) : "";
}

/** Digits and marks as the language has them. @param {string} figures */
const written = (figures) =>
  figures.replace(/[\d.,]/g, (sign) =>
    sign === "," ? words.thousands : sign === "." ? words.decimal : ([...words.digits][Number(sign)] ?? sign),
  );

/**
 * So many of a thing, in the form that the language has for that number: `1 house`, `3 houses`.
 *
 * @param {string} thing
 * @param {number} count
 */
export function counted(thing, count) {
  const name = Object.keys(words.plural).find((form) => takes(words.plural[form] ?? "", count)) ?? "many";
  const key = `count.${thing}.${name}`;
  return t(words.texts[key] === undefined ? `count.${thing}.many` : key, { n: count });
}

/**
 * Whether a rule, written as CLDR does, takes a number: `n % 10 = 2..4 and n != 12`.
 *
 * @param {string} rule
 * @param {number} count
 */
const takes = (rule, count) => rule.split(" or ").some((part) => part.split(" and ").every((it) => holds(it, count)));

/** @param {string} relation @param {number} count */
function holds(relation, count) {
  const [, modulus, sign, ranges = ""] = /n(?: % (\d+))? (!?=) (.+)/.exec(relation) ?? [];
  const value = modulus ? count % Number(modulus) : count;
  const isIn = ranges.split(",").some((range) => {
    const [low, high] = range.split("..").map(Number);
    return value >= (low ?? 0) && value <= (high ?? low ?? 0);
  });
  return isIn === (sign === "=");
}

/** Word all elements that carry the key of a text, of a label or of a placeholder. */
function word() {
  each("text", (element, text) => (element.textContent = text));
  each("text-label", (element, text) => element.setAttribute("aria-label", text));
  each("text-placeholder", (element, text) => element.setAttribute("placeholder", text));
}

/** @param {string} name @param {(element: Element, text: string) => void} say */
function each(name, say) {
  for (const element of document.querySelectorAll(`[data-${name}]`))
    say(element, t(element.getAttribute(`data-${name}`) ?? ""));
}

/** Speak another language from now on, here and on the next visit. @param {string} code */
export async function speak(code) {
  await load(code);
  document.cookie = `language=${code}; path=/; max-age=31536000; samesite=lax`;
  history.replaceState(null, "", location.pathname);
  document.documentElement.lang = code;
  word();
  for (const listener of listeners) listener();
}

/** Words as they are searched for: without marks and in small letters. @param {string} text */
export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/đ/gi, "d").toLowerCase();

/** Call `listener` whenever another language is spoken. @param {() => void} listener */
export const onLanguage = (listener) => listeners.add(listener);

word();
