// Taps, drags, keys and typed words on the pages with a board.

import test from "node:test";
import assert from "node:assert/strict";
import { PHONE, ask, beginGame, click, closeBoard, holdAnswers, keepGame, openBoard, played, ready, saved, says, someTurns, type, useBoard, visit } from "./harness.js";

const board = useBoard();
const square = (page, name) => page.locator(`.board [data-square="${name}"]`).first();
const line = (page) => page.locator(".line").textContent();
const wrong = (page) => page.locator(".answer.wrong");

// Opens a game of Ssehc in which Black may un-capture on f3.
const mayUncapture = async (page) => visit(page, `#/play/${await keepGame(page, "ssehc", { turns: ["f3e2"] })}`);

// Finds a legal turn in which Black un-captures a knight or a rook on f3 and un-moves the king from
// f6. Returns the turn, the letter of the un-captured piece, and the king's target square `to`.
async function bothAtOnce(page) {
  const { turns } = await ask(page, "turns", { game: "ssehc", turns: ["f3e2"] });
  const { text } = turns.find(({ text }) => /^[NR]@f3,f6/.test(text));
  return { text, letter: text[0].toLowerCase(), to: text.slice(-2) };
}

test("the label of a square says that a piece appeared there and went on in the same turn", async () => {
  const { page } = board;
  const { turns } = await ask(page, "turns", { game: "ssehc", turns: ["f3e2"] });
  const { text } = turns.find(({ text }) => /^.@f3,f3/.test(text));
  await visit(page, `#/play/${await keepGame(page, "ssehc", { turns: ["f3e2", text] })}`);
  assert.match(await square(page, "f3").getAttribute("aria-label"), /^f3, empty, a piece appeared here and went on, you/);
});

test("a tap on another piece replaces the chosen one, and the un-capture stays", async () => {
  const { page } = board;
  await mayUncapture(page);
  const { text, letter, to } = await bothAtOnce(page);
  await page.locator(`[data-pocket="${letter}"]`).click();
  await square(page, "f3").click();
  await says(page, "Choose where the piece on f3 goes");
  await square(page, "f6").click();
  await says(page, "Choose where the piece on f6 goes");
  // A tap on an illegal target does not cancel the un-capture. The first tap on f3 chooses the piece there, and the
  // second one takes this choice back. The un-capture stays.
  await square(page, "a1").click();
  await wrong(page).filter({ hasText: "Not possible" }).waitFor();
  await square(page, "f3").click();
  await square(page, "f3").click();
  await says(page, "comes back. Now choose the piece to un-move");
  await square(page, "f6").click();
  await square(page, to).click();
  await played(page, 2);
  assert.equal((await saved(page)).turns[1], text);
});

test("a piece from the reserve is dragged to its square, and then another piece is un-moved by dragging", async () => {
  const { page } = board;
  const drag = async (from, to) => {
    await from.hover();
    await page.mouse.down();
    await to.hover();
    await page.mouse.up();
  };
  await mayUncapture(page);
  const { text, letter, to } = await bothAtOnce(page);
  await drag(page.locator(`[data-pocket="${letter}"]`), square(page, "f3"));
  await says(page, "comes back. Now choose the piece to un-move");
  await drag(square(page, "f6"), square(page, to));
  await played(page, 2);
  assert.equal((await saved(page)).turns[1], text);
});

test("a visitor who looks at an earlier turn and tries to play gets a message", async () => {
  const { page } = board;
  await mayUncapture(page);
  await click(page, "One turn back");
  const words = "You are looking back at the start. Go to the last turn to play on.";
  await says(page, words);
  await square(page, "f3").click();
  assert.equal(await line(page), words);
  for (const word of ["f3e4", "hint"]) {
    await type(page, word);
    await says(page, words);
  }
  // After a tap on the board, the button “Go to the last turn” appears beside the message.
  await square(page, "f3").click();
  await click(page, "Go to the last turn");
  await says(page, "Black to play.");
  await page.getByRole("button", { name: "Go to the last turn" }).waitFor({ state: "detached" });
});

test("while the visitor looks back, the commands “moves” and “fen” are about the position on the board", async () => {
  const { page } = board;
  await mayUncapture(page);
  await click(page, "One turn back");
  await says(page, "You are looking back at the start.");
  const { state, turns } = await ask(page, "position", { game: "ssehc", turns: [] });
  await type(page, "fen");
  await says(page, state.fen);
  await type(page, "moves");
  await says(page, `${turns.length} turns: `);
});

test("a refusal disappears when another answer appears or the game ends", async () => {
  const { page } = board;
  await mayUncapture(page);
  const refuse = async () => {
    await square(page, "a1").click();
    await wrong(page).filter({ hasText: "Not possible" }).waitFor();
  };
  for (const word of ["explain f6e6", "turns f6", "fen", "hint"]) {
    await refuse();
    await type(page, word);
    await wrong(page).waitFor({ state: "hidden" });
  }
  await says(page, "Hint:");
  await refuse();
  await type(page, "resign");
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.locator(".end h2").waitFor();
  await wrong(page).waitFor({ state: "hidden" });
  assert.ok(await page.locator(".note").isHidden());
  await square(page, "f6").click();
  await says(page, "The game is over.");
});

