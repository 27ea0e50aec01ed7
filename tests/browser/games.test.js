// Every game of the catalogue, played by keyboard alone and by touch.

import test, { after, before } from "node:test";
import assert from "node:assert/strict";
import { DESK, PHONE, Server, ask, beginGame, bestTurn, byKeyboard, byTouch, closeBoard, launch, openBoard, playGame } from "./harness.js";

let server;
let browser;

before(async () => {
  server = await Server.start();
  browser = await launch();
});

after(async () => {
  await browser?.close();
  await server?.stop();
});

const FIRST = 10;
const MOST = 60;

// The position of the first puzzle that asks for a win in 2 turns. If the game has no such puzzle,
// the position of its first puzzle.
async function latePosition(page, game) {
  const { puzzles } = await ask(page, "puzzles", { game });
  const late = puzzles.filter(({ task }) => / 2 /.test(task));
  return (late[0] ?? puzzles[0]).fen;
}

for (const [name, hands, options] of [["keyboard", byKeyboard, DESK], ["touch", byTouch, PHONE]]) {
  test(`every game is played by ${name}`, async (suite) => {
    const page = await openBoard(browser, server, options);
    const { games } = await ask(page, "games");
    assert.ok(games.length >= 9);
    for (const { name: game } of games) {
      await suite.test(`${game}, its first ${FIRST} turns`, async () => {
        await beginGame(page, game, { hands });
        const state = await playGame(page, { hands, most: FIRST });
        assert.ok(state.over || state.ply === FIRST, `ply ${state.ply}`);
      });
      await suite.test(`${game}, from a late position to its end`, async () => {
        await beginGame(page, game, { hands, start: await latePosition(page, game) });
        const state = await playGame(page, { hands, most: MOST, choose: (line) => bestTurn(page, line) });
        assert.ok(state.over, "the game is over");
        const end = page.locator(".end h2");
        await end.waitFor();
        assert.equal(await end.textContent(), state.result_words);
      });
    }
    await closeBoard(page);
  });
}
