// The buzzer: a square wave of the pitch that is on the line, and a lamp for those who cannot or will not hear it.

import { byId, make } from "/static/shared/make.js";
import { onLanguage, t } from "/static/shared/words.js";

/** @import { ToneData } from "/static/messages.js" */

/** @type {AudioContext | undefined} */
let context;
/** @type {OscillatorNode | undefined} */
let tone;

export function buzzer() {
  const button = make("button", { type: "button", id: "sound" });
  let on = localStorage.getItem("sound") !== "off";
  const write = () => {
    button.textContent = on ? "♪" : "♪̸";
    button.setAttribute("aria-pressed", String(on));
    button.setAttribute("aria-label", t(on ? "web.sound-on" : "web.sound-off"));
    button.title = t(on ? "web.sound-on" : "web.sound-off");
  };
  button.addEventListener("click", () => {
    on = !on;
    localStorage.setItem("sound", on ? "on" : "off");
    if (!on) play(0);
    write();
  });
  onLanguage(write);
  write();
  byId("tools").prepend(button);
  document.addEventListener("visibilitychange", () => document.hidden && play(0));
  for (const kind of ["pointerdown", "keydown"]) window.addEventListener(kind, () => on && wake(), { passive: true });
  return (/** @type {ToneData} */ { hz }) => {
    byId("lamp").classList.toggle("on", hz > 0);
    if (on) play(hz);
  };
}

/** Browsers let a page sound only after it was touched. */
function wake() {
  context ??= new AudioContext();
  if (context.state === "suspended") context.resume();
}

/** @param {number} hz */
function play(hz) {
  if (context?.state !== "running") return;
  tone?.stop();
  tone = undefined;
  if (hz === 0) return;
  const volume = new GainNode(context, { gain: 0.05 });
  tone = new OscillatorNode(context, { type: "square", frequency: hz });
  tone.connect(volume).connect(context.destination);
  tone.start();
}
