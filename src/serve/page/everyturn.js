// The value of every legal turn, on the board and in a table.

import { el, button } from "./dom.js";
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
    let waiting = false;
    const draw = () => {
      waiting = false;
      if (table.gameLine !== gameLine) return;
      table.setValues(new Map([...found].map(([text, score]) => [text, { text: shortScore(score), order: scoreOrder(score) }])));
      this.show(found);
    };
    this.node.hidden = false;
    this.node.replaceChildren(el("p", { text: "Reviver looks at every turn." }));
    const search = stream("analyse", { ...gameLine, mode: "analysis", multipv: turns.length, movetime: TIME }, {
      info: ({ pv, score }) => {
        if (this.search !== search) return;
        found.set(pv[0], score);
        if (waiting) return;
        waiting = true;
        requestAnimationFrame(draw);
      },
      best: () => table.gameLine === gameLine && table.say("Each piece shows the value of its best turn. Tap it to see where it can go."),
    });
    this.search = search;
    search.done.catch((error) => table.say(error.message));
  }

  show(found) {
    const native = new Map(this.table.turns.map((turn) => [turn.text, turn.native]));
    const sorted = [...found].sort(([, one], [, other]) => scoreOrder(other) - scoreOrder(one));
    const { scrollTop } = this.node;
    this.node.replaceChildren(
      el(
        "table",
        {},
        el("caption", { text: `Every turn and its value (${sorted.length} of ${native.size})` }),
        el("thead", {}, el("tr", {}, el("th", { scope: "col", text: "Turn" }), el("th", { scope: "col", text: "Value" }))),
        el("tbody", {}, sorted.map(([text, score]) => el("tr", {}, el("td", {}, button(native.get(text) ?? text, () => this.onPlay(text), { class: "turn" })), el("td", { text: scoreText(score) })))),
      ),
    );
    this.node.scrollTop = scrollTop;
  }
}
