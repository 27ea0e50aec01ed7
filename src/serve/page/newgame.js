// The games as cards, and the questions before a game begins.

import { el, askFirst, button, field, link, radios, row, select } from "./dom.js";
import { ask, byRecommendation, games, gameNamed } from "./api.js";
import { smallBoard, placementOf } from "./pieces.js";
import { settingsOf, tagsOfDay } from "./gametags.js";
import { openChessGame, openGame } from "./records.js";
import { NOT_STORED, newId, nextDropped, saveGame, savedGames, forgetGame } from "./store.js";
import { MAX_LEVEL, STRENGTHS, TIMES, gameWords, plural, sentence, wholeNumber, winWords } from "./words.js";

export async function gamesPage(main) {
  const saved = savedGames();
  main.append(el("h1", { text: "Chess played in reverse" }), el("p", { class: "lead", text: "You take a game of chess back, turn by turn. An un-move takes a move back. An un-capture brings a captured piece back to the board." }));
  const notices = el("div", {}, lastGames(saved));
  const warning = el("div", {}, dropWarning());
  main.append(notices);
  if (saved.length > 0) {
    main.append(savedList(saved, () => {
      notices.replaceChildren(...lastGames(savedGames()));
      warning.replaceChildren(dropWarning());
    }));
  }
  const all = byRecommendation(await games());
  const cards = (list) => el("ul", { class: "cards" }, list.map(gameCard));
  main.append(cards(all.filter(({ warning }) => !warning)));
  const decided = all.filter(({ warning }) => warning);
  if (decided.length > 0) main.append(el("h2", { text: "Decided by the first turns" }), cards(decided));
  const problem = el("p", { class: "error", role: "alert" });
  const complain = (text) => {
    problem.textContent = text;
  };
  const open = (game) => goOn(game).catch(({ message }) => complain(message));
  main.append(row(button("Open a saved game (PGN)", () => openGame(open, complain))), warning, problem);
}

// Up to two notices: about the latest game if it is over, and about the latest unfinished game.
function lastGames(saved) {
  const played = saved.filter(({ copy }) => !copy);
  const open = played.find(({ over }) => !over);
  const notice = (game, words, ...links) => el("p", { class: "go-on" }, links, el("span", { text: `${game.title ?? game.game}: ${words}` }));
  const shown = [];
  if (played[0]?.over) {
    const [{ id, result, resultWords }] = played;
    shown.push(notice(played[0], resultWords ?? `Result ${result}.`, link("Your last game", `#/play/${id}`), link("Review it", `#/review/${id}`)));
  }
  if (open) shown.push(notice(open, `${plural(open.turns.length, "turn")} played.`, link("Continue your game", `#/play/${open.id}`, { class: "primary" })));
  return shown;
}

// Warns which saved game the next new game replaces.
function dropWarning() {
  const game = nextDropped();
  return game ? el("p", { class: "warning", text: `This browser keeps 100 games. The next one takes the place of the oldest: ${gameWords(game)}.` }) : "";
}

// Continues the game of a record, between the players that its tags name. If the game is over, opens its review.
async function goOn({ game, start, turns, result, tags }) {
  const { title, identity } = await gameNamed(game);
  const over = result !== "*";
  const record = { id: newId(), game: identity, title, start, seed: 0, turns, tags, ...settingsOf(tags), notes: false, ...(over ? { over, result } : {}) };
  if (!saveGame(record)) throw new Error(NOT_STORED);
  location.hash = `#/${over ? "review" : "play"}/${record.id}`;
}

// The card of a game. content: the nodes below the title.
function card(game, ...content) {
  return el(
    "li",
    { class: `card${game.recommended ? " recommended" : ""}` },
    smallBoard(placementOf(game.sample), `A position of ${game.title}`),
    el("div", {}, el("h2", { text: game.title }), game.recommended ? el("p", { class: "badge", text: "Good to begin with" }) : null, content),
  );
}

// A page to choose a game. question: what the server is asked about each game. contentOf(game, answer): the
// content of the game's card, or null to leave the game out.
export async function choicePage(main, { title, lead, question }, contentOf) {
  const list = el("ul", { class: "cards" });
  main.append(el("h1", { text: title }), el("p", { class: "lead", text: lead }), list);
  const all = byRecommendation(await games());
  const answers = await Promise.all(all.map(({ name }) => ask(question, { game: name })));
  for (const [at, game] of all.entries()) {
    const content = contentOf(game, answers[at]);
    if (content) list.append(card(game, ...content));
  }
  return null;
}

// What a game is about, how it is won, and its warning if it has one.
function introduction(game, kind = "") {
  const about = el("p", { class: kind, text: `${sentence(game.summary)} ${winWords(game)}` });
  return [about, ...(game.warning ? [el("p", { class: "warning", text: sentence(game.warning) })] : [])];
}

function gameCard(game) {
  return card(
    game,
    ...introduction(game),
    row(
      link("Play", `#/new/${game.name}`, { class: "primary", "aria-label": `Play ${game.title}` }),
      link("Learn", `#/learn/${game.name}`, { "aria-label": `Learn ${game.title}` }),
      link("Rules", `#/rules/${game.name}`, { "aria-label": `Rules of ${game.title}` }),
    ),
  );
}

const SHOWN = 3;

