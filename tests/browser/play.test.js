// Games: against Reviver, between two people, by keyboard, in the screen reader mode, from a file,
// and across a restart of the server.

import test from "node:test";
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PHONE, ask, axe, beginGame, byKeyboard, byMouse, click, closeBoard, gameOfTwoPhases, gamesWhere, keepGame, openBoard, openFile, ownServer, playGame, played, ready, saved, says, someGame, someTurns, tabTo, type, useBoard, visit } from "./harness.js";

const board = useBoard();
const heard = (page, words) => page.waitForFunction((wanted) => document.getElementById("live").textContent.includes(wanted), words);

test("the first minute: two taps begin a game, and the page says what to do at each step of a turn", async () => {
  const { page } = board;
  await page.setViewportSize(PHONE.viewport);
  const first = page.locator(".card").first();
  await first.getByText("Good to begin with").waitFor();
  await first.getByRole("link", { name: /^Play/ }).click();
  await ready(page, "new");
  await click(page, "Begin");
  await ready(page, "play");
  await says(page, "Choose a piece to un-move");
  assert.match(await page.locator(".note").textContent(), /time runs backwards.* You win by /);
  await page.locator('[data-square="h8"]').click();
  await says(page, "Choose where the piece on");
  await page.locator('[data-square="g7"]').click();
  await says(page, "Choose what comes back, or nothing");
  await page.locator('.column [data-answer="q"]').click();
  await played(page, 2);
});

test("each game has its own notes for the first turns", async () => {
  const { page } = board;
  for (const [game, turns, note] of [["ssehc", ["f3e2", "f6e7"], /left: this is an un-capture/], ["unachess", [], /all pieces are in reserve/], ["unplay-placement", [], /puts their own king/]]) {
    await visit(page, "#/");
    await visit(page, `#/play/${await keepGame(page, game, { turns, players: ["human", "reviver"] })}`);
    assert.match(await page.locator(".note").textContent(), note);
  }
});

test("Reviver answers a turn, and the visitor takes the turn back, plays it again and asks for a hint", async () => {
  const { page } = board;
  await beginGame(page, "ssehc", { who: "you" });
  await playGame(page, { hands: byMouse, most: 1 });
  await played(page, 2);
  await click(page, "Undo");
  await played(page, 0);
  await click(page, "Redo");
  await page.locator(".moves > li").nth(1).waitFor();
  await click(page, "Hint");
  await says(page, "Hint:");
  await page.locator(".arrow").first().waitFor();
});

test("a tap that leads to no legal turn is refused with a reason", async () => {
  const { page } = board;
  await beginGame(page, "ssehc");
  for (const square of ["f3", "f6"]) await page.locator(`[data-square="${square}"]`).click();
  await says(page, "Not possible:");
  await page.locator('[data-square="a1"]').click();
  await says(page, "Not possible:");
  // A second tap cancels a selection, and so does Escape.
  for (const undo of [() => page.locator('[data-square="f3"]').click(), () => page.keyboard.press("Escape")]) {
    await page.locator('[data-square="f3"]').click();
    await says(page, "Choose where the piece on");
    await undo();
    await says(page, "White to play");
  }
});

test("the buttons stay in their place when “Choose again” appears", async () => {
  const { page } = board;
  await visit(page, `#/play/${await keepGame(page, "ssehc", { turns: ["f3e2", "f6e7"] })}`);
  const top = async () => (await page.locator(".buttons").boundingBox()).y;
  const before = await top();
  await page.locator('[data-square="e2"]').click();
  await page.getByRole("button", { name: "Choose again" }).waitFor();
  assert.equal(await top(), before);
});

test("a tap beside the board takes the selection back", async () => {
  const { page } = board;
  await beginGame(page, "ssehc");
  const beside = [...["h1", ".line", ".strip .name", ".tabpanel:not([hidden])"].map((selector) => () => page.locator(selector).first().click({ position: { x: 3, y: 3 } })), () => page.mouse.click(4, 790)];
  for (const tap of beside) {
    await page.locator('[data-square="f3"]').click();
    await page.locator(".overlay .chosen").first().waitFor();
    await tap();
    await page.locator(".overlay .chosen").first().waitFor({ state: "detached" });
    await says(page, "White to play");
  }
});

test("a button chooses that nothing is un-captured", async () => {
  const { page } = board;
  await beginGame(page, "ssehc");
  await type(page, "f3e2");
  await click(page, "Nothing was captured");
  await says(page, "Nothing comes back");
  for (const square of ["f6", "e7"]) await page.locator(`[data-square="${square}"]`).click();
  await played(page, 2);
  assert.equal((await saved(page)).turns[1], "f6e7");
});

