// Keeps the game of a page in the browser's storage. Another tab may show and change the same game.

import { onStored, saveGame, savedGame } from "./store.js";

export class Keeper {
  // onNewer(changed): another tab has changed the stored game, and `record` now is the stored game. changed: whether
  // its turns or its end differ, not only its clocks.
  constructor(record, onNewer) {
    this.record = record;
    this.onNewer = onNewer;
    // Whether the browser stored the game at the last attempt to save it.
    this.isStored = true;
    this.leave = onStored("games", () => this.takeNewer());
  }

  // Stores the game, unless another tab has stored a newer one. Returns false if the record was replaced by this
  // newer game.
  save() {
    if (this.takeNewer()) return false;
    this.isStored = saveGame(this.record);
    return true;
  }

  // If another tab has changed the stored game, replaces the record by the stored game. Returns whether it has.
  takeNewer() {
    const { record } = this;
    const stored = savedGame(record.id);
    if (!stored || stored.updated === record.updated) return false;
    const content = ({ turns, over, result }) => JSON.stringify([turns, Boolean(over), result]);
    const changed = content(record) !== content(stored);
    for (const name of Object.keys(record)) delete record[name];
    Object.assign(record, stored);
    this.onNewer(changed);
    return true;
  }
}
