// Undo and Redo in a game.

import { announce } from "./dom.js";

// Whether there is a turn to take back: a turn of a person or, if Reviver plays against itself, any turn.
export function mayUndo(page) {
  return page.record.turns.some((_, ply) => page.isSelfPlay() || page.owners.isPerson(ply));
}

// Whether the next turn that redo would play is Reviver's, in a game of a person against Reviver. There must be such
// a turn.
function isReviversTurn(page) {
  return page.isMixed() && !page.owners.isPerson(page.record.turns.length);
}

// Takes back the last turn. In a game against Reviver, takes back further turns while Reviver is to play.
export async function undo(page) {
  if (page.keeper.takeNewer()) return;
  const { record, redone } = page;
  if (!mayUndo(page)) return page.table.say("There is nothing to take back.");
  page.keepClock();
  page.stopReviver();
  page.busy(false);
  do {
    const increment = page.clocks.takeIncrement(page.owners.players[record.turns.length - 1]);
    redone.unshift({ turn: record.turns.pop(), words: record.words?.pop(), increment });
  } while (record.turns.length > 0 && isReviversTurn(page));
  await resume(page, "Taken back.");
}

export async function redo(page) {
  if (page.keeper.takeNewer()) return;
  const { record, redone } = page;
  if (redone.length === 0) return page.table.say("There is nothing to play again.");
  page.keepClock();
  page.stopReviver();
  do {
    const { turn, words, increment } = redone.shift();
    if (increment) page.clocks.give(page.owners.players[record.turns.length], increment);
    record.turns.push(turn);
    (record.words ??= []).push(words);
  } while (redone.length > 0 && isReviversTurn(page));
  await resume(page, "Played again.");
}

async function resume(page, words) {
  const { record } = page;
  record.over = false;
  delete record.result;
  delete record.resultWords;
  if (page.isSelfPlay() && !page.paused) page.pause();
  if (!page.keeper.save()) return;
  try {
    await page.update();
    announce(`${words} ${page.table.line.textContent}`);
    page.next();
  } catch (error) {
    page.takeBack(error);
  }
}
