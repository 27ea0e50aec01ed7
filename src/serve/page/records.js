// Files of game records: cut into games, so that a request stays small, and read by the server.

import { el, button, dialog, openFile } from "./dom.js";
import { ask } from "./api.js";
import { sentence } from "./words.js";

// Characters of a request at most.
const MOST = 24000;
const MOST_GAMES = 2000;

// The single games of a file of records, as text.
export function splitGames(text) {
  const clean = text.replace(/\r\n?/g, "\n").replace(/^\uFEFF/, "").trim();
  return clean.split(/\n\s*\n(?=\[)/).filter((part) => part.trim() !== "");
}

function pieces(text) {
  const isJournal = text.trimStart().startsWith("{");
  const parts = isJournal ? text.split("\n").filter((line) => line.trim() !== "") : splitGames(text);
  const joined = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last !== undefined && last.length + part.length < MOST) joined[joined.length - 1] = `${last}${isJournal ? "\n" : "\n\n"}${part}`;
    else joined.push(part);
  }
  return joined;
}

// The games of a file: `{ games, problems }`. What cannot be read is passed over and told.
export async function readGames(text, onProgress = () => {}) {
  const games = [];
  const problems = [];
  const parts = pieces(text);
  for (const [index, part] of parts.entries()) {
    try {
      const answer = await ask("open", { text: part });
      games.push(...answer.games);
      problems.push(...(answer.errors ?? []));
    } catch (error) {
      problems.push(error.message);
    }
    onProgress(index + 1, parts.length);
    if (games.length >= MOST_GAMES) break;
  }
  return { games, problems };
}

// The visitor opens a file and takes one of its games.
export function openGame(onGame, onProblem) {
  openFile(".pgn,.txt,.jsonl", async (text) => {
    const { games, problems } = await readGames(text);
    if (games.length === 0) onProblem(problems[0] ?? "The file holds no game.");
    else chooseGame(games, onGame);
  });
}

export function gameTitle(game) {
  const [first, second] = game.players ?? ["?", "?"];
  return `${first} against ${second}, ${game.game}, ${game.result}, ${game.turns.length} turns`;
}

function chooseGame(games, onGame) {
  if (games.length === 1) {
    onGame(games[0]);
    return;
  }
  const { close } = dialog(
    `${games.length} games`,
    el("ol", { class: "plain choose" }, games.slice(0, 200).map((game) => el("li", {}, button(gameTitle(game), () => { close(); onGame(game); }, { class: "turn" })))),
  );
}

// The visitor opens a game of ordinary chess; it becomes a start position. onStart(fen).
export function openChessGame(game, onStart, onProblem) {
  openFile(".pgn,.txt", async (text) => {
    const parts = splitGames(text);
    if (parts.length === 0) {
      onProblem("The file holds no game.");
      return;
    }
    const take = (part) => unplay(game, part, onStart, onProblem);
    if (parts.length === 1) {
      take(parts[0]);
      return;
    }
    const tag = (part, name) => new RegExp(`\\[${name} "(.*)"\\]`).exec(part)?.[1] ?? "?";
    const { close } = dialog(
      "Which game?",
      el("ol", { class: "plain choose" }, parts.slice(0, 200).map((part) => el("li", {}, button(`${tag(part, "White")} against ${tag(part, "Black")}, ${tag(part, "Date")}, ${tag(part, "Result")}`, () => { close(); take(part); }, { class: "turn" })))),
    );
  });
}

// The end of the chess game, or the last position before it that the game takes: then the visitor
// hears why, and is asked.
async function unplay(game, pgn, onStart, onProblem) {
  let start;
  try {
    start = await ask("from-pgn", { game: game.name, pgn });
  } catch (error) {
    onProblem(error.message);
    return;
  }
  const { fen, ply, note } = start;
  if (!note) {
    onStart(fen);
    return;
  }
  const { close } = dialog(
    "The last position does not fit",
    el("p", { text: sentence(note) }),
    el("p", { text: `The last position of the game that ${game.title} takes is that after ply ${ply}.` }),
    el("p", { class: "row" }, button("Start from there", () => { close(); onStart(fen); }, { class: "primary" })),
  );
}
