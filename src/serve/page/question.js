// What a question on the board asks, and the pieces that its answers mean.

import { kindName } from "./pieces.js";

// The letter of the piece that an answer means, or null. If the game has captures (it is not a
// reverse game), a pawn of the side to play becomes this piece. In a reverse game, it is an enemy
// piece that is un-captured, or the pawn that a piece of the side to play becomes by un-promotion.
export function pieceOfAnswer({ captures, side }, answer) {
  const kind = answer === "ep" ? "p" : answer;
  const colored = (isWhite) => (isWhite ? kind.toUpperCase() : kind);
  if (kind === "unpromote") return side === "w" ? "P" : "p";
  return /^[qrbnp]$/.test(kind) ? colored((side === "w") === captures) : null;
}

// The enemy pieces in reserve that cannot be un-captured here, as answers. A tap on one gives the reason.
export function missingAnswers(state, choices) {
  const [first] = choices;
  if (!first || state.captures || isAboutPromotion(first)) return [];
  const given = choices.map(({ choice }) => choice.answer);
  const kinds = [..."pnbrq"].filter((kind) => !given.includes(kind) && state.reserve[pieceOfAnswer(state, kind)] > 0);
  return kinds.map((kind) => ({ choice: { answer: kind, at: first.choice.at, label: `no ${kindName(kind)}: why?` }, isMissing: true }));
}

function isAboutPromotion({ choice }) {
  return ["keep", "unpromote"].includes(choice.answer);
}

// The question to ask after these taps.
export function questionWords({ captures }, choices, taps) {
  if (isAboutPromotion(choices[0])) return "Which piece was it before?";
  if (captures) return "What does the pawn become?";
  const orNothing = choices.some(({ choice }) => choice.answer === "none") ? ", or nothing" : "";
  // If every turn that fits the taps is an un-promotion, the page asks nothing about it. This
  // sentence tells the player that the piece un-promotes.
  const becomes = taps.some(({ choice }) => choice?.answer === "unpromote") ? "The piece becomes a pawn again. " : "";
  return `${becomes}What was captured on ${choices[0].choice.at}? Choose what comes back${orNothing}.`;
}
