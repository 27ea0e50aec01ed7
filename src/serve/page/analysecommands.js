// The commands of the text field on the analysis page.

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
