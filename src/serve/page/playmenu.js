// The actions of a game besides turns: its menu, and the commands of its text field.

import { el, button, dialog, download } from "./dom.js";
import { ask, stream } from "./api.js";
import { setSetting, saveGame, settings } from "./store.js";
import { strengthName } from "./words.js";
import { watchForward } from "./forward.js";

// The address of the analysis of a game. An analysis with an id is kept apart from others.
export function analysisAddress({ id = "", game, start, seed, turns }, more = []) {
  return `#/analyse?${new URLSearchParams({ id, game, start, seed, turns: [...turns, ...more].join(" ") })}`;
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
      el("a", { class: "button", href: analysisAddress(record), on: { click: () => close() } }, "Analyse this position"),
      game.reverse ? button("Watch as a chess game", () => { close(); watchForward(page.line()); }) : null,
      page.two() ? null : button("Strength of Reviver", () => { close(); levels(page); }),
      button(settings().sound ? "Sound off" : "Sound on", () => { setSetting("sound", !settings().sound); close(); }),
      el("a", { class: "button", href: `#/rules/${game.name}`, on: { click: () => close() } }, "Rules"),
      el("a", { class: "button", href: `#/new/${game.name}`, on: { click: () => close() } }, "New game"),
    ),
  );
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
    el("p", { class: "row" }, button("Resign", () => {
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
