// The actions of the analysis page: the commands of its text field, saving the analysis, and opening its review.

import { ask } from "./api.js";
import { tagsOfDay, withoutEnding } from "./gametags.js";
import { saveFile } from "./playmenu.js";
import { NOT_STORED, newId, saveGame } from "./store.js";
import { MAX_LEVEL } from "./words.js";

// Name and meaning.
export const COMMANDS = [
  ["analyse", "starts the engine"],
  ["stop", "stops the engine"],
  ["value", "the evaluation"],
  ["all", "the score of every turn"],
  ["back, on", "one turn back or forward"],
  ["flip", "flips the board"],
  ["fen", "the position in one line"],
];

// The action of each command.
export function commandsOf(page) {
  return {
    back: () => page.move(() => page.tree.back()),
    on: () => page.move(() => page.tree.forward()),
    flip: () => page.field.flip(() => page.flip()),
    analyse: () => page.think(),
    analyze: () => page.think(),
    stop: () => page.lines.stop(),
    all: () => page.everyTurn(),
    fen: () => page.field.tell(page.state.fen),
    value: () => page.field.tell(page.scores.has(page.shown) ? page.bar.getAttribute("aria-label") : "This position has not been analysed. Type analyse."),
  };
}

// Saves an analysis with its variations and comments. If it was opened from a record, also with its players
// and tags and, if the main line is still the same, with its result.
export async function saveAnalysis(page) {
  const tree = page.tree.record();
  const { turns = [], players, result, tags = page.opened ? {} : tagsOfDay(new Date()) } = page.opened ?? {};
  const end = turns.join() === tree.turns.join() ? { result, tags } : { tags: withoutEnding(tags) };
  try {
    const { text } = await ask("record", { ...page.line(), ...tree, players, ...end });
    saveFile(page, `${page.game.name}-analysis.pgn`, text);
  } catch (error) {
    page.table.complain(error.message);
  }
}

// Opens the review of the main line of an analysis.
export function reviewAnalysis(page) {
  const nodes = page.tree.mainLine();
  const record = {
    id: newId(),
    ...page.line(nodes.at(-1)),
    title: `${page.game.title} (analysis)`,
    words: nodes.slice(1).map((node) => node.words),
    players: ["human", "human"],
    level: MAX_LEVEL,
    over: true,
    result: "*",
  };
  if (saveGame(record)) location.hash = `#/review/${record.id}`;
  else page.table.complain(NOT_STORED);
}
