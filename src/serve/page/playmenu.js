// The actions of a game besides turns: its menu, and the commands of its text field.

import { el, askFirst, button, check, dialog, download, link, row } from "./dom.js";
import { ask, searchBest, stream } from "./api.js";
import { localDate, savedOn, tagsOf } from "./gametags.js";
import { setSetting, settings } from "./store.js";
import { arrowsOf } from "./arrows.js";
import { MAX_LEVEL, hintWords, listed, lostBy, plural, scoreWords, strengthName, undeclared, winnerOf } from "./words.js";
import { lastTurnButton } from "./lookback.js";
import { whyNot } from "./playwords.js";
import { redo, undo } from "./undo.js";
import { watchForward } from "./forward.js";

// Tells the visitor that this browser does not have the game.
export function showMissingGame(main) {
  main.append(el("h1", { text: "This game is not in this browser" }), row(link("To the games", "#/", { class: "primary" })));
  return null;
}

// The commands of the text field: name (as in the terminal), meaning, action.
export const COMMANDS = [
  ["hint", "what Reviver would play", (page) => hint(page)],
  ["undo", "takes your last turn back; after a resignation or an agreed draw, takes back only this end", (page) => undo(page)],
  ["redo", "reverses the last undo", (page) => redo(page)],
  ["moves", "the number of legal turns, and the first 30", (page) => page.field.tell(page.table.state.over ? page.table.state.line : `${plural(page.table.turns.length, "turn")}: ${listed(page.table.turns, 30)}.`)],
  ["fen", "the position in one line", (page) => page.field.tell(page.table.state.fen)],
  ["flip", "flips the board", (page) => page.field.flip(() => page.table.flip())],
  ["forward", "this game from its end to its start, as a chess game", (page) => watchForward(page.line())],
  ["save", "saves the game to a file", (page) => saveRecord(page)],
  ["draw", "offers a draw; between two people, ends the game as a draw", (page) => askForDraw(page)],
  ["resign", "resigns the game", (page) => resign(page)],
  ["rules", "the rules", (page) => { page.tabs.show("rules"); page.field.tell("The rules are in the tab Rules."); }],
  ["new", "another game", (page) => { location.hash = `#/new/${page.game.name}`; }],
];

const CONSIDERS = "Reviver considers your offer of a draw.";

const LOOKS = "Reviver looks for the best turn.";

export function mayHint({ record, state, viewed, offer }) {
  return !offer && !record.over && !state.over && viewed === null && record.players[state.player - 1] === "human";
}

// Why the best turns cannot be shown now, or nothing.
export function whyNoLines(page) {
  const { state, viewed, offer } = page;
  if (offer) return CONSIDERS;
  if (viewed !== null || page.human(state.player)) return "";
  return state.over ? state.result_words : "The best turns are shown while it is your turn. The analysis board shows them at any time.";
}

// Searches for the best turn at full strength, and shows it.
export function hint(page) {
  const { table } = page;
  if (!mayHint(page)) {
    const early = page.viewed === null && !page.record.over;
    table.say(page.offer ? CONSIDERS : early ? "You get hints only on your own turn." : whyNot(page), lastTurnButton(page));
    return;
  }
  page.search?.stop();
  page.stopLines();
  table.say(LOOKS);
  const { turns } = table;
  page.search = searchBest({ line: page.line(), turns, limits: { movetime: 2000 } }, (turn, score) => {
    if (table.turns !== turns) return;
    table.keep(hintWords(turn, score), arrowsOf(turn));
  }, (text) => table.complain(text));
}

// Stops the search for a hint, if there is one.
export function stopHint({ search, table }) {
  search?.stop();
  if (table.message !== LOOKS) return;
  table.message = null;
  table.refresh();
}

export function moreDialog(page) {
  const { record, game } = page;
  const { close } = dialog(
    "More",
    el(
      "div",
      { class: "stack" },
      page.state.scoring ? el("p", { class: "hint", text: scoreWords(page.state) }) : null,
      page.state.declaration?.reason ? el("p", { class: "hint", text: undeclared(page.state) }) : null,
      button("Resign", () => { close(); resign(page); }, { disabled: record.over }),
      button(page.isTwoPeople() ? "Agree to a draw" : "Offer a draw", () => { close(); askForDraw(page); }, { disabled: record.over || page.isSelfPlay() }),
      button("Save the game to a file", () => { close(); saveRecord(page); }),
      page.isTwoPeople() ? null : button("Strength of Reviver", () => { close(); levels(page); }),
      check("A sound with each turn", settings().sound, (value) => setSetting("sound", value)),
      link("New game", `#/new/${game.name}`, { on: { click: () => close() } }),
    ),
  );
}

