// Looking back at earlier turns of a game.

import { announce, button } from "./dom.js";
import { ask } from "./api.js";
import { whoPlayed } from "./playwords.js";
import { clamp } from "./words.js";

// A button that shows the last turn. Null while the board shows it.
export function lastTurnButton(page) {
  return page.viewed === null ? null : button("Go to the last turn", () => look(page, Infinity));
}

// Shows the position after `to` turns of the game. If `relative`, `to` is counted from the
// requested position or, without a request, from the shown one: -1 is one turn back.
export function look(page, to, relative = false) {
  const last = page.record.turns.length;
  const at = page.wanted ?? page.viewed ?? last;
  const ply = clamp(relative ? at + to : to, last);
  if (ply !== at) lookAt(page, page.tree.mainLine()[ply]);
}

// Announces the turn that led to the shown position, and the line of text.
function tellTurn(page) {
  announce(`${page.table.tellLast((last) => whoPlayed(page, last))} ${page.table.line.textContent}`);
}

// Shows the position after the turn of a node. Reviver does not play while an earlier position is shown. When the
// present position is shown again, the game goes on.
export async function lookAt(page, node) {
  const ply = page.tree.depth(node);
  if (ply === page.record.turns.length) {
    if (page.wanted === null && page.viewed === null) return;
    page.keepClock();
    const error = await page.update().then(() => null, (error) => error);
    if (page.left) return;
    if (error) return page.complain(error);
    tellTurn(page);
    page.next();
    return;
  }
  if (page.viewed === null) {
    page.stopReviver();
    page.busy(false);
  }
  page.wanted = ply;
  const line = page.line(page.tree.line(node));
  const { error, state, turns } = await ask("position", line).catch((error) => ({ error }));
  if (page.left || page.wanted !== ply) return;
  if (error) {
    page.wanted = page.viewed;
    page.complain(error);
    return;
  }
  page.viewed = ply;
  page.table.show({ state, turns, line });
  page.showMoves();
  page.showButtons();
  tellTurn(page);
  if (page.lines.isRunning()) page.startLines();
}
