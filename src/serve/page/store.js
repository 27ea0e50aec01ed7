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

function isGame(game) {
  return game && typeof game.id === "string" && typeof game.game === "string" && Array.isArray(game.turns) && Array.isArray(game.players);
}

// The saved games, the one saved last first.
export function savedGames() {
  const games = read("games", []);
  return Array.isArray(games) ? games.filter(isGame) : [];
}

export function savedGame(id) {
  return savedGames().find((game) => game.id === id) ?? null;
}

const MAX_GAMES = 100;

export function saveGame(game) {
  game.updated = new Date().toISOString();
  const others = savedGames().filter((other) => other.id !== game.id);
  return write("games", [game, ...others].slice(0, MAX_GAMES));
}

export function forgetGame(id) {
  write("games", savedGames().filter((game) => game.id !== id));
}

export function newId() {
  return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The latest analysis: game, start, seed, turns and tree.
export function savedAnalysis() {
  return read("analysis", null);
}

export function saveAnalysisTree(analysis) {
  return write("analysis", analysis);
}

// Progress by kind and key: lessons done, puzzles solved, beginner's hints shown.
export function progress(kind) {
  const found = read(`progress.${kind}`, {});
  return typeof found === "object" && found !== null ? found : {};
}

export function setProgress(kind, key, value) {
  write(`progress.${kind}`, { ...progress(kind), [key]: value });
}
