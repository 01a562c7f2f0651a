// Elements without a template language: make("li", { class: "seat", "data-seat": 2 }, "text", child).

const SVG = new Set([
  "svg",
  "path",
  "g",
  "rect",
  "circle",
  "line",
  "polyline",
  "polygon",
  "text",
  "tspan",
  "title",
  "use",
  "symbol",
  "defs",
  "clipPath",
]);

export function make(tag, attributes = {}, ...children) {
  const element = SVG.has(tag)
    ? document.createElementNS("http://www.w3.org/2000/svg", tag)
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false || value === null) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== undefined && child !== null && child !== ""));
  return element;
}

export const byId = (id) => document.getElementById(id);