test("the answer to a typed word does not replace the instruction, and disappears at the next tap", async () => {
  const { page } = board;
  await mayUncapture(page);
  const instruction = await line(page);
  await type(page, "score");
  await says(page, "0 home");
  assert.equal(await line(page), instruction);
  await square(page, "f6").click();
  await page.locator(".told").waitFor({ state: "hidden" });
});

test("a list of turns says how many more there are", async () => {
  const { page } = board;
  await mayUncapture(page);
  const { turns } = await ask(page, "turns", { game: "ssehc", turns: ["f3e2"] });
  await type(page, "moves");
  await says(page, `${turns.length} turns: `);
  await says(page, `; and ${turns.length - 30} more.`);
});

test("on a phone a tap beside the menu closes it and does nothing else, and so does Escape", async () => {
  const page = await openBoard(board.browser, board.server, PHONE);
  await visit(page, `#/play/${await keepGame(page, "ssehc", { turns: ["f3e2"] })}`);
  const menu = page.getByRole("navigation", { name: "Pages" });
  await square(page, "f6").tap();
  await says(page, "Choose where the piece on f6 goes");
  await click(page, "Menu");
  await menu.waitFor();
  const { x, y } = await square(page, "b6").boundingBox();
  await page.touchscreen.tap(x + 9, y + 9);
  await menu.waitFor({ state: "hidden" });
  await says(page, "Choose where the piece on f6 goes");
  await click(page, "Menu");
  await menu.waitFor();
  await page.keyboard.press("Escape");
  await menu.waitFor({ state: "hidden" });
  await closeBoard(page);
});

test("the arrow of a hint stays on the board while the text of the hint is shown", async () => {
  const { page } = board;
  await beginGame(page, "ssehc");
  await click(page, "Hint");
  await says(page, "Hint:");
  await page.locator(".arrow").first().waitFor();
  for (const name of ["Analysis", "Turns"]) await page.getByRole("tab", { name }).click();
  assert.equal(await page.locator(".arrow").count(), 1);
  await click(page, "Hint");
  assert.equal(await page.locator(".arrow").count(), 1);
});

test("Undo is disabled until the visitor has played a turn", async () => {
  const { page } = board;
  await visit(page, `#/play/${await keepGame(page, "ssehc", { turns: ["f3e2"], players: ["reviver", "human"] })}`);
  const undo = page.getByRole("button", { name: "Undo" });
  assert.equal(await undo.getAttribute("aria-disabled"), "true");
  await type(page, (await bothAtOnce(page)).text);
  await page.locator(".moves > li").nth(1).waitFor();
  assert.equal(await undo.getAttribute("aria-disabled"), "false");
});

test("the left and right arrow keys step through the turns, but move the cursor while the board has the focus", async () => {
  const { page } = board;
  const turns = await someTurns(page, "ssehc", 3);
  const current = (number) => page.locator(`.moves > li:nth-child(${number}) [aria-current]`).waitFor();
  await visit(page, `#/analyse?${new URLSearchParams({ game: "ssehc", turns: turns.join(" ") })}`);
  await current(3);
  await page.keyboard.press("ArrowLeft");
  await current(2);
  await page.keyboard.press("ArrowRight");
  await current(3);
  const cursor = () => page.evaluate(() => document.activeElement.dataset.square);
  await page.locator(".square[tabindex='0']").focus();
  assert.equal(await cursor(), "e1");
  await page.keyboard.press("ArrowLeft");
  assert.equal(await cursor(), "d1");
  await page.waitForTimeout(500);
  await current(3);
  await visit(page, "#/watch");
  await page.getByRole("region", { name: "Sample games" }).locator(".small-board").first().click();
  await says(page, "The start");
  await page.keyboard.press("ArrowRight");
  await says(page, "Turn 1 of");
  // The Back button of the browser closes the game. The page "Watch games" stays open.
  await page.goBack();
  await page.locator(".squares").waitFor({ state: "detached" });
  await ready(page, "watch");
  assert.ok(await page.getByRole("heading", { name: "Watch games" }).isVisible());
});

