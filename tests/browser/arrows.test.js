// The arrows of an analysis: their numbers hide no piece and no other number.

import test from "node:test";
import assert from "node:assert/strict";
import { PHONE, ask, click, gamesWhere, someTurns, useBoard, visit } from "./harness.js";

const board = useBoard(PHONE);

// How often a number lies on another number, or on the middle of a piece. The pieces that a turn
// would put on the board count too.
function hidden(page) {
  return page.evaluate(() => {
    const boxes = (selector) => [...document.querySelectorAll(selector)].map((node) => node.getBoundingClientRect());
    const numbers = boxes(".overlay .coin rect");
    const pieces = [...boxes(".square .piece"), ...boxes(".overlay > .piece")].map(({ x, y, width, height }) => ({ left: x + width * 0.35, right: x + width * 0.65, top: y + height * 0.3, bottom: y + height * 0.7 }));
    const meet = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
    return numbers.flatMap((number, at) => [...numbers.slice(at + 1), ...pieces].filter((other) => meet(number, other))).length;
  });
}

async function analyse(page, line, lines) {
  await visit(page, `#/analyse?${new URLSearchParams({ ...line, turns: line.turns.join(" ") })}`);
  await page.getByLabel("Lines").selectOption(lines);
  await page.getByLabel("Depth").selectOption("6");
  await click(page, "Analyse");
  await page.locator(".overlay .coin").first().waitFor();
  await page.getByRole("button", { name: "Analyse", exact: true }).waitFor();
}

test("the numbers of the arrows hide no piece and no other number", async () => {
  const { page } = board;
  for (const { name } of await gamesWhere(page, () => true)) {
    for (const count of [2, 9, 16, 30]) {
      const played = await someTurns(page, name, count);
      const { state } = await ask(page, "position", { game: name, turns: played });
      if (state.over) continue;
      await analyse(page, { game: name, turns: played }, count === 9 ? "5" : "3");
      assert.equal(await hidden(page), 0, `${name} after ${count} turns: ${state.fen}`);
    }
  }
});
