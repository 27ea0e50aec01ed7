// The data stored in the browser: games, settings, progress. Damaged entries are ignored.

const PREFIX = "reviver.";

function read(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key)) ?? fallback;
  } catch {
    return fallback;
  }
}

function write(key, value) {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

// Calls `action` whenever another tab has changed what is stored under `key`. Returns a function that ends this.
export function onStored(key, action) {
  const listen = (event) => event.key === PREFIX + key && action();
  addEventListener("storage", listen);
  return () => removeEventListener("storage", listen);
}

export const NOT_STORED = "This browser did not store the game: its storage is full, or its settings forbid this page to store data.";

const DEFAULTS = {
  theme: "system",
  board: "wood",
  sound: false,
  coordinates: true,
  notation: "native",
  letterKeys: true,
  blind: false,
};

export function settings() {
  return { ...DEFAULTS, ...read("settings", {}) };
}

export function setSetting(name, value) {
  write("settings", { ...settings(), [name]: value });
  applyTheme();
}

export function applyTheme() {
  const { theme, board, blind } = settings();
  Object.assign(document.documentElement.dataset, { theme, board, blind: String(blind) });
}

// The values of a stored game that are texts if they are not missing.
const TEXTS = ["title", "start", "updated", "result", "resultWords"];

function isGame(game) {
  if (!game || typeof game.id !== "string" || typeof game.game !== "string") return false;
  if (!Array.isArray(game.turns) || !Array.isArray(game.players)) return false;
  if (game.clock && !(Array.isArray(game.left) && game.left.every(Number.isFinite))) return false;
  if (!Object.values(game.tags ?? {}).every((value) => typeof value === "string")) return false;
  return TEXTS.every((name) => ["string", "undefined"].includes(typeof game[name]));
}

// The saved games. The most recently saved game is the first.
export function savedGames() {
  const games = read("games", []);
  return Array.isArray(games) ? games.filter(isGame) : [];
}

export function savedGame(id) {
  return savedGames().find((game) => game.id === id) ?? null;
}

const MAX_GAMES = 100;
const MAX_COPIES = 10;

// Saves a game. A game that is over when it is first saved is a copy for a review, for example of a game from a file.
// A copy replaces an earlier copy with the same game, start, seed and turns. If the new copy has
// tags, it gets the id of the earlier copy. If it has no tags, it gets all values of the earlier
// copy. Copies do not count towards the maximum number of games. Sets `updated` of the game if
// this call stores it.
export function saveGame(game) {
  const saved = savedGames();
  const content = ({ game, start, seed, turns }) => [game, start, seed, turns].join();
  if (game.over && saved.every(({ id }) => id !== game.id)) {
    game.copy = true;
    const same = saved.find((other) => other.copy && content(other) === content(game));
    if (same) Object.assign(game, game.tags ? { id: same.id } : same);
  }
  if (!game.over) delete game.copy;
  const updated = new Date().toISOString();
  const count = { copies: 0, games: 0 };
  const kept = ({ copy }) => (copy ? (count.copies += 1) <= MAX_COPIES : (count.games += 1) <= MAX_GAMES);
  const isStored = write("games", [{ ...game, updated }, ...saved.filter(({ id }) => id !== game.id)].filter(kept));
  if (isStored) game.updated = updated;
  return isStored;
}

// The game that is deleted when the next new game is saved, or nothing.
export function nextDropped() {
  return savedGames().filter(({ copy }) => !copy)[MAX_GAMES - 1];
}

export function forgetGame(id) {
  write("games", savedGames().filter((game) => game.id !== id));
}

export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The analyses, the latest first. Each has id, game, start, seed, turns and tree.
export function savedAnalyses() {
  const found = read("analyses", []);
  return Array.isArray(found) ? found.filter((one) => one?.id && Array.isArray(one.turns) && Array.isArray(one.tree?.children)) : [];
}

const MAX_ANALYSES = 30;

// Whether a tree has comments or variations. A damaged node has none.
function isWorked(node) {
  const children = Array.isArray(node?.children) ? node.children : [];
  return Boolean(node?.comment) || children.length > 1 || children.some(isWorked);
}

// The analysis that is deleted when a new analysis is saved, or nothing. It is the oldest analysis that has neither a
// comment nor a variation. If there is no such analysis, it is the oldest of all.
export function droppedAnalysis(kept = savedAnalyses()) {
  return kept.length < MAX_ANALYSES ? null : (kept.findLast(({ tree }) => !isWorked(tree)) ?? kept.at(-1));
}

// Saves an analysis. Replaces the saved analysis with the same id, if there is one.
export function saveAnalysisTree(analysis) {
  const others = savedAnalyses().filter(({ id }) => id !== analysis.id);
  const dropped = droppedAnalysis(others);
  return write("analyses", [analysis, ...others.filter((one) => one !== dropped)]);
}

// The progress in lessons or in puzzles. If `kind` is "lessons": for each game, the names of the
// solved lessons. If `kind` is "puzzles": for each solved puzzle, true.
export function progress(kind) {
  const found = read(`progress.${kind}`, {});
  return typeof found === "object" && found !== null ? found : {};
}

export function setProgress(kind, key, value) {
  write(`progress.${kind}`, { ...progress(kind), [key]: value });
}
