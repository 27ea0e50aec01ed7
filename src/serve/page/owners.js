// Who played each turn of a game. The number of a turn does not show its player: player 2 may
// begin, and a player may play twice in a row.

import { ask } from "./api.js";

export class Owners {
  constructor(record) {
    this.record = record;
    // The player of each turn, 1 or 2. Turns that were taken back keep their entries, for redo.
    this.players = [];
  }

  // Asks the server who played the turns so far. Also stores the native notation of all turns in the record, if some
  // of it is missing.
  async load(line) {
    const { turns, words = [] } = this.record;
    if (turns.length === 0) return;
    const answer = await ask("words", line).catch(() => ({}));
    this.players = answer.players ?? [];
    if (answer.words && !turns.every((_, ply) => words[ply])) this.record.words = answer.words;
  }

  // Stores who played the last turn.
  note({ last }) {
    if (last) this.players[this.record.turns.length - 1] = last.player;
  }

  // Whether a person played this turn.
  isPerson(ply) {
    return this.record.players[this.players[ply] - 1] === "human";
  }
}
