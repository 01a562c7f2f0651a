// The head of every page: links, language, theme.

import { byId, make } from "/static/shared/make.js";
import { language, languages, nameOf, onLanguage, speak, t } from "/static/shared/text.js";

const THEMES = { auto: "◐", light: "☀", dark: "☾" };

const PAGES = [
  ["table", "/table"],
  ["board", "/"],
  ["screen", "/screen"],
  ["help", "/help"],
  ["phone", "/phone"],
  ["referee_", "/referee"],
];

export async function headline(here) {
  const nav = byId("pages");
  const { pages: served } = await (await fetch("/about")).json();
  const pages = PAGES.filter(([, path]) => served.includes(path)).map(([name, path]) => ({ name, path }));
  const write = () => {
    nav.replaceChildren(
      ...pages.map((page) =>
        make("a", { href: page.path, "aria-current": page.path === here && "page" }, t(page.name)),
      ),
    );
    document.title = t(pages.find((page) => page.path === here).name);
    const current = nav.querySelector("[aria-current]");
    nav.scrollLeft = current.offsetLeft + current.offsetWidth / 2 - nav.clientWidth / 2;
  };
  onLanguage(write);
  write();
}

export function tools() {
  byId("tools").append(languageButton(), themeButton());
}

function languageButton() {
  const button = make("button", { type: "button", id: "language" });
  const other = () => languages[(languages.indexOf(language()) + 1) % languages.length];
  const write = () => {
    button.textContent = other().toUpperCase();
    button.setAttribute("aria-label", nameOf(other()));
    button.lang = other();
  };
  button.addEventListener("click", () => speak(other()));
  onLanguage(write);
  write();
  return button;
}

function themeButton() {
  const button = make("button", { type: "button", id: "theme" });
  const root = document.documentElement;
  const write = () => {
    button.textContent = THEMES[root.dataset.theme];
    button.setAttribute("aria-label", t("theme"));
    button.title = t("theme");
  };
  button.addEventListener("click", () => {
    const names = Object.keys(THEMES);
    root.dataset.theme = names[(names.indexOf(root.dataset.theme) + 1) % names.length];
    localStorage.setItem("theme", root.dataset.theme);
    write();
  });
  onLanguage(write);
  write();
  return button;
}
