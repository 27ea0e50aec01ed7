// What a visitor must know of a game while playing it: how it is won, how points are counted, and what the
// marks on the board mean. All words about a game come from the server.

import { el, link, row } from "./dom.js";
import { markPicture } from "./board.js";
import { sentence, undeclared, winWords } from "./words.js";

const ALWAYS = () => true;
const REVERSE = ({ captures }) => !captures;
// Each mark with its meaning and the positions in which it can occur.
const MARKS = [
  ["movable", "A piece or square that you can choose now.", ALWAYS],
  ["selected", "What you have chosen.", ALWAYS],
  ["target", "A square or piece to choose next.", ALWAYS],
  ["left", "A piece has just left this square.", ALWAYS],
  ["came", "A piece has just gone to this square.", ALWAYS],
  ["appeared", "A piece that has just come on the board.", ALWAYS],
  ["may", "You may un-capture here.", REVERSE],
  ["must", "You must un-capture here, or take back a double step over this square.", REVERSE],
  ["passant", "A pawn can be captured en passant here.", ({ captures }) => captures],
  ["check", "The king of the side to play is in check.", ALWAYS],
  ["kcehc", "The last turn left this king in check.", REVERSE],
  ["frozen", "A king or rook that has un-castled. It cannot un-move any more.", REVERSE],
  ["home", "A home square, filled if the right piece stands there.", ({ homes }) => Object.keys(homes).length > 0],
];

// The marks that can occur in a position, with their meanings.
export class Legend {
  constructor() {
    this.key = el("ul", { class: "keys" });
    this.node = el("details", {}, el("summary", { text: "The marks on the board" }), this.key);
  }

  show(state) {
    const marks = MARKS.filter(([, , occurs]) => occurs(state));
    if (this.key.children.length !== marks.length) this.key.replaceChildren(...marks.map(([mark, words]) => el("li", {}, markPicture(mark), words)));
  }
}

export class Guide {
  constructor(game) {
    const { win, warning, name } = game;
    this.scoring = el("p");
    this.declaring = el("p");
    this.legend = new Legend();
    this.node = el(
      "div",
      { class: "stack" },
      el("p", { text: sentence(game.summary) }),
      win ? el("p", { text: winWords(game) }) : null,
      this.scoring,
      this.declaring,
      warning ? el("p", { class: "warning", text: sentence(warning) }) : null,
      row(link("Learn this game", `#/learn/${name}`), link("All the rules", `#/rules/${name}`)),
      this.legend.node,
    );
  }

  show(state) {
    for (const [part, text] of [[this.scoring, state.scoring], [this.declaring, state.declaration?.reason && undeclared(state)]]) {
      part.textContent = text ?? "";
      part.hidden = !text;
    }
    this.legend.show(state);
  }
}