// Who has won in a game against Reviver: "You win", "Reviver wins" or "A draw". In other games, the
// whole result in words.
function winnerWords(page, words) {
  if (!page.isMixed()) return words;
  const winner = winnerOf(page.record.result);
  if (!winner) return "A draw";
  return page.record.players[winner - 1] === "human" ? "You win" : "Reviver wins";
}

// The result of a game in words, and the buttons for what the visitor can do next.
export function ending(page) {
  const { record, game } = page;
  const words = record.resultWords ?? `Result ${record.result}.`;
  const title = winnerWords(page, words);
  return [
    el("h2", { text: title }),
    title === words ? null : el("p", { text: words }),
    row(
      link("Review", `#/review/${record.id}`, { class: "primary" }),
      link("New game", `#/new/${game.name}`),
      game.reverse ? button("Watch as a chess game", () => watchForward(page.line())) : null,
    ),
  ].filter(Boolean);
}

function levels(page) {
  const { record } = page;
  const words = () => `${strengthName(record.level)}, level ${record.level} of ${MAX_LEVEL}`;
  const input = el("input", { type: "range", min: "0", max: String(MAX_LEVEL), step: "1", value: String(record.level), "aria-valuetext": words() });
  const shown = el("output", { text: words() });
  input.addEventListener("input", () => {
    record.level = Number(input.value);
    shown.textContent = words();
    input.setAttribute("aria-valuetext", words());
    page.keeper.save();
  });
  dialog("How strong is Reviver?", el("label", { class: "field" }, el("span", { text: `Level 0 to ${MAX_LEVEL}` }), input), shown);
}

function resign(page) {
  if (page.record.over) return;
  const action = () => {
    // The game may have ended while the dialog was open.
    if (page.record.over) return;
    const own = page.isMixed() ? page.record.players.indexOf("human") + 1 : page.state.player;
    page.finish(lostBy(own), page.isMixed() ? "You have resigned." : `Player ${own} has resigned.`);
  };
  askFirst("Resign this game?", { yes: "Resign", no: "Go on playing", action });
}

// Asks whether the visitor offers Reviver a draw or, between two people, whether both players agree to a draw.
function askForDraw(page) {
  if (page.record.over || page.offer || page.isSelfPlay()) return;
  const [question, yes, words] = page.isTwoPeople()
    ? ["Do both players agree to a draw?", "Agree to a draw", "The game is then over."]
    : ["Offer a draw?", "Offer a draw", "If Reviver accepts, the game is over."];
  askFirst(question, { yes, no: "Go on playing", action: () => offerDraw(page) }, el("p", { text: words }));
}

// Offers Reviver a draw. In a game between two people, ends the game as a draw.
function offerDraw(page) {
  // The game may have ended while the dialog was open.
  if (page.record.over || page.offer) return;
  if (page.isTwoPeople()) {
    page.finish("1/2-1/2", "A draw: both players have agreed.");
    return;
  }
  page.stopReviver();
  page.table.say(CONSIDERS);
  page.offer = page.search = stream("analyse", { ...page.line(), mode: "draw", offered_by: page.record.players.indexOf("human") + 1, movetime: 2000 }, {
    best: ({ accepted }) => {
      page.offer = null;
      if (accepted) {
        page.finish("1/2-1/2", "A draw: Reviver has accepted your offer.");
        return;
      }
      page.table.say("Reviver declines the draw.");
      page.showButtons();
      page.next();
    },
  });
  page.showButtons();
  page.offer.done.catch((error) => {
    page.offer = null;
    page.table.complain(error.message);
    page.showButtons();
    page.next();
  });
}

// Saves a text to a file, and says so.
export function saveFile(page, name, text) {
  download(name, text);
  page.table.reply(`Saved to the file ${name}.`);
}

export async function saveRecord(page) {
  const { record } = page;
  try {
    const { text } = await ask("record", { ...page.line(), result: record.result ?? "*", tags: tagsOf(record) });
    saveFile(page, `${page.game.name}-${localDate(savedOn(record))}.pgn`, text);
  } catch (error) {
    page.table.complain(error.message);
  }
}
