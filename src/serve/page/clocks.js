// The clocks of a game. The record stores the time left, so that it survives a reload.

import { MOVETIME } from "./gametags.js";
import { clockText } from "./words.js";

// Undo takes back an increment, but never lowers a clock below this time, in milliseconds. So undo
// does not end the game.
const SHORTEST = 5000;

export class Clocks {
  // onUp(index): the player with this index has no time left. mayRun(player): whether the clock of this player runs
  // while they are to play.
  constructor(record, { onUp, mayRun }) {
    this.record = record;
    this.onUp = onUp;
    this.mayRun = mayRun;
    this.since = performance.now();
    // The time that each player was given since the turn began, in milliseconds.
    this.given = [0, 0];
  }

  // Starts a turn. The clocks run from the second turn of the game.
  begin(state) {
    this.state = state;
    this.since = performance.now();
    this.isTaken = false;
    this.given = [0, 0];
  }

  // Stops the clocks until the next turn begins.
  halt() {
    this.isTaken = true;
  }

  runs() {
    const { clock, over, turns } = this.record;
    return Boolean(clock) && !this.isTaken && !over && this.state && !this.state.over && turns.length > 0 && this.mayRun(this.state.player);
  }

  // Subtracts the time since the last call, or since the start of the turn, from the running clock.
  // Returns whether a clock runs.
  count() {
    const now = performance.now();
    const runs = this.runs();
    if (runs) this.record.left[this.state.player - 1] -= now - this.since;
    this.since = now;
    return runs;
  }

  // Ends a turn: subtracts its time from the player's clock, and adds the increment. The first turn of the game
  // costs no time. No clock runs until the next turn begins.
  take(player) {
    const { clock } = this.record;
    if (!clock) return;
    this.count();
    this.halt();
    this.give(player, clock.increment);
  }

  give(player, time) {
    this.record.left[player - 1] += time;
    this.given[player - 1] += time;
  }

  // Undo: subtracts the increment of the undone turn from this player's clock, or less if this
  // would leave less than SHORTEST. Returns the time that it subtracted.
  takeIncrement(player) {
    const { clock, left } = this.record;
    if (!clock || !player) return 0;
    const time = Math.min(clock.increment, Math.max(0, left[player - 1] - SHORTEST));
    this.give(player, -time);
    return time;
  }

  // Undoes every `give` since the turn began, and lets the clock run again. Call it if the next
  // turn cannot begin.
  refund() {
    const { clock, left } = this.record;
    if (clock) for (const index of [0, 1]) left[index] -= this.given[index];
    this.begin(this.state);
  }

  // The limits of Reviver's search in this state.
  limits({ player }) {
    const { clock, left, movetime } = this.record;
    return clock ? { clock: { remaining: Math.max(1, Math.round(left[player - 1])), increment: clock.increment } } : { movetime: movetime ?? MOVETIME };
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