test("after a tap on the square of the un-captured pawn, the page asks for the piece to un-move", async () => {
  const { page } = board;
  // Looks in the lessons and puzzles of Ssehc for a turn whose first four taps are the pawn in the
  // reserve, its square, and the two squares of the un-move. Most positions have no such turn: the
  // visitor taps the square of the pawn only if the pawn can come back on two squares, the vacated
  // square and that of an un-en-passant.
  const { puzzles } = await ask(page, "puzzles", { game: "ssehc" });
  const { lessons } = await ask(page, "lessons", { game: "ssehc" });
  const lines = [...lessons, ...puzzles.map(({ fen }) => ({ start: fen, turns: [] }))];
  let found;
  for (const { start, turns } of lines) {
    const { turns: legal } = await ask(page, "turns", { game: "ssehc", start, turns });
    const way = legal.map(({ taps }) => taps[0]).find((taps) => taps[0].pocket && taps[1].square && taps[3]?.square);
    if (way) found = { start, turns, way };
    if (found) break;
  }
  const { way, ...played } = found;
  await visit(page, `#/play/${await keepGame(page, "ssehc", played)}`);
  await page.locator(`[data-pocket="${way[0].pocket}"]`).click();
  await square(page, way[1].square).click();
  await says(page, "A pawn comes back. Now choose the piece to un-move.");
  await square(page, way[2].square).click();
  await says(page, `Choose where the piece on ${way[2].square} goes`);
});

test("two quick steps back go back two turns, and the present turn is one tap away", async () => {
  const { page } = board;
  await visit(page, `#/play/${await keepGame(page, "ssehc", { turns: await someTurns(page, "ssehc", 4) })}`);
  const positions = await holdAnswers(page, "position");
  for (let step = 0; step < 2; step++) await click(page, "One turn back");
  await positions.has(2);
  await positions.release();
  await says(page, "You are looking back at turn 2.");
  await click(page, "To the present turn");
  await positions.has(1);
  await positions.release();
  await page.waitForFunction(() => !document.querySelector(".line").textContent.includes("looking back"));
  // The position of the earlier turn arrives after the position of the present turn.
  await click(page, "One turn back");
  await positions.has(1);
  const [old] = positions.held.splice(0);
  await click(page, "To the present turn");
  await page.waitForTimeout(300);
  await positions.release();
  await old.continue();
  await page.waitForTimeout(1000);
  assert.doesNotMatch(await line(page), /looking back/);
  await positions.end();
});

test("a hint in a game that is over says so", async () => {
  const { page } = board;
  await visit(page, `#/play/${await keepGame(page, "ssehc", { turns: ["f3e2"], over: true, result: "1-0", resultWords: "Player 2 has resigned." })}`);
  await type(page, "hint");
  await says(page, "The game is over.");
});

test("the page asks before it deletes a game; a deleted game is no longer counted, and the page no longer offers to continue it", async () => {
  const { page } = board;
  await keepGame(page, "ssehc", { turns: ["f3e2"] });
  await visit(page, "#/learn");
  await visit(page, "#/");
  await page.getByRole("link", { name: "Continue your game" }).waitFor();
  const dialog = page.getByRole("dialog", { name: "Delete this game?" });
  for (const answer of ["Keep it", "Delete"]) {
    assert.equal((await saved(page)).id, "kept");
    await page.getByRole("button", { name: /^Delete this game/ }).click();
    await dialog.getByText(/^Ssehc, 1 turn, /).waitFor();
    await click(page, answer);
    await dialog.waitFor({ state: "detached" });
  }
  await page.locator("summary", { hasText: "(0)" }).waitFor({ timeout: 20000 });
  assert.equal(await page.getByRole("link", { name: "Continue your game" }).count(), 0);
});

test("after the end of a game, “moves” says how it ended", async () => {
  const { page } = board;
  await beginGame(page, "unplay");
  await type(page, "h8g7*b");
  await page.locator(".end h2").waitFor();
  await type(page, "moves");
  await page.locator(".log li", { hasText: "White wins" }).waitFor({ state: "attached" });
});

test("a second finger does not take over the piece that the first finger drags", async () => {
  const { page } = board;
  await beginGame(page, "unplay");
  const ghosts = await page.evaluate(() => {
    const square = document.querySelector('[data-square="h8"]');
    const event = (kind, pointerId, clientX) => square.dispatchEvent(new PointerEvent(kind, { pointerId, clientX, clientY: 100, button: 0, bubbles: true }));
    const shown = () => [...document.querySelectorAll(".ghost")].map(({ style }) => style.left);
    event("pointerdown", 11, 100);
    event("pointermove", 11, 200);
    event("pointerdown", 12, 300);
    event("pointermove", 12, 400);
    event("pointercancel", 12, 400);
    const during = shown();
    event("pointercancel", 11, 200);
    return [during, shown()];
  });
  assert.deepEqual(ghosts, [["200px"], []]);
});

test("“Show the best turns” ends the search for a hint, and the page no longer says that it looks for one", async () => {
  const { page } = board;
  await beginGame(page, "ssehc");
  const searches = await holdAnswers(page, "analyse");
  await click(page, "Hint");
  await says(page, "Reviver looks for the best turn.");
  await page.getByRole("tab", { name: "Analysis" }).click();
  await click(page, "Show the best turns");
  await says(page, "White to play");
  await searches.end();
});
