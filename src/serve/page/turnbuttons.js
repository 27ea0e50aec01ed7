// The buttons that help to enter a turn: “Choose again”, the declaration of the end, and “Nothing was captured”.

import { announce, button } from "./dom.js";

const capital = (text) => text[0].toUpperCase() + text.slice(1);

// Shows the buttons of a `Table`. declarations: the possible next taps that declare the end.
export function showTurnButtons(table, declarations) {
  const { state, entry, passed, declaring } = table;
  const playing = table.playing();
  const again = playing && (entry.taps.length > 0 || passed) ? [button("Choose again", () => table.cancel(), { class: "quiet" })] : [];
  const buttons = declarations.map((tap) => button(capital(tap.choice.label), () => table.tap(tap), { class: "primary declare", "data-answer": "end" }));
  // If the end can be declared only after an un-capture, the button looks disabled. A tap says what is missing.
  if (declaring && playing && buttons.length + again.length === 0 && state.declaration?.legal) {
    buttons.push(button("Declare the end", () => table.tap({ choice: { answer: "end", label: "" } }), { class: "declare", "aria-disabled": "true" }));
  }
  const remedy = table.message && table.remedy ? [table.remedy] : [];
  table.extra.replaceChildren(...(declaring ? [] : buttons), ...again, ...remedy);
  declaring?.replaceChildren(...buttons);
  const mayPass = playing && !passed && entry.taps.length === 0 && state.due?.kind === "may" && entry.mayPassPocket();
  if (mayPass) table.pockets[state.side].node.append(button("Nothing was captured", () => pass(table), { class: "pass", "data-answer": "pass" }));
}

function pass(table) {
  table.passed = true;
  table.entry.passPocket();
  table.message = "Nothing comes back. Choose a piece on the board to un-move.";
  table.refresh();
  announce(table.message);
  table.board.focus();
}
