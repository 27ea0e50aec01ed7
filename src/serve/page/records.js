// Files of game records. The page splits a file into its games, and sends them to the server in small requests.
// The server reads the games.

import { el, button, dialog, openFile, row } from "./dom.js";
import { ask } from "./api.js";
import { plural, sentence } from "./words.js";

// The maximum number of bytes of the games in one request. A game with more bytes is sent alone.
const MAX_BYTES = 24000;

// The maximum number of games in one request. The server ignores all further games.
const MAX_GROUP = 1000;

// The maximum number of games that are read from a file.
export const MAX_GAMES = 2000;

// The games of a file of records, each as text. A game begins with a tag, such as `[White "Ann"]`.
// A line `[%clk 0:10]` of a comment is no tag: it has no quotation mark.
export function splitGames(text) {
  const clean = text.replace(/\r\n?/g, "\n").replace(/^\uFEFF/, "").trim();
  return clean.split(/\n\s*\n(?=\[\s*\w+\s*")/).filter((part) => part.trim() !== "");
}

// The games of a journal or of a file of records, in groups, one for each request.
function groupsOf(text) {
  const isJournal = text.trimStart().startsWith('{"');
  // The first line of a journal describes the event.
  const parts = isJournal ? text.split("\n").filter((line) => line.trim() !== "" && !line.startsWith('{"journal"')) : splitGames(text);
  const groups = [];
  let size = Infinity;
  for (const part of parts.slice(0, MAX_GAMES)) {
    const bytes = new TextEncoder().encode(JSON.stringify(part)).length;
    if (size + bytes > MAX_BYTES || groups.at(-1).length === MAX_GROUP) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1).push(part);
    size += bytes;
  }
  return { groups, separator: isJournal ? "\n" : "\n\n", count: parts.length };
}

// The games of a file: `{ games, problems }`. A game that cannot be read is skipped and reported.
export async function readGames(text, onProgress = () => {}) {
  const games = [];
  const problems = [];
  const { groups, separator, count } = groupsOf(text);
  let read = 0;
  for (const group of groups) {
    try {
      const { games: more, note } = await ask("open", { text: group.join(separator) });
      games.push(...more);
      if (note) problems.push(note);
    } catch (error) {
      if (![400, 413].includes(error.status)) throw error;
      await readOneByOne(group, read, { games, problems });
    }
    read += group.length;
    onProgress(read, Math.min(count, MAX_GAMES));
  }
  if (count > MAX_GAMES) problems.push(`the file has ${count} games, and only the first ${MAX_GAMES} are shown`);
  return { games, problems };
}

// Reads the games of a refused group one by one. Skips and reports only the games that the server refuses. `before`:
// the number of games before the group.
async function readOneByOne(group, before, { games, problems }) {
  for (const [index, part] of group.entries()) {
    try {
      games.push(...(await ask("open", { text: part })).games);
    } catch (error) {
      if (![400, 413].includes(error.status)) throw error;
      problems.push(`game ${before + index + 1}: ${error.message.replace(/^Game 1: /, "")}`);
    }
  }
}

// Lets the visitor open a file and choose one of its games.
export function openGame(onGame, onProblem) {
  openFile(".pgn,.txt,.jsonl", async (text) => {
    try {
      const { games, problems } = await readGames(text);
      if (games.length === 0) onProblem(sentence(problems[0] ?? "The file holds no game."));
      else if (games.length + problems.length === 1) onGame(games[0]);
      else choose(games, gameTitle, onGame, problemWords(problems));
    } catch (error) {
      onProblem(error.message);
    }
  });
}

function gameTitle(game) {
  const [first, second] = game.players ?? ["?", "?"];
  return `${first} against ${second}, ${game.game}, ${game.result}, ${plural(game.turns.length, "turn")}`;
}

// The first of the problems of a file, and how many more there are.
export function problemWords([first, ...more]) {
  return first ? `${sentence(first)}${more.length > 0 ? ` ${plural(more.length, "more problem")}.` : ""}` : "";
}

// A list begins with this many games. Each tap on “Show more games” adds as many.
const LISTED = 200;

// Lets the visitor choose one of several games. titleOf(game): its text in the list. problem: what could not be read.
function choose(games, titleOf, onGame, problem = "") {
  const list = el("ol", { class: "plain choose" });
  const more = button("Show more games", () => add());
  const add = () => {
    const shown = list.children.length;
    list.append(...games.slice(shown, shown + LISTED).map((game) => el("li", {}, button(titleOf(game), () => { close(); onGame(game); }, { class: "turn" }))));
    more.hidden = list.children.length === games.length;
    list.children[shown].firstChild.focus();
  };
  const { close } = dialog(plural(games.length, "game"), problem ? el("p", { class: "error", text: problem }) : null, list, row(more));
  add();
}

// Lets the visitor open a chess game. onStart(fen) gets a position of it from which `game`, a reverse game, can start.
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
    choose(parts, (part) => `${tag(part, "White")} against ${tag(part, "Black")}, ${tag(part, "Date")}, ${tag(part, "Result")}`, take);
  });
}

// Starts the reverse game `game` at the last position of a chess game. If `game` cannot start there, says why, and
// offers the latest position at which it can.
async function unplay(game, pgn, onStart, onProblem) {
  const { fen, ply, note, reason } = await ask("from-pgn", { game: game.identity, pgn }).catch(({ message }) => ({ reason: message }));
  if (!fen) return onProblem(sentence(reason));
  if (!note) return onStart(fen);
  const { close } = dialog(
    "The last position does not fit",
    el("p", { text: sentence(note) }),
    el("p", { text: `${game.title} can start at the position after ply ${ply} of the chess game. No later position fits.` }),
    row(button("Start from there", () => { close(); onStart(fen); }, { class: "primary" })),
  );
}
