// Elements without a template language: make("li", { class: "seat", "data-seat": 2 }, "text", child).

const SVG = new Set(
  "svg path g rect circle line polyline polygon text tspan title use symbol defs clipPath".split(" "),
);

/** @typedef {string | number | boolean | null | undefined} Value */
/** @typedef {Node | string | false | null | undefined} Child */

/**
 * An element with attributes and children; of both, what is missing or false is left out.
 *
 * @template {string} T
 * @param {T} tag
 * @param {Record<string, Value>} [attributes]
 * @param {Child[]} children
 * @returns {T extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[T] : SVGElement}
 */
export function make(tag, attributes = {}, ...children) {
  const element = SVG.has(tag)
    ? document.createElementNS("http://www.w3.org/2000/svg", tag)
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child) element.append(child);
  return /** @type {any} */ (element);
}

/**
 * The element of the page with an id, which must be there and be of that kind.
 *
 * @template {Element} [T=HTMLElement]
 * @param {string} id
 * @param {new () => T} [kind]
 * @returns {T}
 */
export function byId(id, kind) {
  const found = document.getElementById(id);
  if (found instanceof (kind ?? Element)) return /** @type {T} */ (/** @type {Element} */ (found));
  throw new Error(id);
}

/** What is typed or chosen in the field with an id. @param {string} id */
export const field = (id) => /** @type {HTMLInputElement | HTMLSelectElement} */ (byId(id));

/** Call `act` when a form is sent, and send nothing. @param {string} id @param {(form: HTMLFormElement) => void} act */
export function onSubmit(id, act) {
  const form = byId(id, HTMLFormElement);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(form);
  });
}
