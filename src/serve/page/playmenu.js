// The actions of a game besides turns: its menu, and the commands of its text field.

import { el, button, dialog, download, link, row } from "./dom.js";
import { ask, stream } from "./api.js";
import { setSetting, saveGame, settings } from "./store.js";
import { scoreWords, strengthName } from "./words.js";
import { watchForward } from "./forward.js";

// The address of the analysis of a game. An analysis with an id is kept apart from others.
export function analysisAddress({ id = "", game, start, seed, turns }, more = []) {
  return `#/analyse?${new URLSearchParams({ id, game, start, seed, turns: [...turns, ...more].join(" ") })}`;
}

// Tells the visitor that the game of an address is not stored here.
export function showMissingGame(main) {
  main.append(el("h1", { text: "This game is not in this browser" }), row(link("To the games", "#/", { class: "primary" })));
  return null;
}

// The commands of the text field, as in the terminal: name, meaning, action.
export const COMMANDS = [
  ["hint", "what Reviver would play", (page) => page.hint()],
  ["undo", "takes your last turn back", (page) => page.undo()],
  ["redo", "plays it again", (page) => page.redo()],
  ["moves", "how many turns are legal, and the first of them", (page) => page.field.tell(`${page.table.turns.length} turns: ${page.table.turns.slice(0, 30).map(({ native }) => native).join("; ")}.`)],
  ["fen", "the position in one line", (page) => page.field.tell(page.state.fen)],
  ["flip", "turns the board round", (page) => page.table.flip()],
  ["forward", "the chess game that this is from its end", (page) => watchForward(page.line())],
  ["save", "saves the game to a file", (page) => saveRecord(page)],
  ["draw", "offers a draw", (page) => offerDraw(page)],
  ["resign", "resigns the game", (page) => resign(page)],
  ["rules", "the rules", (page) => { location.hash = `#/rules/${page.game.name}`; }],
  ["new", "another game", (page) => { location.hash = `#/new/${page.game.name}`; }],
];

export function moreDialog(page) {
  const { record, game } = page;
  const { close } = dialog(
    "More",
    el(
      "div",
      { class: "stack" },
      button("Resign", () => { close(); resign(page); }, { disabled: record.over }),
      button(page.two() ? "Agree to a draw" : "Offer a draw", () => { close(); offerDraw(page); }, { disabled: record.over || page.self() }),
      button("Save the game to a file", () => saveRecord(page)),
      page.two() ? null : button("Strength of Reviver", () => { close(); levels(page); }),
      button(settings().sound ? "Sound off" : "Sound on", () => { setSetting("sound", !settings().sound); close(); }),
      link("New game", `#/new/${game.name}`, { on: { click: () => close() } }),
    ),
  );
}

// The end of a game in words, and what can be done with it.
export function ending(page) {
  const { record, state, game } = page;
  const scores = Object.keys(state.homes).length > 0 ? ` ${scoreWords(state)}` : "";
  return [
    el("h2", { text: record.resultWords ?? record.result }),
    el("p", { text: `Result ${record.result}.${scores}` }),
    row(
      link("Review", `#/review/${record.id}`, { class: "primary" }),
      game.reverse ? button("Watch as a chess game", () => watchForward(page.line())) : null,
      button("Save", () => saveRecord(page)),
      link("New game", `#/new/${game.name}`),
    ),
  ];
}

function levels(page) {
  const { record } = page;
  const words = () => `${strengthName(record.level)}, level ${record.level} of 20`;
  const input = el("input", { type: "range", min: "0", max: "20", step: "1", value: String(record.level) });
  const shown = el("output", { text: words() });
  input.addEventListener("input", () => {
    record.level = Number(input.value);
    shown.textContent = words();
    input.setAttribute("aria-valuetext", words());
    saveGame(record);
  });
  dialog("How strong is Reviver?", el("label", { class: "field" }, el("span", { text: "Level 0 to 20" }), input), shown);
}

function resign(page) {
  if (page.record.over) return;
  const { close } = dialog(
    "Resign this game?",
    row(button("Resign", () => {
      close();
      const own = page.isMixed() ? page.record.players.indexOf("human") + 1 : page.state.player;
      page.finish(own === 1 ? "0-1" : "1-0", page.isMixed() ? "You have resigned." : `Player ${own} has resigned.`);
    }, { class: "primary" })),
  );
}

// Offers a draw.
function offerDraw(page) {
  if (page.record.over || page.self()) return;
  if (page.two()) {
    page.finish("1/2-1/2", "A draw: both players have agreed.");
    return;
  }
  page.table.say("Reviver considers the offer.");
  page.search?.stop();
  page.search = stream("analyse", { ...page.line(), mode: "draw", offered_by: page.record.players.indexOf("human") + 1, movetime: 2000 }, {
    best: ({ accepted }) => {
      if (accepted) {
        page.finish("1/2-1/2", "A draw: Reviver has accepted your offer.");
        return;
      }
      page.table.say("Reviver declines the draw.");
      page.next();
    },
  });
  page.search.done.catch((error) => page.table.say(error.message));
}

export async function saveRecord(page) {
  const { record } = page;
  try {
    const players = record.players.map((kind) => (kind === "human" ? "Human" : `Reviver level ${record.level}`));
    const { text } = await ask("record", { ...page.line(), result: record.result ?? "*", players });
    download(`${record.game}-${record.updated.slice(0, 10)}.pgn`, text);
  } catch (error) {
    page.table.say(error.message);
  }
}

// Saves an analysis with its variations and comments.
export async function saveAnalysis(page) {
  try {
    const { text } = await ask("record", { ...page.line(), ...page.tree.record() });
    download(`${page.game.name}-analysis.pgn`, text);
  } catch (error) {
    page.table.say(error.message);
  }
}
