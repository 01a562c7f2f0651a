// The head of every page: where else one can go, language, theme.

import { byId, make } from "/static/shared/make.js";
import { language, languages, onLanguage, speak, t } from "/static/shared/words.js";

/** @type {Record<string, string>} */
const THEMES = { auto: "◐", light: "☀", dark: "☾" };

/** @import { PageLinks } from "/static/messages.js" */

/** Fill the head of the page at the path `here`. @param {string} here */
export async function headline(here) {
  byId("tools").append(languageList(), themeButton());
  /** @type {PageLinks} */
  const { pages } = await (await fetch("/about")).json();
  const write = () => {
    const links = pages.map(({ path, name }) => link(path, t(`web.page.${name}`), path === here));
    byId("pages").replaceChildren(...links);
    const current = byId("pages").querySelector("[aria-current]");
    if (!(current instanceof HTMLElement)) return;
    document.title = current.textContent ?? "";
    byId("pages").scrollLeft = current.offsetLeft + current.offsetWidth / 2 - byId("pages").clientWidth / 2;
  };
  onLanguage(write);
  write();
}

/** @param {string} path @param {string} name @param {boolean} isHere */
const link = (path, name, isHere) => make("a", { href: path, "aria-current": isHere && "page" }, name);

function languageList() {
  const options = Object.entries(languages()).map(([code, name]) => make("option", { value: code, lang: code }, name));
  const list = make("select", { id: "language" }, ...options);
  list.value = language();
  list.addEventListener("change", () => speak(list.value));
  const write = () => list.setAttribute("aria-label", t("web.language"));
  onLanguage(write);
  write();
  return list;
}

function themeButton() {
  const button = make("button", { type: "button", id: "theme" });
  const root = document.documentElement;
  const write = () => {
    button.textContent = THEMES[root.dataset.theme ?? ""];
    button.setAttribute("aria-label", t("web.theme"));
    button.title = t("web.theme");
  };
  button.addEventListener("click", () => {
    const names = Object.keys(THEMES);
    const next = names[(names.indexOf(root.dataset.theme ?? "") + 1) % names.length];
    root.dataset.theme = next;
    localStorage.setItem("theme", next);
    write();
  });
  onLanguage(write);
  write();
  return button;
}
