// The clocks of a game. The record keeps what is left, so that a reload loses no time.

import { clockText } from "./words.js";

export class Clocks {
  // onUp(index): the player with this index has no time left.
  constructor(record, onUp) {
    this.record = record;
    this.onUp = onUp;
    this.since = performance.now();
  }

  // A turn begins. The clocks run from the second turn of the game.
  begin(state) {
    this.state = state;
    this.since = performance.now();
  }

  runs() {
    const { clock, over, turns } = this.record;
    return Boolean(clock) && !over && !this.state?.over && turns.length > 0;
  }

  // A player has played: the time since the turn began is taken, the increment given.
  take(player) {
    const { clock, left } = this.record;
    if (!clock) return;
    if (this.runs()) left[player - 1] -= performance.now() - this.since;
    left[player - 1] += clock.increment;
    this.since = performance.now();
  }

  show(strips, state) {
    const { clock, left } = this.record;
    for (const color of ["w", "b"]) {
      if (!clock || !state) {
        strips[color].setClock(null, false);
        continue;
      }
      const index = state.players[color] - 1;
      const runs = this.runs() && state.player === index + 1;
      const shown = left[index] - (runs ? performance.now() - this.since : 0);
      strips[color].setClock(clockText(shown), runs);
      if (runs && shown <= 0) this.onUp(index);
    }
  }
}
