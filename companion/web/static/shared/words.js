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
 * The words for a key, with `{name}` filled in from `values`; a number as the language writes it.
 *
 * @param {string} key
 * @param {Record<string, string | number>} values
 */
export function t(key, values = {}) {
  const text = (atCourt && words.texts[`${key}@court`]) || (words.texts[key] ?? key);
  return text.replace(/\{(\w+)\}/g, (_, name) => shown(values[name]));
}

/** @param {string | number | undefined} value */
const shown = (value) => (typeof value === "number" ? number(value) : (value ?? ""));

/** A whole number with the marks between its thousands, and a true minus sign. @param {number} value */
export function number(value) {
  const digits = String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, words.thousands);
  return (value < 0 ? "\u2212" : "") + digits;
}

/**
 * So many of a thing, in the form that the language has for that number: `1 house`, `3 houses`.
 *
 * @param {string} thing
 * @param {number} count
 */
export function counted(thing, count) {
  const form = `count.${thing}.${new Intl.PluralRules(language()).select(count)}`;
  return t(words.texts[form] === undefined ? `count.${thing}.many` : form, { n: count });
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
