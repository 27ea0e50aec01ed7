// The score of every legal turn, on the board, in the reserves and in a table.

import { el, button, drawSteadily, grid, keepFocus, refill } from "./dom.js";
import { stream } from "./api.js";
import { sideName } from "./pieces.js";
import { forcedNote, scoreOrder, scoreText, shortScore } from "./words.js";

const TIME = 10000;

export class EveryTurn {
  // lines: the lines of the analysis (`Lines`). The search of all turns gives each turn a score. If
  // a line begins with the turn and is deeper, the score of the line replaces this score.
  // onPlay(turn): a turn was tapped in the table of scores.
  constructor({ table, lines, onPlay }) {
    this.table = table;
    this.lines = lines;
    this.found = null;
    this.onPlay = onPlay;
    this.node = el("div", { class: "all-turns", hidden: true, tabindex: "0", role: "region", "aria-label": "Every turn and its score" });
    this.search = null;
    this.draw = drawSteadily(this.node, () => this.show());
  }

  stop() {
    this.search?.stop();
    this.search = null;
  }

  clear() {
    this.found = null;
    keepFocus(() => this.node.replaceChildren(), () => this.table.board.focus({ preventScroll: true }));
    this.node.hidden = true;
  }

  start() {
    this.stop();
    const { table } = this;
    const { turns, gameLine } = table;
    if (turns.length === 0) return;
    const found = new Map();
    this.found = found;
    this.node.hidden = false;
    this.node.replaceChildren(el("p", { text: "Reviver looks at every turn." }));
    const search = stream("analyse", { ...gameLine, mode: "analysis", multipv: turns.length, movetime: TIME }, {
      info: ({ pv, score, depth }) => {
        if (this.search !== search || table.gameLine !== gameLine) return;
        found.set(pv[0], { score, depth });
        this.draw();
      },
      best: () => table.gameLine === gameLine && table.say(`Each piece that you can choose shows the score of its best turn for ${sideName(table.state.side)}. Choose a piece to see where it can go.`),
    });
    this.search = search;
    search.done.catch((error) => {
      if (this.found === found && found.size === 0) this.clear();
      table.complain(error.message);
    });
  }

  // Shows the scores again, if there are any. Must be called when the lines have changed.
  update() {
    if (this.found) this.draw();
  }

  show() {
    if (!this.found) return;
    const found = new Map(this.found);
    for (const { pv, score, depth } of this.lines.infos) {
      if (depth > (found.get(pv[0])?.depth ?? Infinity)) found.set(pv[0], { score, depth });
    }
    const values = [...found].map(([text, { score }]) => [text, { text: shortScore(score), order: scoreOrder(score) }]);
    this.table.setValues(new Map(values));
    const native = new Map(this.table.turns.map((turn) => [turn.text, turn.native]));
    const sorted = [...found].sort(([, one], [, other]) => scoreOrder(other.score) - scoreOrder(one.score));
    const { scrollTop } = this.node;
    const rows = sorted.map(([text, { score, depth }]) => [button(native.get(text) ?? text, () => this.onPlay(text), { class: "turn" }), scoreText(score), String(depth)]);
    const caption = `Every turn and its score for ${sideName(this.table.state.side)} (${sorted.length} of ${native.size})`;
    const note = forcedNote(sorted.map(([, { score }]) => score));
    refill(this.node, grid(["Turn", "Score", "Depth"], rows, { caption: note ? `${caption}. ${note}` : caption }));
    this.node.scrollTop = scrollTop;
  }
}
