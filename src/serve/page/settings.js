// The settings page. The browser stores the settings.

import { el, check, grid, select } from "./dom.js";
import { ask, byRecommendation, games } from "./api.js";
import { settings, setSetting } from "./store.js";

export async function settingsPage(main) {
  const now = settings();
  const example = await anyTurn();
  const toggle = (name, label) => check(label, now[name], (value) => setSetting(name, value));
  main.append(
    el("h1", { text: "Settings" }),
    el(
      "div",
      { class: "form" },
      select("Colours", [{ value: "system", label: "Same as the system" }, { value: "light", label: "Light" }, { value: "dark", label: "Dark" }], now.theme, (value) => setSetting("theme", value)),
      select("Board", [{ value: "wood", label: "Wood" }, { value: "slate", label: "Slate" }], now.board, (value) => setSetting("board", value)),
      select("Turns are written", [{ value: "native", label: `in the game's own words: ${example.native}` }, { value: "short", label: `in Reviver's short form: ${example.text}` }], now.notation, (value) => setSetting("notation", value)),
      toggle("coordinates", "Coordinates on the board"),
      toggle("sound", "A sound with each turn"),
      toggle("blind", "Screen reader mode: the text field is before the board, and the answers to what you type are listed below the field"),
    ),
    el(
      "details",
      // A page cannot find out whether there is a keyboard. A device with a mouse or a touchpad usually has a keyboard.
      { open: matchMedia("(any-pointer: fine)").matches },
      el("summary", { text: "With a keyboard" }),
      toggle("letterKeys", "Single keys: letters jump to pieces, / goes to the text field, ? shows the keys"),
      keys(),
    ),
  );
}

// A turn that brings a piece back or drops one, as an example of both notations.
async function anyTurn() {
  const [game] = byRecommendation(await games());
  const { turns } = await ask("turns", { game: game.name });
  return turns.find(({ steps }) => steps.some((step) => step.do === "appear" || step.do === "drop")) ?? turns[0];
}

const KEYS = [
  ["Arrow keys", "on the board, move the cursor; elsewhere, ← and → go one turn back or forward"],
  ["Enter or Space", "choose the square under the cursor"],
  ["k q r b n p", "go to the next piece of this kind; with Shift, to the previous one"],
  ["1 to 9", "answer a question on the board"],
  ["Escape", "start your turn again"],
  ["Alt+O", "go to the reserve of the side to play; ← and → go through it"],
  ["/", "go to the field for turns and commands; Escape goes back to the board"],
  ["Alt+B", "say the board"],
  ["Alt+L", "say the last turn"],
  ["Alt+S", "say the score"],
  ["Alt+M", "say the turns of the piece under the cursor"],
  ["Alt+P, then a letter", "say where the pieces with this letter stand"],
  ["?", "show these keys"],
];

export function keys() {
  return grid(["Key", "What it does"], KEYS.map(([key, what]) => [el("kbd", { text: key }), what]), { caption: "Letters and digits work while the board has the focus", named: true });
}
