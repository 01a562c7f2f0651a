// The words of the pages, from the same catalogue as the display's. What the table tells comes worded already.

/** @type {import("/static/messages.js").PageWords} */
let words;
const listeners = new Set();
let atCourt = false;

await load(document.documentElement.lang);

async function load(code) {
  words = await (await fetch(`/words/${code}.json`)).json();
}

export const language = () => document.documentElement.lang;
/** What each language calls itself, by its code. */
export const languages = () => words.languages;

/** A board is on the table: one with a courthouse speaks of Court, shops and markets (`key@court`). */
export function meet(board) {
  atCourt = board.squares.some((square) => square.kind === "Court");
}

/** The words for a key, with `{name}` filled in from `values`; a number as the language writes it. */
export function t(key, values = {}) {
  const text = (atCourt && words.texts[`${key}@court`]) || (words.texts[key] ?? key);
  return text.replace(/\{(\w+)\}/g, (_, name) => shown(values[name]));
}

const shown = (value) => (typeof value === "number" ? number(value) : (value ?? ""));

/** A whole number with the marks between its thousands, and a true minus sign. */
export function number(value) {
  const digits = String(Math.abs(value)).replace(/\B(?=(\d{3})+$)/g, words.thousands);
  return (value < 0 ? "\u2212" : "") + digits;
}

/** So many of a thing, in the form that the language has for that number: `1 house`, `3 houses`. */
export function counted(thing, count) {
  const form = `count.${thing}.${new Intl.PluralRules(language()).select(count)}`;
  return t(words.texts[form] === undefined ? `count.${thing}.many` : form, { n: count });
}

/** Word all elements that carry the key of a text, of a label or of a placeholder. */
function word() {
  for (const each of document.querySelectorAll("[data-text]")) each.textContent = t(each.dataset.text);
  for (const each of document.querySelectorAll("[data-text-label]"))
    each.setAttribute("aria-label", t(each.dataset.textLabel));
  for (const each of document.querySelectorAll("[data-text-placeholder]"))
    each.placeholder = t(each.dataset.textPlaceholder);
}

/** Speak another language from now on, here and on the next visit. */
export async function speak(code) {
  await load(code);
  document.cookie = `language=${code}; path=/; max-age=31536000; samesite=lax`;
  history.replaceState(null, "", location.pathname);
  document.documentElement.lang = code;
  word();
  for (const listener of listeners) listener();
}

/** Words as they are searched for: without marks and in small letters. */
export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/đ/gi, "d").toLowerCase();

/** Call `listener` whenever another language is spoken. */
export const onLanguage = (listener) => listeners.add(listener);

word();