test("if the chosen un-capture makes an un-move illegal, the page does not play the un-move alone", async () => {
  const { page } = board;
  await visit(page, `#/play/${await keepGame(page, "ssehc", { turns: ["f3e2"], players: ["human", "human"] })}`);
  // A black queen on f3 checks White's king on e2. If Black's king then un-moves from f6, White can
  // un-capture only on f6. A piece on f6 does not block the check, so this un-move is illegal.
  await page.locator('[data-pocket="q"]').click();
  await says(page, "A queen comes back");
  await page.locator('[data-square="f6"]').click();
  await says(page, "Not possible:");
  await page.locator('[data-square="e7"]').click();
  await played(page, 1);
});

test("pieces are dragged on the board and out of the pocket", async () => {
  const { page } = board;
  const drag = async (from, to) => {
    await page.locator(from).hover();
    await page.mouse.down();
    await page.locator(to).hover();
    await page.mouse.up();
  };
  await beginGame(page, "unachess");
  // The page takes the next turn only after the server's answer.
  await drag('[data-pocket="K"]', '[data-square="e1"]');
  await page.locator(".moves > li").nth(0).waitFor();
  await drag('[data-pocket="k"]', '[data-square="e8"]');
  await page.locator(".moves > li").nth(1).waitFor();
  await drag('[data-square="e1"]', '[data-square="e2"]');
  await played(page, 3);
  assert.deepEqual((await saved(page)).turns, ["K@e1", "K@e8", "e1e2"]);
});

test("the text field takes turns and commands", async () => {
  const { page } = board;
  await beginGame(page, "ssehc");
  await page.keyboard.press("/");
  assert.equal(await page.evaluate(() => document.activeElement.id), "command");
  await page.keyboard.type("f3f2\n");
  await played(page, 1);
  await says(page, "Black to play");
  for (const [words, answer] of [
    ["pieces k", "white king f2, black king f6"],
    ["explain f6f8", "f6f8 is not legal"],
    ["moves", "turns: "],
    ["fen", "8/8/5k2/"],
    ["last", "White un-moved the king from f3 to f2"],
    ["score", "home"],
    ["nonsense", "nonsense"],
  ]) {
    await type(page, words);
    await says(page, answer);
  }
  await type(page, "un-capture knight on f3, un-move king to e6");
  await played(page, 2);
  await type(page, "undo");
  await played(page, 1);
  await page.locator("#command").focus();
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).waitFor();
  await page.keyboard.press("Escape");
  for (const [keys, answer] of [["Alt+b", "White: king f2"], ["Alt+l", "un-moved the king from f3 to f2"], ["Alt+s", "home"], ["Alt+m", "turns from"]]) {
    await page.keyboard.press(keys);
    await says(page, answer);
  }
  await page.keyboard.press("Alt+p");
  await page.keyboard.press("k");
  await says(page, "white king f2, black king f6");
});

test("the help shows the commands and does not move the text field", async () => {
  const { page } = board;
  await beginGame(page, "ssehc");
  const place = () => page.locator("#command").evaluate((node) => node.getBoundingClientRect().top);
  const before = await place();
  await type(page, "help");
  const dialog = page.getByRole("dialog", { name: "Commands" });
  await dialog.getByRole("row", { name: "hint what Reviver would play", exact: true }).waitFor();
  assert.equal(await place(), before);
  assert.deepEqual(await axe(page), []);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.id), "command");
});

test("Alt with a key can type a character in a text field, such as @ on a Mac", async () => {
  const { page } = board;
  await visit(page, "#/analyse?game=ssehc");
  const isTaken = (selector, key) =>
    page.locator(selector).evaluate((node, typed) => !node.dispatchEvent(new KeyboardEvent("keydown", { key: typed, code: "KeyL", altKey: true, bubbles: true, cancelable: true })), key);
  assert.deepEqual([await isTaken("textarea", "@"), await isTaken("textarea", "l"), await isTaken("#command", "@"), await isTaken("#command", "l")], [false, false, false, true]);
});

test("Alt with a letter works on keyboards that have the letter in another place", async () => {
  const { page } = board;
  await beginGame(page, "ssehc");
  for (const [key, code, words] of [["m", "Semicolon", "turns from"], ["B", "KeyN", "White: king f3"], ["\u222b", "KeyB", "White: king f3"]]) {
    await type(page, "score");
    await says(page, "0 home");
    await page.evaluate((keys) => document.body.dispatchEvent(new KeyboardEvent("keydown", { ...keys, altKey: true, bubbles: true })), { key, code });
    await says(page, words);
  }
});

