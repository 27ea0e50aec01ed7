// Entering a turn tap by tap. The server sends the tap sequences of each legal turn. This
// module only compares taps, and knows no rules.

import { kindName } from "./pieces.js";

function keyOf(tap) {
  if ("square" in tap) return `s:${tap.square}`;
  if ("pocket" in tap) return `p:${tap.pocket}`;
  return `c:${tap.choice.answer}@${tap.choice.at ?? ""}`;
}

export class Entry {
  constructor(turns) {
    this.ways = turns.flatMap((turn) => turn.taps.map((way) => ({ turn, way })));
    this.reset();
  }

  reset() {
    this.taps = [];
    this.open = this.ways;
    // The state before each tap of the visitor: the number of taps, and the possible tap sequences.
    this.past = [];
  }

  // Takes back the visitor's last tap, and the answers that `skipQuestions` gave after it.
  back() {
    [this.taps.length, this.open] = this.past.pop();
  }

  // Replaces the visitor's last tap, and returns what the method `tap` returns. Changes nothing and
  // returns false if no legal turn fits, if the old or new tap is not on a square, or if the
  // visitor has made fewer than two taps.
  tapInstead(tap) {
    if (!tap.square || !this.taps[this.past.at(-1)?.[0]]?.square || this.past.length < 2) return false;
    const { taps, open, past } = this;
    [this.taps, this.past] = [[...taps], [...past]];
    this.back();
    const result = this.tap(tap);
    if (result === false) Object.assign(this, { taps, open, past });
    return result;
  }

  // Whether some turns begin in the pocket and others do not.
  mayPassPocket() {
    const begins = this.ways.map(({ way }) => "pocket" in way[0]);
    return begins.includes(true) && begins.includes(false);
  }

  // Excludes the turns that begin in the pocket.
  passPocket() {
    this.reset();
    this.open = this.ways.filter(({ way }) => !("pocket" in way[0]));
    this.skipQuestions();
  }

  after(tap) {
    const key = keyOf(tap);
    const at = this.taps.length;
    return this.open.filter(({ way }) => way.length > at && keyOf(way[at]) === key);
  }

  // What can be tapped next: the sets of squares and pocket pieces, and the list of choices. A
  // choice is an answer to a question, or the declaration of the end.
  next() {
    const squares = new Set();
    const pockets = new Set();
    const choices = new Map();
    for (const { way } of this.open) {
      const tap = way[this.taps.length];
      if (!tap) continue;
      if ("square" in tap) squares.add(tap.square);
      else if ("pocket" in tap) pockets.add(tap.pocket);
      else choices.set(keyOf(tap), tap);
    }
    return { squares, pockets, choices: [...choices.values()] };
  }

  // Takes a tap. Returns the turn when it is complete, true when more taps are needed, and false
  // when no legal turn fits.
  tap(tap) {
    const open = this.after(tap);
    if (open.length === 0) return false;
    this.past.push([this.taps.length, this.open]);
    this.taps.push(tap);
    this.open = open;
    this.skipQuestions();
    return this.complete() ?? true;
  }

  // Answers each question that has only one answer. Never declares the end: only the visitor does.
  skipQuestions() {
    for (;;) {
      const at = this.taps.length;
      const taps = this.open.map(({ way }) => way[at]);
      const [first] = taps;
      const answered =
        first && "choice" in first && first.choice.answer !== "end" && taps.every((tap) => tap && keyOf(tap) === keyOf(first));
      if (!answered) return;
      this.taps.push(first);
    }
  }

  complete() {
    const done = this.open.find(({ way }) => way.length === this.taps.length);
    return done && this.open.every(({ turn }) => turn === done.turn) ? done.turn : null;
  }

  // The steps with which all turns in `open` begin. Empty before the first tap. The board shows
  // these steps before the turn is complete.
  preview() {
    const [first, ...rest] = new Set(this.open.map(({ turn }) => turn));
    if (!first || this.taps.length === 0) return [];
    const common = [];
    for (const [index, step] of first.steps.entries()) {
      const text = JSON.stringify(step);
      if (!rest.every((turn) => JSON.stringify(turn.steps[index]) === text)) break;
      common.push(step);
    }
    return common;
  }

  // The turns that can still be entered if the visitor chooses another piece. After `passPocket`, leaves out the
  // turns that begin in the pocket. If the preview shows an un-capture, leaves out the turns without this un-capture.
  possible() {
    const came = this.preview().filter((step) => step.do === "uncapture").map((step) => JSON.stringify(step));
    const turns = new Set((this.past[0]?.[1] ?? this.open).map(({ turn }) => turn));
    return [...turns].filter(({ steps }) => came.every((text) => steps.some((step) => JSON.stringify(step) === text)));
  }

  // Whether the preview already shows an un-captured piece on the board.
  hasUncaptured() {
    return this.preview().some((step) => step.do === "uncapture");
  }

  // A copy of the placement `before`, changed by the steps of the preview.
  previewOn(before) {
    const placement = { ...before };
    for (const { do: what, piece, square, from, to } of this.preview()) {
      if (what === "move" || what === "castle") {
        placement[to] = piece ?? placement[from];
        delete placement[from];
      } else if (what === "capture") {
        delete placement[square];
      } else if (what !== "unpromote" && square) {
        placement[square] = piece;
      }
    }
    return placement;
  }
}

// How a turn is entered, in words. `turns` are all legal turns of the position. The words leave out the answers
// that `skipQuestions` gives.
export function tapWords({ taps: [way] }, turns, placement) {
  const entry = new Entry(turns);
  const words = [];
  for (const [at, tap] of way.entries()) {
    if (entry.taps.length > at) continue;
    words.push(tapName(tap, placement));
    entry.tap(tap);
  }
  return `Choose ${words.join(", then ")}.`;
}

// What to tap after the taps of `entry`, in words. Call it only after a tap, and only if
// `entry.next().choices` holds nothing except perhaps the declaration of the end.
export function nextTapWords(entry) {
  const { taps, open } = entry;
  const { pocket, square } = taps.at(-1);
  // Whether the piece to un-move is still to be chosen. This is so if the last tap was on the
  // reserve, or if two more squares are to be tapped: the square of the piece and its destination.
  const lacksPiece = pocket || open.some(({ way }) => way[taps.length + 1]?.square);
  if (lacksPiece && entry.hasUncaptured()) return `A ${kindName(taps[0].pocket)} comes back. Now choose the piece to un-move.`;
  if (pocket) return `A ${kindName(pocket)}. Choose its square.`;
  return `Choose where the piece on ${square} goes, or choose another piece.`;
}

// What a turn begins with, as a hint.
export function firstTapWords({ taps: [[tap]] }, placement) {
  return tap.choice ? "Look at the button that declares the end." : `Begin with ${tapName(tap, placement)}.`;
}

// Names what is tapped: an answer, a piece in the reserve, or a square and its piece in `placement`.
// A piece brought back by an earlier tap is not in `placement`, so only its square is named.
function tapName({ square, pocket, choice }, placement) {
  if (choice) return `“${choice.label}”`;
  if (pocket) return `the ${kindName(pocket)} in the reserve`;
  return placement[square] ? `the ${kindName(placement[square])} on ${square}` : square;
}