// onDelete(): a game has been deleted.
function savedList(saved, onDelete) {
  const title = el("summary");
  const count = () => {
    title.textContent = `Your games, finished ones too (${list.children.length})`;
  };
  const list = el("ul", { class: "saved" });
  for (const game of saved) {
    const name = game.title ?? game.game;
    const remove = () => {
      forgetGame(game.id);
      item.remove();
      count();
      onDelete();
      title.focus();
    };
    const item = el(
      "li",
      {},
      link(gameWords(game), `#/play/${game.id}`, { class: "quiet" }),
      link("Review", `#/review/${game.id}`, { class: "quiet", "aria-label": `Review this game of ${name}` }),
      button("Delete", () => askFirst("Delete this game?", { yes: "Delete", no: "Keep it", action: remove }, el("p", { text: gameWords(game) })), { class: "quiet", "aria-label": `Delete this game of ${name}` }),
    );
    list.append(item);
  }
  count();
  return el("details", { class: "saved-games", open: saved.length <= SHOWN }, title, list);
}

const WHO = [
  { value: "one", label: "You and Reviver" },
  { value: "two", label: "Two people", hint: "at this board" },
  { value: "none", label: "Reviver alone", hint: "against itself" },
];

const FIRST = [
  { value: "you", label: "You" },
  { value: "reviver", label: "Reviver" },
  { value: "random", label: "At random" },
];

const PLAYERS = { you: ["human", "reviver"], reviver: ["reviver", "human"], two: ["human", "human"], none: ["reviver", "reviver"] };

// The players of a new game. beginner: the number of the player who begins.
function playersOf(who, first, beginner) {
  const asked = first === "random" ? (Math.random() < 0.5 ? "you" : "reviver") : first;
  const players = PLAYERS[who === "one" ? asked : who];
  return beginner === 1 ? players : [...players].reverse();
}

const CLOCKS = [
  { value: "", label: "No clock" },
  { value: "180000+2000", label: "3 minutes, plus 2 seconds a turn" },
  { value: "300000+3000", label: "5 minutes, plus 3 seconds a turn" },
  { value: "600000+5000", label: "10 minutes, plus 5 seconds a turn" },
  { value: "1800000+10000", label: "30 minutes, plus 10 seconds a turn" },
];

export async function newGamePage(main, { one: name, parameters }) {
  const start = parameters.get("start");
  const game = await gameNamed(name);
  const who = radios("Who plays?", "who", WHO, "one", () => showQuestions());
  const first = radios("Who begins?", "first", FIRST, "you");
  const strength = radios("How strong is Reviver?", "strength", STRENGTHS, String(wholeNumber(parameters.get("level"), 5, MAX_LEVEL)));
  const chosen = { time: "1000", clock: "" };
  const time = select("How long does Reviver think?", TIMES, chosen.time, (value) => {
    chosen.time = value;
  });
  const showQuestions = () => {
    first.group.hidden = who.read() !== "one";
    for (const question of [strength.group, time]) question.hidden = who.read() === "two";
  };
  const fen = el("input", { type: "text", spellcheck: "false", autocomplete: "off", value: start ?? "" });
  const seed = el("input", { type: "number", min: "0", max: "2147483647", value: String(Math.floor(Math.random() * 1e6)) });
  const error = el("p", { class: "error", role: "alert" });
  const note = el("p", { class: "note", hidden: true, role: "status" });
  const fromChess = () => openChessGame(game, (position) => {
    fen.value = position;
    note.hidden = false;
    note.textContent = "Your game begins at a position of the chess game.";
    error.textContent = "";
  }, (text) => {
    note.hidden = true;
    const ordinary = fen.value.trim() ? "" : " If you begin now, the game starts from its own start position.";
    error.textContent = `${text}${ordinary}`;
  });
  // A second click on “Begin” does not begin a second game.
  let isBeginning = false;
  const begin = async () => {
    if (isBeginning) return;
    isBeginning = true;
    error.textContent = "";
    const [base, increment] = chosen.clock.split("+").map(Number);
    const record = {
      id: newId(),
      game: game.identity,
      title: game.title,
      start: fen.value.trim() || "startpos",
      seed: Number(seed.value) || 0,
      turns: [],
      words: [],
      tags: tagsOfDay(new Date()),
      level: Number(strength.read()),
      movetime: Number(chosen.time),
      clock: chosen.clock ? { base, increment } : null,
      left: chosen.clock ? [base, base] : null,
      notes: !savedGames().some((other) => other.title === game.title && other.turns.length > 5),
    };
    try {
      const { player } = await ask("state", { game: record.game, start: record.start, seed: record.seed, turns: [] });
      record.players = playersOf(who.read(), first.read(), player);
    } catch (problem) {
      const isWrong = problem.status === 400 && record.start !== "startpos";
      error.textContent = isWrong ? `The game cannot start from this position. ${problem.message} An example is below the text field.` : problem.message;
      isBeginning = false;
      return;
    }
    isBeginning = saveGame(record);
    if (isBeginning) location.hash = `#/play/${record.id}`;
    else error.textContent = NOT_STORED;
  };
  main.append(
    el("h1", { text: `New game: ${game.title}` }),
    ...introduction(game, "lead"),
    el(
      "form",
      { class: "form", on: { submit: (event) => { event.preventDefault(); begin(); } } },
      who.group,
      first.group,
      strength.group,
      time,
      note,
      el(
        "details",
        { open: Boolean(start) },
        el("summary", { text: "More: clock, start position" }),
        select("Clock", CLOCKS, chosen.clock, (value) => {
          chosen.clock = value;
        }),
        field("Start position (if empty, the game's own start position)", fen),
        el("p", { class: "hint" }, "For example ", el("code", { text: game.sample })),
        game.reverse ? el("p", {}, button("Start from the end of a chess game (PGN)", fromChess)) : null,
        game.random_start ? field("Seed of the random start", seed) : null,
      ),
      error,
      dropWarning(),
      row(el("button", { type: "submit", class: "primary" }, "Begin"), link("Learn this game first", `#/learn/${game.name}`)),
    ),
  );
}
