// A row for each side: the name of its player, how many of its pieces are on the board and home,
// its points and its clock.

import { el } from "./dom.js";
import { sideName } from "./pieces.js";
import { plural } from "./words.js";

const ARMY = 16;

export class Strip {
  // onAsk(): the visitor tapped the tally to learn what it means.
  constructor(color, onAsk) {
    this.color = color;
    this.name = el("span", { class: "name" });
    this.tally = el("span", { class: "tally", on: { click: onAsk } });
    this.clock = el("span", { class: "clock", role: "timer", "aria-live": "off", hidden: true });
    this.bar = el("span", { class: "army", "aria-hidden": "true" }, el("span", { class: "on-board" }), el("span", { class: "at-home" }));
    this.node = el("div", { class: "strip" }, el("span", { class: `disc ${color}`, "aria-hidden": "true" }), this.name, this.bar, this.tally, this.clock);
    this.setName("");
  }

  setName(name) {
    this.name.textContent = name ? `${sideName(this.color)}: ${name}` : sideName(this.color);
  }

  // Shows the number of pieces on the board. In games with home squares, also shows the number of pieces that are
  // home, and the points.
  showState({ home, board, score, homes, scoring }) {
    const { color } = this;
    this.tally.title = scoring ?? "";
    const counts = Object.keys(homes ?? {}).length > 0;
    this.bar.hidden = !board;
    if (!board) return;
    this.bar.firstChild.style.width = `${(board[color] / ARMY) * 100}%`;
    this.bar.lastChild.style.width = `${counts ? (home[color] / ARMY) * 100 : 0}%`;
    // In games with home squares, a phone shows the number of pieces on the board only in the bar.
    const more = scoring ? ` · ${plural(score[color], "point")}` : "";
    const words = counts ? [`${home[color]} home`, el("span", { class: "only-wide", text: ` · ${board[color]} on board` }), more] : [`${board[color]} of ${ARMY} on board`];
    this.tally.replaceChildren(...words);
  }

  showTurn(plays) {
    this.node.classList.toggle("plays", plays);
  }

  setClock(text, runs) {
    this.clock.hidden = text === null;
    this.clock.textContent = text ?? "";
    this.clock.classList.toggle("runs", runs);
  }
}
