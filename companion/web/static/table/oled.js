// The display: one bit is one pixel of the glass, row by row, the left one of eight highest.

import { byId } from "/static/shared/make.js";

/** @import { PanelData } from "/static/messages.js" */

const LIT = [0xd6, 0xec, 0xff];
const DARK = [0x05, 0x07, 0x0a];

export function oled() {
  const canvas = byId("oled", HTMLCanvasElement);
  new ResizeObserver(() => fit(canvas)).observe(within(within(canvas)));
  window.addEventListener("resize", () => fit(canvas));
  return (/** @type {PanelData} */ panel) => draw(canvas, panel);
}

/** @param {HTMLElement} element */
const within = (element) => element.parentElement ?? document.body;

/**
 * The largest whole multiple of the device's pixels that the place allows, so that all pixels are equally large.
 *
 * @param {HTMLCanvasElement} canvas
 */
function fit(canvas) {
  const place = within(canvas);
  const frame = place.offsetWidth - canvas.offsetWidth;
  const around = within(place);
  const style = getComputedStyle(around);
  const room = around.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - frame;
  const ratio = window.devicePixelRatio || 1;
  const share = style.position === "sticky" ? 0.56 : 0.9; // what stays in sight leaves room
  const width = Math.min(room, window.innerHeight * share);
  const scale = Math.max(1, Math.floor((width * ratio) / canvas.width)) / ratio;
  canvas.style.width = `${canvas.width * scale}px`;
  canvas.style.height = `${canvas.height * scale}px`;
}

/** @param {HTMLCanvasElement} canvas @param {PanelData} panel */
function draw(canvas, panel) {
  if (canvas.width !== panel.width || canvas.height !== panel.height) {
    canvas.width = panel.width;
    canvas.height = panel.height;
    fit(canvas);
  }
  const bytes = Uint8Array.from(atob(panel.bits), (each) => each.charCodeAt(0));
  const stride = panel.width / 8;
  const context = canvas.getContext("2d");
  if (!context) return;
  const image = context.createImageData(panel.width, panel.height);
  for (let y = 0; y < panel.height; y += 1) {
    for (let x = 0; x < panel.width; x += 1) {
      const lit = (bytes[y * stride + (x >> 3)] >> (7 - (x & 7))) & 1;
      image.data.set([...(lit ? LIT : DARK), 255], (y * panel.width + x) * 4);
    }
  }
  context.putImageData(image, 0, 0);
}
