// A thing that is dragged to the reader: by the mouse after a few pixels, by a finger after it has rested on it.

import { byId } from "/static/shared/make.js";

const HOLD = 280; // ms a finger rests on a thing before it drags it instead of scrolling
const AWAY = 8; // px the mouse moves before a click becomes a drag

/**
 * Let a button be dragged; `drop` is called when it is let go over the reader.
 *
 * @param {HTMLElement} button
 * @param {() => void} drop
 */
export function drag(button, drop) {
  const dragging = new Dragging(button);
  button.addEventListener("pointerdown", (event) => event.button === 0 && dragging.begin(event));
  button.addEventListener("pointermove", (event) => dragging.move(event));
  button.addEventListener("pointerup", (event) => {
    const dragged = Boolean(dragging.ghost);
    dragging.stop();
    if (dragged && overReader(event)) drop();
    if (dragged) button.addEventListener("click", (click) => click.stopImmediatePropagation(), ONCE_BEFORE_OTHERS);
  });
  button.addEventListener("pointercancel", () => dragging.stop());
  button.addEventListener("touchmove", (event) => dragging.ghost && event.preventDefault(), { passive: false });
  button.addEventListener("contextmenu", (event) => event.preventDefault());
}

const ONCE_BEFORE_OTHERS = { once: true, capture: true };

/** One hand on a button, from the first touch on; `ghost` is what it carries, once it does. */
class Dragging {
  /** @type {HTMLElement | null} */
  ghost = null;
  #button;
  /** @type {PointerEvent | null} */
  #start = null;
  #rest = 0;
  #held = { x: 0, y: 0 };

  /** @param {HTMLElement} button */
  constructor(button) {
    this.#button = button;
  }

  /** @param {PointerEvent} event */
  begin(event) {
    this.#start = event;
    if (event.pointerType === "touch") this.#rest = setTimeout(() => this.#lift(event), HOLD);
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.#start) return;
    const far = Math.hypot(event.clientX - this.#start.clientX, event.clientY - this.#start.clientY) > AWAY;
    if (!this.ghost && far && event.pointerType === "touch") this.stop();
    else if (!this.ghost && far) this.#lift(event);
    if (!this.ghost) return;
    if (!this.#button.hasPointerCapture(event.pointerId)) this.#button.setPointerCapture(event.pointerId);
    this.#carry(this.ghost, event);
    byId("reader").classList.toggle("over", overReader(event));
  }

  stop() {
    clearTimeout(this.#rest);
    this.ghost?.remove();
    this.#button.classList.remove("held");
    byId("reader").classList.remove("over");
    this.#start = null;
    this.ghost = null;
  }

  /** @param {PointerEvent} event */
  #lift(event) {
    const box = this.#button.getBoundingClientRect();
    const ghost = /** @type {HTMLElement} */ (this.#button.cloneNode(true));
    ghost.classList.add("ghost");
    ghost.removeAttribute("data-uid");
    ghost.setAttribute("aria-hidden", "true");
    ghost.style.width = `${box.width}px`;
    document.body.append(ghost);
    this.ghost = ghost;
    this.#held = { x: event.clientX - box.left, y: event.clientY - box.top };
    this.#button.classList.add("held");
    this.#carry(ghost, event);
  }

  /** @param {HTMLElement} ghost @param {PointerEvent} event */
  #carry(ghost, event) {
    const { x, y } = this.#held;
    ghost.style.translate = `${event.clientX - x}px ${event.clientY - y}px`;
  }
}

/** @param {PointerEvent} event */
function overReader(event) {
  const box = (byId("reader").closest(".box") ?? byId("reader")).getBoundingClientRect();
  const { clientX, clientY } = event;
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}
