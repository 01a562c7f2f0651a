// A thing that is dragged to the reader: by the mouse after a few pixels, by a finger after it has rested on it.

import { byId } from "/static/shared/make.js";

const HOLD = 280; // ms a finger rests on a thing before it drags it instead of scrolling
const AWAY = 8; // px the mouse moves before a click becomes a drag

/** Let a button be dragged; `drop` is called when it is let go over the reader. */
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
  ghost = null;
  #button;
  #start = null;
  #rest = 0;

  constructor(button) {
    this.#button = button;
  }

  begin(event) {
    this.#start = event;
    if (event.pointerType === "touch") this.#rest = setTimeout(() => this.#lift(event), HOLD);
  }

  move(event) {
    if (!this.#start) return;
    const far = Math.hypot(event.clientX - this.#start.clientX, event.clientY - this.#start.clientY) > AWAY;
    if (!this.ghost && far && event.pointerType === "touch") this.stop();
    else if (!this.ghost && far) this.#lift(event);
    if (!this.ghost) return;
    if (!this.#button.hasPointerCapture(event.pointerId)) this.#button.setPointerCapture(event.pointerId);
    this.#carry(event);
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

  #lift(event) {
    const box = this.#button.getBoundingClientRect();
    this.ghost = this.#button.cloneNode(true);
    this.ghost.classList.add("ghost");
    this.ghost.removeAttribute("data-uid");
    this.ghost.setAttribute("aria-hidden", "true");
    this.ghost.style.width = `${box.width}px`;
    this.ghost.dataset.dx = event.clientX - box.left;
    this.ghost.dataset.dy = event.clientY - box.top;
    document.body.append(this.ghost);
    this.#button.classList.add("held");
    this.#carry(event);
  }

  #carry(event) {
    const { dx, dy } = this.ghost.dataset;
    this.ghost.style.translate = `${event.clientX - dx}px ${event.clientY - dy}px`;
  }
}

function overReader(event) {
  const box = byId("reader").closest(".box").getBoundingClientRect();
  const { clientX, clientY } = event;
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}
