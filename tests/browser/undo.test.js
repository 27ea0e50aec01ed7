// Turns of a game against Reviver are taken back.

import test from "node:test";
import assert from "node:assert/strict";
import { ask, byMouse, click, gamesWhere, keepGame, playGame, played, ready, useBoard, visit } from "./harness.js";

const board = useBoard();

test("Undo does not take back a first turn of Reviver, and this turn does not count as a turn of the visitor", async () => {
  const { page } = board;
  const { fen: start } = await ask(page, "state", { game: "ssehc", turns: ["f3e2"] });
  const turns = ["f6e7"];
  const [{ first_turns: notes }] = await gamesWhere(page, ({ name }) => name === "ssehc");
  await visit(page, `#/play/${await keepGame(page, "ssehc", { start, turns, players: ["human", "reviver"] })}`);
  const undo = page.getByRole("button", { name: "Undo" });
  assert.ok((await page.locator(".note").textContent()).startsWith(notes[0]));
  assert.equal(await undo.getAttribute("aria-disabled"), "true");
  await playGame(page, { hands: byMouse, most: 1 });
  await played(page, 3);
  await click(page, "Undo");
  await played(page, 1);
  await click(page, "Redo");
  await played(page, 3);
  // After a reload, the page still knows that Reviver played the first turn.
  await page.reload();
  await ready(page, "play");
  await click(page, "Undo");
  await played(page, 1);
  assert.equal(await undo.getAttribute("aria-disabled"), "true");
});
