// Steps through a game automatically. Has a button to start and stop, and a choice of the speed.

import { button, select } from "./dom.js";

const SPEEDS = [
  { value: "2000", label: "slow" },
  { value: "1000", label: "normal" },
  { value: "300", label: "fast" },
];

export class Autoplay {
  // step(): goes one step on, or from the end of the game to its start. Returns whether there is a next step.
  constructor(step) {
    this.step = step;
    this.pause = 1000;
    this.button = button("Play", () => (this.run ? this.stop() : this.start()), { class: "primary" });
    this.speed = select("Speed", SPEEDS, "1000", (value) => {
      this.pause = Number(value);
    });
  }

  start() {
    this.button.textContent = "Stop";
    const run = (this.run = {});
    const next = async () => {
      const goesOn = await this.step();
      if (this.run !== run) return;
      if (goesOn) this.timer = setTimeout(next, this.pause);
      else this.stop();
    };
    this.timer = setTimeout(next);
  }

  stop() {
    clearTimeout(this.timer);
    this.run = null;
    this.button.textContent = "Play";
  }
}
