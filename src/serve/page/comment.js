// The field for the comment on a turn. The comment is kept while it is typed.

import { el, onVisibility } from "./dom.js";

// How long the visitor must type nothing before the comment is kept, in milliseconds.
const PAUSE = 300;

export class CommentField {
  // onKeep(text): this comment is to be kept. onLeave(): the visitor has left the field after a change.
  constructor({ onKeep, onLeave }) {
    this.onKeep = onKeep;
    const leave = () => {
      this.flush();
      onLeave();
    };
    this.node = el("textarea", { rows: "2", on: { input: () => this.typed(), change: leave } });
    this.endWatch = onVisibility(() => this.flush());
  }

  typed() {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => this.flush(), PAUSE);
  }

  // Keeps now what was typed since the last time.
  flush() {
    if (!this.waiting) return;
    this.forget();
    this.onKeep(this.node.value.trim());
  }

  forget() {
    clearTimeout(this.waiting);
    this.waiting = null;
  }

  // Shows the comment on another turn, in place of what was typed.
  show(text) {
    this.forget();
    this.node.value = text;
  }

  leave() {
    this.flush();
    this.endWatch();
  }
}
