// What the page of a game says: who played, what the line of text says, and why the visitor does not play.

import { sideName } from "./pieces.js";
import { toPlay } from "./words.js";

// Who played a turn, as the subject of a sentence.
export function whoPlayed(page, { player, side }) {
  if (!page.isMixed()) return sideName(side);
  return page.record.players[player - 1] === "human" ? "You" : "Reviver";
}

// What the table's line of text says while the visitor does not play.
export function idleWords({ record, viewed, thinking, queued }, state) {
  if (viewed !== null) return `You are looking back at ${viewed === 0 ? "the start" : `turn ${viewed}`}. Go to the last turn to ${record.over ? "see the end" : "play on"}.`;
  if (record.over) return "";
  if (queued) return "Reviver waits until other searches have ended.";
  return thinking ? "Reviver is thinking." : toPlay(state);
}

// Why the visitor does not play now.
export function whyNot(page) {
  if (page.viewed !== null) return idleWords(page, page.state);
  return page.record.over ? "The game is over." : page.isSelfPlay() ? "Reviver plays both sides." : "It is not your turn yet.";
}
