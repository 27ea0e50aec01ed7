// What a `Table` shows on the squares of its board: marks, and the scores of turns.

// The marks on each square. next: what can be tapped next.
export function marksOf(table, next) {
  const { state, entry } = table;
  const marks = {};
  const mark = (square, word) => square && (marks[square] ??= []).push(word);
  for (const square of state.last?.from ?? []) mark(square, "left");
  for (const square of state.last?.to ?? []) mark(square, "came");
  for (const { square } of state.last?.appeared ?? []) mark(square, "appeared");
  for (const square of state.frozen ?? []) mark(square, "frozen");
  mark(state.checks?.own, "check");
  mark(state.checks?.other, "kcehc");
  if (!state.over && !table.passed && !table.isEnded()) {
    const due = { may: "may", must: "must", "double-step": "double", "en-passant": "passant" }[state.due?.kind];
    if (due) mark(state.due.square, due);
  }
  const chosen = entry.taps.findLast((tap) => tap.square);
  if (chosen) mark(chosen.square, "selected");
  for (const square of next.squares) {
    mark(square, entry.taps.length > 0 ? "target" : "draggable");
    if (table.showMovable && entry.taps.length === 0) mark(square, "movable");
  }
  return marks;
}

// The scores to show: `squares` by the name of a square, `pocket` by the letter of a piece in
// reserve, `answer` by the answer. Each is the best score of the turns whose next tap is on this
// square, piece or answer. The answer "pass" has the best score of the turns that do not begin with
// a tap in the pocket.
export function valuesShown({ values, entry }) {
  const shown = { squares: {}, pocket: {}, answer: {} };
  const orders = new Map();
  const note = (group, place, { text, order }) => {
    const known = `${group} ${place}`;
    if (!place || order <= (orders.get(known) ?? -Infinity)) return;
    orders.set(known, order);
    shown[group][place] = text;
  };
  for (const { turn, way } of values ? entry.open : []) {
    const value = values.get(turn.text);
    const tap = way[entry.taps.length];
    if (!value || !tap) continue;
    note("squares", tap.square, value);
    note("pocket", tap.pocket, value);
    note("answer", tap.choice?.answer, value);
    if (!way[0].pocket) note("answer", "pass", value);
  }
  return shown;
}
