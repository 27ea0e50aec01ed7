// The value of every legal turn, on the board and in a table.

import { el, button, drawSteadily, grid, refill } from "./dom.js";
import { stream } from "./api.js";
import { scoreOrder, scoreText, shortScore } from "./words.js";

const TIME = 10000;

export class EveryTurn {
  // onPlay(turn): a turn of the table was tapped.
  constructor({ table, onPlay }) {
    this.table = table;
    this.onPlay = onPlay;
    this.node = el("div", { class: "all-turns", hidden: true, tabindex: "0", role: "region", "aria-label": "Every turn and its value" });
    this.search = null;
    this.draw = drawSteadily(this.node, () => this.show());
  }

  stop() {
    this.search?.stop();
    this.search = null;
  }

  clear() {
    this.node.hidden = true;
    this.node.replaceChildren();
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
      info: ({ pv, score }) => {
        if (this.search !== search || table.gameLine !== gameLine) return;
        found.set(pv[0], score);
        this.draw();
      },
      best: () => table.gameLine === gameLine && table.say("Each piece shows the value of its best turn. Tap it to see where it can go."),
    });
    this.search = search;
    search.done.catch((error) => table.say(error.message));
  }

  show() {
    const values = [...this.found].map(([text, score]) => [text, { text: shortScore(score), order: scoreOrder(score) }]);
    this.table.setValues(new Map(values));
    const native = new Map(this.table.turns.map((turn) => [turn.text, turn.native]));
    const sorted = [...this.found].sort(([, one], [, other]) => scoreOrder(other) - scoreOrder(one));
    const { scrollTop } = this.node;
    const rows = sorted.map(([text, score]) => [button(native.get(text) ?? text, () => this.onPlay(text), { class: "turn" }), scoreText(score)]);
    refill(this.node, grid(["Turn", "Value"], rows, { caption: `Every turn and its value (${sorted.length} of ${native.size})` }));
    this.node.scrollTop = scrollTop;
  }
}
