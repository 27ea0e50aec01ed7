// The list of turns of a game with its variations.

import { el, button } from "./dom.js";
import { settings } from "./store.js";

export class MoveList {
  // onChoose(node): a turn was tapped.
  constructor(onChoose) {
    this.onChoose = onChoose;
    this.node = el("ol", { class: "moves", "aria-label": "Turns" });
  }

  // words(node): the turn of the node in native notation, if known. marks(node): the mark of the turn, if any, for
  // example "??".
  show(tree, { words = () => null, marks = () => null } = {}) {
    const focused = this.node.contains(document.activeElement);
    this.node.replaceChildren();
    const native = settings().notation === "native";
    const add = (node, number, list) => {
      const mark = marks(node);
      const text = (native ? words(node) : null) ?? node.turn;
      const item = el(
        "li",
        { value: number },
        button(mark ? `${text} ${mark}` : text, () => this.onChoose(node), {
          class: `turn${mark ? " marked" : ""}`,
          "aria-current": node === tree.current ? "true" : null,
        }),
        node.comment ? el("p", { class: "comment", text: node.comment }) : null,
      );
      list.append(item);
      return item;
    };
    const walk = (node, number, list) => {
      let at = node;
      let count = number;
      while (at.children.length > 0) {
        const [main, ...others] = at.children;
        const item = add(main, count, list);
        for (const other of others) {
          const inner = el("ol", { class: "variation" });
          add(other, count, inner);
          walk(other, count + 1, inner);
          item.append(inner);
        }
        at = main;
        count += 1;
      }
    };
    walk(tree.root, 1, this.node);
    const current = this.node.querySelector("[aria-current]");
    if (focused) (current ?? this.node.querySelector(".turn"))?.focus({ preventScroll: true });
    this.node.scrollTop = current ? current.offsetTop - this.node.clientHeight / 2 : 0;
    // On a phone the list is one row.
    this.node.scrollLeft = current ? current.offsetLeft - this.node.clientWidth + current.offsetWidth : 0;
  }
}