test("letters move the focus between pieces, do nothing on a button, and can be switched off", async () => {
  const { page } = board;
  await beginGame(page, "ssehc");
  await tabTo(page, ".square");
  await page.keyboard.press("k");
  const first = await page.evaluate(() => document.activeElement.dataset.square);
  await page.keyboard.press("k");
  const second = await page.evaluate(() => document.activeElement.dataset.square);
  assert.deepEqual([first, second].sort(), ["f3", "f6"]);
  await page.keyboard.press("Shift+K");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), first);
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("k");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Undo");
  // Single letters can be switched off.
  await visit(page, "#/settings");
  await page.getByLabel(/^Single keys/).uncheck();
  await visit(page, `#/play/${(await saved(page)).id}`);
  await tabTo(page, ".square");
  const at = await page.evaluate(() => document.activeElement.dataset.square);
  await page.keyboard.press("k");
  await page.keyboard.press("?");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.square), at);
  assert.equal(await page.locator("dialog").count(), 0);
});

test("the end of a game is announced, and its review and chess game are offered", async () => {
  const { page } = board;
  await beginGame(page, "unplay");
  await type(page, "h8g7*b");
  await page.locator(".end h2", { hasText: "White wins: retro-checkmate" }).waitFor();
  await page.locator(".end").getByRole("button", { name: "Watch as a chess game" }).click();
  const dialog = page.getByRole("dialog", { name: "The chess game" });
  await dialog.getByRole("button", { name: "One turn on" }).click();
  await dialog.getByText("Move 1 of").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("link", { name: "Review" }).click();
  await ready(page, "review");
});

test("a reload and a restart of the server lose nothing", async (suite) => {
  const own = await ownServer(suite);
  const page = await openBoard(board.browser, own);
  await beginGame(page, await someGame(page));
  await playGame(page, { hands: byKeyboard, most: 3 });
  await page.reload();
  await ready(page, "play");
  assert.equal(await page.locator(".moves > li").count(), 3);
  // Waits until the modules of the other pages are loaded, because they cannot be loaded while no
  // server runs.
  const modules = ["analyse", "learn", "puzzles", "review", "watch", "settings"];
  await page.evaluate((names) => Promise.all(names.map((name) => import(`/${name}.js`))), modules);
  await own.stop();
  await type(page, "explain a1a2");
  await says(page, "Is it still running?");
  const again = await ownServer(suite, { port: own.port });
  // The page still has the access key of the stopped server, and the new server refuses this key.
  await type(page, "explain a1a2");
  await page.waitForFunction(() => /[Oo]pen the address/.test(document.querySelector(".say").textContent));
  await page.goto(again.address);
  await ready(page, "games");
  await page.getByRole("link", { name: "Continue your game" }).click();
  await ready(page, "play");
  await playGame(page, { hands: byKeyboard, most: 1 });
  assert.equal((await saved(page)).turns.length, 4);
  // The console has one error, because the first "explain" was sent while no server ran.
  assert.deepEqual(page.problems.splice(0), ["Failed to load resource: net::ERR_CONNECTION_REFUSED"]);
  await closeBoard(page);
});

test("a game is played by ear, in the screen reader mode", async () => {
  const { page } = board;
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await beginGame(page, "ssehc");
  assert.ok(await page.evaluate(() => Boolean(document.querySelector("#command").compareDocumentPosition(document.querySelector(".squares")) & Node.DOCUMENT_POSITION_FOLLOWING)));
  assert.equal(await page.locator(".squares [role=gridcell] button").count(), 64);
  await type(page, "board");
  await page.locator(".log li", { hasText: "White: king f3" }).waitFor();
  const label = (square) => page.locator(`[data-square="${square}"]`).getAttribute("aria-label");
  assert.equal(await label("f3"), "f3, white king");
  await type(page, "f3e2");
  await heard(page, "White un-moved the king from f3 to e2. Black to play");
  assert.match(await label("f3"), /f3, empty, you may un-capture here/);
  await type(page, "reserve");
  await page.locator(".log li", { hasText: "8 black pawns" }).waitFor();
  await type(page, "N@f3,f6e6");
  await heard(page, "Black un-captured a knight on f3 and un-moved the king from f6 to e6.");
  assert.match(await label("f3"), /f3, black knight, just appeared/);
  await type(page, "turns e2");
  await page.locator(".log li", { hasText: "turns from e2" }).waitFor();
  await type(page, "hint");
  await heard(page, "Hint:");
  assert.deepEqual(await axe(page), []);
});

