// Questions to the server. Every question about a game carries the whole game, because the server keeps no
// games.

import { newId } from "./store.js";
import { sentence } from "./words.js";

// The id of this page. When a page starts a search, the server stops the earlier search of the page.
const PAGE = newId();

export class ApiError extends Error {
  // answer: the JSON of the server's error.
  constructor(message, status, answer = {}) {
    super(message);
    this.status = status;
    this.answer = answer;
  }
}

const MEANINGS = {
  401: "Reviver was started again, so this page has lost its key. Open the address that Reviver printed; your games are still here.",
  403: "Reviver refuses this address. Open the address that it printed.",
  413: "This request is larger than 64 KiB. Shorten the game or its comments.",
  429: "Reviver is busy with other requests. Try again in a moment.",
};

// Replaces the browser's error about a lost connection.
function unanswered(error) {
  if (error.name === "AbortError") throw error;
  throw new ApiError("Reviver does not answer. Is it still running? Your games are safe in this browser.", 0);
}

async function post(name, body, signal) {
  const response = await fetch(`/api/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    credentials: "same-origin",
    signal,
  }).catch(unanswered);
  if (response.ok) return response;
  let answer = {};
  try {
    answer = await response.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    // The body is not JSON. The status is enough.
  }
  const message = MEANINGS[response.status] ?? (answer.error && sentence(answer.error)) ?? `Reviver answered with status ${response.status}.`;
  throw new ApiError(message, response.status, answer);
}

const RETRIES = 5;

// Asks a busy server again, because an earlier search of this page may not have ended yet.
async function postPatiently(name, body, signal) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await post(name, body, signal);
    } catch (error) {
      if (error.status !== 429 || attempt === RETRIES || signal?.aborted) throw error;
      await new Promise((done) => setTimeout(done, 150 * 2 ** attempt));
    }
  }
}

export async function ask(name, body = {}) {
  return (await postPatiently(name, body)).json();
}

// Reads an event stream. `handlers` maps kinds of events to functions; its function `begun` is
// called when the server has begun the search. Before that, the search may have to wait until other
// searches have ended. Returns `stop` and `done`. The function `stop` stops the stream: no handler
// is called afterwards. The promise `done` is fulfilled when the stream ends or is stopped, and
// rejected after an error.
export function stream(name, body, handlers) {
  const controller = new AbortController();
  const done = (async () => {
    const response = await postPatiently(name, { ...body, page: PAGE }, controller.signal);
    if (!controller.signal.aborted) handlers.begun?.();
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done: ended } = await reader.read().catch(unanswered);
      if (ended) return;
      rest += value;
      const events = rest.split("\n\n");
      rest = events.pop();
      for (const event of events) {
        const kind = /^event: (.*)$/m.exec(event)?.[1];
        const data = /^data: (.*)$/m.exec(event)?.[1];
        if (!kind || !data || controller.signal.aborted) continue;
        const answer = JSON.parse(data);
        if (kind === "error") throw new ApiError(sentence(answer.error), response.status);
        handlers[kind]?.(answer);
      }
    }
  })().catch((error) => {
    if (error.name !== "AbortError") throw error;
  });
  return { stop: () => controller.abort(), done };
}

// Searches for the best turn of a position. turns: its legal turns. onBest(turn, score): the best turn was found.
// onProblem(text): the search cannot be done.
export function searchBest({ line, turns, limits }, onBest, onProblem) {
  const best = ({ turn, score }) => {
    const found = turns.find(({ text }) => text === turn);
    if (found) onBest(found, score);
  };
  const search = stream("analyse", { ...line, mode: "hint", ...limits }, { best });
  search.done.catch(({ message }) => onProblem(message));
  return search;
}

let catalogue = null;

// The catalogue of games. It is kept after the first answer.
export async function games() {
  catalogue ??= (await ask("games")).games;
  return catalogue;
}

// The games, with those recommended for beginners first.
export function byRecommendation(all) {
  return [...all].sort((one, other) => Number(other.recommended) - Number(one.recommended));
}

// Whether a text is the name or the identity of a game. Pages store the identity, because it defines the game again
// after the server was restarted. Earlier versions of the page have stored the name.
export function isNamed({ name, identity }, text) {
  return text === identity || text === name;
}

// The game with this name or identity. If it is not in the catalogue (a record may define a game by switches),
// asks the server for it. The server may have given the game another name than the one in the
// identity. The returned game has the name that the server uses, and the identity in `text`.
export async function gameNamed(text) {
  const listed = (await games()).find((game) => isNamed(game, text));
  if (listed) return listed;
  const [game] = (await ask("games", { name: text })).games;
  return text.includes(" ") ? { ...game, identity: text } : game;
}
