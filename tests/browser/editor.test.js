// The tab “Position” of the analysis board, and its position editor.

import test from "node:test";
import assert from "node:assert/strict";
import { PHONE, axe, click, closeBoard, holdAnswers, inSight, openBoard, says, sideways, useBoard, visit } from "./harness.js";

const board = useBoard();
const address = (game, turns = []) => `#/analyse?${new URLSearchParams({ game, turns: turns.join(" ") })}`;

test("the editor accepts a possible position, and refuses an impossible one with the reason", async () => {
  const { page } = board;
  await visit(page, address("ssehc"));
  await page.getByRole("tab", { name: "Position" }).click();
  await click(page, "Edit on the board");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Place a white rook" }).click();
  await dialog.locator('[data-square="a1"]').click();
  await dialog.getByLabel("Un-capture on").selectOption("may");
  await dialog.locator('[data-square="f5"]').click();
  await dialog.getByText("Un-capture on f5").waitFor();
  await dialog.getByRole("button", { name: "Use this position" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.waitForFunction(() => /R7\[QRBBNN.* w - f5 /.test(document.querySelector('input[spellcheck="false"]').value));
  const fen = page.locator('input[spellcheck="false"]').first();
  await page.locator('[data-pocket="Q"].open').waitFor();
  // Un-castled king and rook are frozen.
  await click(page, "Edit on the board");
  for (const [piece, square] of [["white king", "e1"], ["white rook", "h1"]]) {
    await dialog.getByRole("button", { name: `Place a ${piece}` }).click();
    await dialog.locator(`[data-square="${square}"]`).click();
  }
  await dialog.getByRole("button", { name: "Take pieces off" }).click();
  await dialog.locator('[data-square="f3"]').click();
  await dialog.getByLabel(/^White has un-castled on the king's side/).check();
  await dialog.getByLabel(/^Un-capture on/).selectOption("");
  await dialog.getByRole("button", { name: "Use this position" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.locator('[data-square="h1"][aria-label*="white rook, frozen"]').waitFor();
  // An impossible position is refused.
  await click(page, "Edit on the board");
  await dialog.getByRole("button", { name: "Place a white pawn" }).click();
  await dialog.locator('[data-square="b1"]').click();
  await dialog.getByRole("button", { name: "Use this position" }).click();
  await page.waitForFunction(() => /pawn/.test(document.querySelector("dialog .error").textContent));
  // The error disappears when the visitor goes on editing.
  await dialog.getByRole("button", { name: "Take pieces off" }).click();
  await dialog.locator('[data-square="c3"]').click();
  await page.waitForFunction(() => document.querySelector("dialog .error").textContent === "");
  assert.deepEqual(await axe(page), []);
});

test("the editor updates the reserves of a reverse game, and the visitor chooses whether an un-capture is optional or forced", async () => {
  const { page } = board;
  await visit(page, address("ssehc", ["f3e2"]));
  await page.getByRole("tab", { name: "Position" }).click();
  await click(page, "Edit on the board");
  const dialog = page.getByRole("dialog");
  await dialog.getByText("Un-capture on f3").waitFor();
  await dialog.getByRole("button", { name: "Place a white queen" }).click();
  await dialog.locator('[data-square="h4"]').click();
  await dialog.getByRole("img", { name: "0 white queen" }).waitFor();
  await dialog.getByRole("button", { name: "Take pieces off" }).click();
  await dialog.locator('[data-square="h4"]').click();
  await dialog.getByRole("img", { name: "1 white queen" }).waitFor();
  await dialog.getByLabel(/^Un-capture on/).selectOption("must");
  await dialog.getByRole("button", { name: "Use this position" }).click();
  // Only a pawn that has left the square can force an un-capture there.
  await dialog.getByText("No pawn of the side that has just played can have left the vacated square.").waitFor();
  // Either the pawn or the knight may have left e3, so the un-capture may be forced or optional.
  const start = "8/8/k7/8/2np4/8/8/5RK1[QRBBNNPPPPPPPPqrrbbnppppppp] w - e3! 0 11";
  await visit(page, `#/analyse?${new URLSearchParams({ game: "ssehc", start })}`);
  await page.getByRole("tab", { name: "Position" }).click();
  for (const [before, way, field] of [["must", "may", "e3"], ["may", "must", "e3!"]]) {
    await click(page, "Edit on the board");
    const list = dialog.getByLabel("Un-capture on e3");
    assert.equal(await list.inputValue(), before);
    await list.selectOption(way);
    await dialog.getByRole("button", { name: "Use this position" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.waitForFunction((wanted) => document.querySelector('input[spellcheck="false"]').value.split(" ")[3] === wanted, field);
  }
});

test("on a phone the buttons that keep and discard the changes of the editor are in sight", async () => {
  const page = await openBoard(board.browser, board.server, PHONE);
  await visit(page, address("ssehc", ["f3e2"]));
  await page.getByRole("tab", { name: "Position" }).tap();
  const fen = () => page.locator('input[spellcheck="false"]').first().inputValue();
  const before = await fen();
  const dialog = page.getByRole("dialog");
  for (const [choice, isKept] of [["Cancel", false], ["Use this position", true]]) {
    await page.getByRole("button", { name: "Edit on the board" }).tap();
    await dialog.getByRole("button", { name: "Take pieces off" }).tap();
    await dialog.locator('[data-square="e2"]').tap();
    await dialog.getByRole("button", { name: "Place a white king" }).tap();
    await dialog.locator('[data-square="g2"]').tap();
    for (const name of ["Cancel", "Use this position"]) assert.ok(await inSight(dialog.getByRole("button", { name })), name);
    assert.ok((await sideways(page)) <= 0);
    await dialog.getByRole("button", { name: choice }).tap();
    await dialog.waitFor({ state: "detached" });
    if (isKept) await page.waitForFunction((old) => document.querySelector('input[spellcheck="false"]').value !== old, before);
    else assert.equal(await fen(), before);
  }
  await closeBoard(page);
});

test("a click outside the editor closes it, but a click inside or a drag across its edge does not", async () => {
  const { page } = board;
  await visit(page, address("ssehc"));
  await page.getByRole("tab", { name: "Position" }).click();
  await click(page, "Edit on the board");
  const dialog = page.getByRole("dialog");
  const { x, y, width } = await dialog.boundingBox();
  const outside = [5, 5];
  // A point of the dialog above its heading, where no other element is.
  const edge = [x + width / 2, y + 5];
  for (const [from, to] of [[edge, edge], [edge, outside], [outside, edge]]) {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to);
    await page.mouse.up();
    assert.ok(await dialog.isVisible(), `${from} to ${to}`);
  }
  await page.mouse.click(...outside);
  await dialog.waitFor({ state: "detached" });
});

test("the editor names the pending field of the FEN as the game does, also to screen readers", async () => {
  const { page } = board;
  const games = [
    ["ssehc", "Un-capture on", "the un-capture square", "you may un-capture here"],
    ["unplay-strict", "A pawn must undo its double step over", "the square that the pawn passes", "a pawn must take back its double step over this square"],
    ["unachess", "Capture en passant on", "the en passant square", "en passant square"],
  ];
  for (const [game, words, square, heard] of games) {
    await visit(page, address(game));
    await page.getByRole("tab", { name: "Position" }).click();
    await click(page, "Edit on the board");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(words).selectOption("may");
    await dialog.locator('[data-square="e3"]').click();
    assert.equal(await dialog.locator('[data-square="e3"]').getAttribute("aria-label"), `e3, empty, ${heard}`);
    assert.equal(await dialog.getByLabel(`${words} e3`).inputValue(), "may");
    await dialog.getByRole("button", { name: `Choose ${square}` }).waitFor();
  }
});

test("on a phone the board comes into sight to choose the un-capture square, and a second press or Escape cancels", async () => {
  const page = await openBoard(board.browser, board.server, PHONE);
  await visit(page, address("ssehc"));
  await page.getByRole("tab", { name: "Position" }).tap();
  await page.getByRole("button", { name: "Edit on the board" }).tap();
  const dialog = page.getByRole("dialog");
  const choose = dialog.getByRole("button", { name: "Choose the un-capture square" });
  const task = dialog.getByText("Tap the un-capture square on the board.");
  await choose.tap();
  await task.waitFor();
  assert.ok(await inSight(dialog.locator(".board")));
  await dialog.locator(".editor").getByRole("button", { name: "Cancel" }).tap();
  await task.waitFor({ state: "hidden" });
  for (const focused of [dialog.getByLabel("To play"), dialog.locator('[data-square="e4"]')]) {
    await choose.tap();
    await focused.focus();
    await page.keyboard.press("Escape");
    await task.waitFor({ state: "hidden" });
  }
  await choose.tap();
  await dialog.locator('[data-square="f5"]').tap();
  await dialog.getByText("Un-capture on f5").waitFor();
  await closeBoard(page);
});

test("the visitor sets the reserves of a drop game in the editor", async () => {
  const { page } = board;
  await visit(page, address("unachess"));
  await page.getByRole("tab", { name: "Position" }).click();
  await click(page, "Edit on the board");
  const dialog = page.getByRole("dialog");
  // The answer to the first change (c3) comes only after the second change (one queen less).
  const answers = await holdAnswers(page, "check");
  await dialog.getByRole("button", { name: "Take pieces off" }).click();
  await dialog.locator('[data-square="c3"]').click();
  await answers.has(1);
  await dialog.getByRole("button", { name: "One less white queen" }).click();
  await Promise.all([page.waitForResponse("**/api/check"), answers.end()]);
  await page.waitForTimeout(200);
  await dialog.getByRole("button", { name: "Use this position" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.locator('[data-pocket="Q"][aria-label="In reserve: 0 white queens"]').waitFor();
});

test("a position is typed in, and a wrong one refused", async () => {
  const { page } = board;
  await visit(page, address("unachess"));
  await page.getByRole("tab", { name: "Position" }).click();
  const input = page.locator('.tabpanel input[type="text"]').first();
  await input.fill("8/8/8/8/8/8/8/8[KQ] x - - 0 1");
  await click(page, "Set this position");
  await page.waitForFunction(() => document.querySelector(".tabpanel .error").textContent.length > 10);
  await input.fill("4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1");
  await click(page, "Set this position");
  await page.locator('[data-pocket="Q"].open').waitFor();
});

test("“Copy” copies the position or, in a browser without a clipboard for the page, selects it", async () => {
  const { page } = board;
  await visit(page, "#/analyse?game=ssehc");
  await page.getByRole("tab", { name: "Position" }).click();
  const setClipboard = (clipboard) => page.evaluate((given) => {
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: given && { writeText: async (text) => { window.copied = text; } } });
  }, clipboard);
  const fen = page.getByLabel("Position in one line");
  await setClipboard(true);
  await click(page, "Copy");
  await says(page, "Copied.");
  assert.equal(await page.evaluate(() => window.copied), await fen.inputValue());
  await setClipboard(false);
  await click(page, "Copy");
  await says(page, "The position is selected");
  assert.equal(await page.evaluate(() => String(getSelection())), await fen.inputValue());
});