test("a game record is opened and played on", async () => {
  const { page } = board;
  const game = await gameOfTwoPhases(page);
  const turns = await someTurns(page, game, 4);
  const { text } = await ask(page, "record", { game, turns, players: ["Ann", "Bob"] });
  await openFile(page, page.getByRole("button", { name: /Open a saved game/ }), { name: "game.pgn", mimeType: "text/plain", buffer: Buffer.from(text) });
  await ready(page, "play");
  await page.locator(".moves > li").nth(3).waitFor();
  const { words } = await ask(page, "words", { game, turns });
  assert.deepEqual(await page.locator(".moves .turn").allTextContents(), words);
  await playGame(page, { hands: byMouse, most: 1 });
});

test("a file with a damaged game opens, and the page names the damaged game", async () => {
  const { page } = board;
  const { text } = await ask(page, "record", { game: "ssehc", turns: await someTurns(page, "ssehc", 4), players: ["Ann", "Bob"] });
  const games = [text.trim(), text.trim().replace(/1\. \S+/, "1. a1a1")].join("\n\n");
  await openFile(page, page.getByRole("button", { name: /Open a saved game/ }), { name: "game.pgn", mimeType: "text/plain", buffer: Buffer.from(games) });
  const dialog = page.getByRole("dialog", { name: "1 game" });
  await dialog.locator(".error", { hasText: /^Game 2: / }).waitFor();
  await dialog.getByRole("button", { name: /^Ann against Bob/ }).click();
  await ready(page, "play");
});

test("a chess game is un-played from its end, or from the last position that fits", async () => {
  const { page } = board;
  const folder = mkdtempSync(join(tmpdir(), "reviver-"));
  const file = (name, moves) => {
    const path = join(folder, name);
    writeFileSync(path, `[White "Ann"]\n[Black "Bob"]\n[Result "1-0"]\n\n${moves}\n`);
    return path;
  };
  const game = file("game.pgn", "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O Nxe4 1-0");
  const start = page.locator('details input[type="text"]');
  // In these games the last position of this chess game is a legal start.
  const own = ["ssehc", "ssehc-classic", await gameOfTwoPhases(page)];
  for (const { name } of await gamesWhere(page, ({ name }) => own.includes(name))) {
    await visit(page, `#/new/${name}`);
    await page.locator("summary").click();
    await openFile(page, page.getByRole("button", { name: /end of a chess game/ }), game);
    await page.waitForFunction(() => document.querySelector('details input[type="text"]').value.includes("["));
    await page.locator('input[value="two"]').check();
    await click(page, "Begin");
    await ready(page, "play");
    await playGame(page, { hands: byMouse, most: 1 });
  }
  // The game of `doubled.pgn` ends with doubled pawns, which unplay-strict does not allow.
  await visit(page, "#/new/unplay-strict");
  await page.locator("summary").click();
  await openFile(page, page.getByRole("button", { name: /end of a chess game/ }), file("doubled.pgn", "1. e4 e5 2. Nf3 Nc6 3. Nxe5 Nxe5 4. d4 d6 5. dxe5 1-0"));
  const dialog = page.getByRole("dialog", { name: "The last position does not fit" });
  await dialog.getByRole("button", { name: "Start from there" }).click();
  assert.match(await start.inputValue(), /\[/);
});

test("a game of one's own can be chosen and played on the page", async (suite) => {
  const folder = mkdtempSync(join(tmpdir(), "reviver-"));
  const path = join(folder, "half.toml");
  writeFileSync(path, 'name = "half"\nbase = "unplay-strict"\n[switches]\ngoal = "home"\n');
  const own = await ownServer(suite, { args: ["--game", path] });
  const page = await openBoard(board.browser, own);
  for (const place of ["new", "learn", "rules", "puzzles"]) {
    await visit(page, `#/${place}/half`);
    await page.locator("h1").first().waitFor();
    assert.equal(await page.locator("main [role=alert]:not(:empty)").count(), 0, place);
  }
  await beginGame(page, "half");
  await playGame(page, { hands: byMouse, most: 2 });
  // The score of this game counts the pieces at home. There are no points.
  await type(page, "score");
  await says(page, "home, ");
  assert.doesNotMatch(await page.locator(".table").textContent(), /point/);
  await closeBoard(page);
});
