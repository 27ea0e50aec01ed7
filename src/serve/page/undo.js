// Undo and Redo in a game.

import { announce } from "./dom.js";
import { lastTurnButton } from "./lookback.js";
import { whyNot } from "./playwords.js";

// Whether the game has ended early: not by the rules and not by a clock, but by a resignation, by agreement or because
// a record says so.
function isEarlyEnd({ record, state }) {
  return Boolean(record.over) && !state.over && !record.left?.includes(0);
}

// Whether there is something to take back: an early end, a turn of a person or, if Reviver plays against itself, any
// turn. Undo and Redo work only while the board shows the last turn.
export function mayUndo(page) {
  return page.viewed === null && (isEarlyEnd(page) || page.record.turns.some((_, ply) => page.isSelfPlay() || page.owners.isPerson(ply)));
}

export function mayRedo(page) {
  return page.viewed === null && page.redone.length > 0 && !isEarlyEnd(page);
}

// In a game of a person against Reviver: whether the next turn that redo would play is Reviver's. Call it only if redo
// has a turn to play.
function isReviversTurn(page) {
  return page.isMixed() && !page.owners.isPerson(page.record.turns.length);
}

// If the game has ended early, takes back only this end. Otherwise takes back the last turn and, in a game against
// Reviver, further turns while Reviver is to play.
export async function undo(page) {
  if (page.keeper.takeNewer()) return;
  const { record, redone } = page;
  if (!mayUndo(page)) return refuse(page, "There is nothing to take back.");
  page.keepClock();
  page.stopReviver();
  page.busy(false);
  if (isEarlyEnd(page)) {
    const words = `The result is taken back.${record.turns.length > 0 ? " The last turn stays." : ""}`;
    return resume(page, () => page.table.reply(words));
  }
  do {
    const increment = page.clocks.takeIncrement(page.owners.players[record.turns.length - 1]);
    redone.unshift({ turn: record.turns.pop(), words: record.words?.pop(), increment });
  } while (record.turns.length > 0 && isReviversTurn(page));
  await resume(page, () => announce(`Taken back. ${page.table.line.textContent}`));
}

export async function redo(page) {
  if (page.keeper.takeNewer()) return;
  const { record, redone } = page;
  if (!mayRedo(page)) return refuse(page, record.over ? "The game is over." : "There is nothing to play again.");
  page.keepClock();
  page.stopReviver();
  do {
    const { turn, words, increment } = redone.shift();
    if (increment) page.clocks.give(page.owners.players[record.turns.length], increment);
    record.turns.push(turn);
    (record.words ??= []).push(words);
  } while (redone.length > 0 && isReviversTurn(page));
  await resume(page, () => announce(`Played again. ${page.table.line.textContent}`));
}

// Says why Undo or Redo does nothing: because an earlier position is shown, or else for the reason in `words`.
function refuse(page, words) {
  page.table.say(page.viewed === null ? words : whyNot(page), lastTurnButton(page));
}

// Shows the position after the last turn, and lets the game go on; if Reviver plays against itself,
// pauses the game instead. tell(): says what was done. If the page was scrolled down to the result,
// scrolls it back to the board.
async function resume(page, tell) {
  const { record, table } = page;
  const wasOver = record.over;
  record.over = false;
  delete record.result;
  delete record.resultWords;
  if (page.isSelfPlay() && !page.paused) page.pause();
  if (!page.keeper.save()) return;
  try {
    await page.update();
    tell();
    if (wasOver) table.above.scrollIntoView({ block: "nearest" });
    page.next();
  } catch (error) {
    page.takeBack(error);
  }
}
