// A pocket shows the reserve of one side.

import { el, clear } from "./dom.js";
import { drawPiece, isWhite, pieceName, sideName } from "./pieces.js";

const KINDS = ["K", "Q", "R", "B", "N", "P"];

export class Pocket {
  // onTap(letter, byKey): a piece was chosen. byKey: whether it was chosen with the keyboard. onEscape(): Escape was
  // pressed.
  constructor(color, { onTap, onEscape }) {
    Object.assign(this, { color, onTap, onEscape });
    this.node = el("div", { class: "pocket", role: "group", "aria-label": `${sideName(color)}'s reserve` });
    this.node.addEventListener("keydown", (event) => this.key(event));
  }

  // open: the letters that can be tapped now. chosen: the letter tapped. lit: highlight the pocket.
  show({ reserve, open = new Set(), chosen = null, lit = false }) {
    const focused = this.node.contains(document.activeElement) ? document.activeElement.dataset.pocket : null;
    clear(this.node);
    this.node.classList.toggle("lit", lit);
    for (const kind of KINDS) {
      const letter = this.color === "w" ? kind : kind.toLowerCase();
      const count = reserve[letter] ?? 0;
      const usable = open.has(letter);
      if (kind === "K" && count === 0 && !usable) continue;
      this.node.append(
        el(
          "button",
          {
            type: "button",
            class: `in-pocket${count === 0 ? " ghostly" : ""}${usable ? " open" : ""}${chosen === letter ? " selected" : ""}`,
            "data-pocket": letter,
            "aria-label": `In reserve: ${count} ${pieceName(letter)}${count === 1 ? "" : "s"}${usable ? "; you may choose one" : ""}`,
            "aria-pressed": chosen === letter ? "true" : "false",
            on: { click: (event) => this.onTap(letter, event.detail === 0) },
          },
          drawPiece(letter),
          el("span", { class: "count", text: String(count), "aria-hidden": "true" }),
        ),
      );
    }
    if (focused) this.focus(focused);
  }

  focus(letter) {
    const found = letter && isWhite(letter) === (this.color === "w") ? this.node.querySelector(`[data-pocket="${letter}"]`) : null;
    (found ?? this.node.querySelector(".open") ?? this.node.firstChild)?.focus();
  }

  key(event) {
    if (event.key === "Escape") this.onEscape();
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by || event.altKey || event.ctrlKey) return;
    const buttons = [...this.node.children];
    buttons[(buttons.indexOf(document.activeElement) + by + buttons.length) % buttons.length]?.focus();
    event.preventDefault();
  }
}
