// Words that several pages share.

import { sideName } from "./pieces.js";

// A score as the terminal writes it: in pawns, or +M5 for a forced win in 5 turns.
export function scoreText(score) {
  if (!score) return "";
  if (score.mate !== undefined) return `${score.mate > 0 ? "+" : "-"}M${Math.abs(score.mate)}`;
  const pawns = score.cp / 100;
  return `${pawns > 0 ? "+" : ""}${pawns.toFixed(2)}`;
}

// A forced win or loss in words.
function forcedWords({ mate }) {
  return mate > 0 ? `wins in ${mate}` : mate < 0 ? `loses in ${-mate}` : "has lost";
}

// What `+M5` and `-M5` mean, if `scores` has a forced win or loss. Otherwise an empty text.
export function forcedNote(scores) {
  return scores.some(({ mate }) => mate !== undefined) ? "+M5 means a forced win in 5 turns, -M5 a forced loss." : "";
}

// A score in words. name: the side whose score it is.
export function scoreFor(score, name) {
  return score.mate === undefined ? `${scoreText(score)} for ${name}` : `${name} ${forcedWords(score)}`;
}

// A hint: the turn in words. If the search has found a forced win or loss, the hint also says so.
export function hintWords({ plain }, score) {
  return `Hint: ${plain}${score?.mate === undefined ? "" : ` (${forcedWords(score)})`}.`;
}

// A score in a few characters, for the board.
export function shortScore(score) {
  if (score.mate !== undefined) return scoreText(score);
  const pawns = score.cp / 100;
  return `${pawns > 0 ? "+" : ""}${Math.abs(pawns) >= 10 ? Math.round(pawns) : pawns.toFixed(1)}`;
}

// A number by which scores are sorted.
export function scoreOrder(score) {
  if (score.mate === undefined) return score.cp;
  return score.mate > 0 ? 1e6 - score.mate : -1e6 - score.mate;
}

// The expected result of the player to play, from 0 to 1.
export function share({ score, wdl }) {
  if (score.mate !== undefined) return score.mate > 0 ? 1 : 0;
  return (wdl[0] + wdl[1] / 2) / 1000;
}

export function count(number) {
  if (number < 1e3) return String(number);
  return number < 1e6 ? `${(number / 1e3).toFixed(1)}k` : `${(number / 1e6).toFixed(2)}M`;
}

// Reads a whole number from 0 to `most`, for example from an address or a tag. Returns `otherwise` for any other text.
export function wholeNumber(text, otherwise, most = Number.MAX_SAFE_INTEGER) {
  return /^\d+$/.test(text ?? "") && Number(text) <= most ? Number(text) : otherwise;
}

// The number from 0 to `most` that is nearest to `number`.
export function clamp(number, most) {
  return Math.max(0, Math.min(most, number));
}

export function plural(number, word) {
  return `${number} ${word}${Math.abs(number) === 1 ? "" : "s"}`;
}

// The first turns of a list, and how many more there are.
export function listed(turns, most) {
  const more = turns.length - most;
  return turns.slice(0, most).map(({ native }) => native).join("; ") + (more > 0 ? `; and ${more} more` : "");
}

// A description of a saved game, in one line of text.
export function gameWords({ title, game, turns, updated = "", over, result, resultWords }) {
  const end = over ? `, ${resultWords?.split(/[.:]/)[0] ?? result}` : "";
  return `${title ?? game}, ${plural(turns.length, "turn")}, ${updated.slice(0, 16).replace("T", " ")}${end}`;
}

// The result or, while the game goes on, who is to play and whether this side is in check. The
// server's `line` also says what to tap.
export function toPlay({ over, line, side, checks }) {
  return over ? line : `${sideName(side)} to play${checks.own ? ", in check" : ""}.`;
}

// The number of the player who has won, 1 or 2. Undefined if nobody has.
export function winnerOf(result) {
  return { "1-0": 1, "0-1": 2 }[result];
}

// The result of a game that this player, 1 or 2, has lost.
export function lostBy(player) {
  return player === 1 ? "0-1" : "1-0";
}

// A text as a sentence.
export function sentence(text) {
  // A text that begins with e4 or e2e4 keeps its small first letter.
  const begun = /^[a-z-]+[\s,.:;]/.test(text) ? text[0].toUpperCase() + text.slice(1) : text;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

// How a game is won, and what home means in it. Either text can be missing.
export function winWords({ win, home }) {
  return [win && `You win by ${win.replace(/\.$/, "")}.`, home].filter(Boolean).join(" ");
}

export const MAX_LEVEL = 20;

export const STRENGTHS = [
  { value: "1", label: "Beginner", hint: "level 1 of 20" },
  { value: "5", label: "Casual", hint: "level 5" },
  { value: "10", label: "Club", hint: "level 10" },
  { value: "15", label: "Strong", hint: "level 15" },
  { value: "20", label: "Full", hint: "level 20" },
];

export const TIMES = [
  { value: "300", label: "0.3 seconds a turn" },
  { value: "1000", label: "1 second a turn" },
  { value: "3000", label: "3 seconds a turn" },
  { value: "10000", label: "10 seconds a turn" },
  { value: "30000", label: "30 seconds a turn" },
];

export function strengthName(level) {
  return STRENGTHS.findLast(({ value }) => Number(value) <= level)?.label ?? "Beginner";
}

export function clockText(milliseconds) {
  const left = Math.max(0, milliseconds);
  const minutes = Math.floor(left / 60000);
  const seconds = (left % 60000) / 1000;
  const text = left < 10000 ? (Math.floor(seconds * 10) / 10).toFixed(1) : String(Math.floor(seconds));
  return `${minutes}:${text.padStart(left < 10000 ? 4 : 2, "0")}`;
}

// What a declaration of the end still needs.
export function undeclared({ declaration: { reason } }) {
  return `The end cannot be declared yet: ${reason}.`;
}

// For each side, the number of pieces on the board. In games with home squares, also the number of pieces that are
// home and, if points count, the points and how they are counted.
export function scoreWords({ home, board, score, homes, scoring }) {
  if (Object.keys(homes).length === 0) return `White has ${plural(board.w, "piece")} on the board, Black ${board.b}.`;
  const side = (color, name) => `${name}: ${home[color]} home, ${board[color]} on the board${scoring ? `, ${plural(score[color], "point")}` : ""}.`;
  return `${side("w", "White")} ${side("b", "Black")} ${scoring ?? ""}`.trim();
}
