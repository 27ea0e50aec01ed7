// The first games of a new visitor, on a phone and with real taps.

import test from "node:test";
import assert from "node:assert/strict";
import { PHONE, ask, axe, beginGame, byTouch, inSight, keepGame, playGame, played, ready, saved, says, sideways, someTurns, type, useBoard, visit } from "./harness.js";

const board = useBoard(PHONE);
const tap = (page, name) => page.getByRole("button", { name, exact: true }).tap();
const square = (page, name) => page.locator(`.board [data-square="${name}"]`).first();
const show = async (page, game, more) => visit(page, `#/play/${await keepGame(page, game, { ...more })}`);

// Returns those of the selectors whose element is not wholly in sight: its top or bottom is outside
// the window, or another element covers the middle of its top or bottom edge.
const outOfSight = (page, selectors) =>
  page.evaluate(
    (wanted) =>
      wanted.filter((selector) => {
        const node = document.querySelector(selector);
        const { top, bottom, left, right } = node.getBoundingClientRect();
        const seen = [top + 2, bottom - 2].every((y) => node.contains(document.elementFromPoint((left + right) / 2, y)));
        return top < 0 || bottom > innerHeight || !seen;
      }),
    selectors,
  );

test("what the last turn did is told in words, and announced once", async () => {
  const { page } = board;
  await page.evaluate(() => {
    window.heard = [];
    new MutationObserver(() => window.heard.push(document.getElementById("live").textContent)).observe(document.getElementById("live"), { childList: true });
  });
  await beginGame(page, "unplay-strict", { who: "you" });
  await playGame(page, { hands: byTouch, most: 1 });
  await played(page, 2);
  const line = { game: "unplay-strict", turns: (await saved(page)).turns };
  const { last } = await ask(page, "state", line);
  await page.locator(".last", { hasText: `Reviver ${last.plain}.` }).waitFor();
  await page.waitForFunction((words) => window.heard.some((text) => text.includes(words)), last.plain);
  const told = await page.evaluate((words) => window.heard.filter((text) => text.includes(words)).length, last.plain);
  assert.equal(told, 1);
  // The page also describes the visitor's own turn.
  await tap(page, "One turn back");
  const own = await ask(page, "state", { ...line, turns: line.turns.slice(0, 1) });
  await page.locator(".last", { hasText: `You ${own.last.plain}.` }).waitFor();
  await says(page, "You are looking back at turn 1");
});

test("buttons, instruction, note and board are in sight together during the first turns", async () => {
  const { page } = board;
  for (const [game, turns] of [["unplay-strict", []], ["unplay-strict", ["h8h7", "a1a2"]], ["ssehc", []], ["unachess", []]]) {
    await visit(page, "#/");
    await show(page, game, { turns, players: ["human", "reviver"] });
    assert.deepEqual(await outOfSight(page, [".buttons", ".line", ".note", ".board"]), [], `${game} ${turns}`);
    assert.ok((await sideways(page)) <= 0);
  }
});

test("the buttons stay in reach, and are marked as disabled while they have no effect", async () => {
  const { page } = board;
  await show(page, "ssehc", { players: ["human", "reviver"] });
  const dead = () => page.locator('.buttons [aria-disabled="true"]').allTextContents();
  assert.deepEqual(await dead(), ["Undo", "Redo"]);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  assert.deepEqual(await outOfSight(page, [".buttons"]), []);
  await page.getByRole("button", { name: "Undo" }).tap({ force: true });
  await says(page, "nothing to take back");
  await tap(page, "Hint");
  await says(page, "Hint: un-move the king from f3 to");
  await page.locator(".arrow").first().waitFor();
  await tap(page, "More");
  await tap(page, "Resign");
  await tap(page, "Go on playing");
  assert.equal((await saved(page)).over, undefined);
  await tap(page, "More");
  await tap(page, "Resign");
  await page.getByRole("dialog", { name: "Resign this game?" }).getByRole("button", { name: "Resign" }).tap();
  await page.locator(".end h2", { hasText: "Reviver wins" }).waitFor();
  await page.locator(".end p", { hasText: "You have resigned." }).waitFor();
  assert.equal(await page.locator(".arrow").count(), 0);
  assert.deepEqual(await dead(), ["Redo", "Hint"]);
  assert.deepEqual(await outOfSight(page, [".end", ".buttons"]), []);
  // Undo takes the resignation back.
  await tap(page, "Undo");
  await says(page, "The result is taken back.White to play.");
  assert.deepEqual(await dead(), ["Undo", "Redo"]);
  assert.deepEqual(await outOfSight(page, [".above", ".board", ".below", ".told"]), []);
});

test("a hint stays in sight until the turn is played", async () => {
  const { page } = board;
  await show(page, "ssehc");
  await tap(page, "Hint");
  await says(page, "Hint: un-move the king from f3 to");
  const [, to] = /from f3 to (..)/.exec(await page.locator(".tip").textContent());
  await square(page, "f3").tap();
  assert.ok(await inSight(page.locator(".tip")));
  assert.match(await page.locator(".line").textContent(), /Choose where the piece on/);
  await square(page, to).tap();
  await played(page, 1);
  await page.locator(".tip").waitFor({ state: "hidden" });
});

test("a refusal and the instruction are both shown until the next tap", async () => {
  const { page } = board;
  await show(page, "ssehc");
  const refusal = page.locator(".answer.wrong");
  await square(page, "a1").tap();
  await refusal.filter({ hasText: "Not possible: no piece stands on a1." }).waitFor();
  assert.equal(await page.locator(".line").textContent(), "White to play. Choose a piece to un-move.");
  await square(page, "f3").tap();
  await refusal.waitFor({ state: "hidden" });
  // The answers to typed words contain neither a message of the parser nor a section number of the
  // rules.
  const example = (await page.locator("#command").getAttribute("placeholder")).split(" · ")[0];
  const { turns } = await ask(page, "turns", { game: "ssehc" });
  assert.ok(turns.some(({ text }) => text === example), example);
  for (const [words, answer] of [["hello", `'hello' is not a turn. Type a turn such as ${example}, or 'help' for the commands.`], ["f3f5", "Not possible: a king does not un-move from f3 to f5."]]) {
    await type(page, words);
    await refusal.filter({ hasText: answer }).waitFor();
  }
});

test("a tap on a piece that cannot come back on a square shows the reason", async () => {
  const { page } = board;
  await show(page, "unplay-strict");
  await square(page, "h8").tap();
  await square(page, "h7").tap();
  const missing = page.locator(".column button", { hasText: "no pawn: why?" });
  await missing.tap();
  await page.locator(".answer.wrong", { hasText: "Not possible: a pawn cannot appear on h8, because pawns never stand on row 1 or 8." }).waitFor();
  await page.locator('.column [data-answer="n"]').tap();
  await played(page, 1);
});

test("the latest turn of the list is in sight", async () => {
  const { page } = board;
  await show(page, "ssehc", { turns: await someTurns(page, "ssehc", 12) });
  const latest = page.locator(".moves [aria-current]");
  assert.ok(await inSight(latest));
  const { left, right } = await latest.evaluate((node) => node.getBoundingClientRect());
  assert.ok(right <= 390 && right > left, `${left} to ${right}`);
});

test("one tap shows the points of both sides, and what scores a point", async () => {
  const { page } = board;
  await show(page, "ssehc");
  await page.locator(".tally").first().tap();
  await says(page, "White: 0 home, 1 on the board, 0 points. Black: 0 home, 1 on the board, 0 points. Each piece home scores 1 point.");
  await tap(page, "More");
  await page.getByRole("dialog", { name: "More" }).getByText("Each piece home scores 1 point.").waitFor();
});

test("a resigned game does not mark a square for an un-capture, and is listed", async () => {
  const { page } = board;
  await show(page, "ssehc", { turns: ["f3e2"], over: true, result: "1-0", resultWords: "Player 2 has resigned." });
  await page.locator(".end h2", { hasText: "Player 2 has resigned." }).waitFor();
  assert.equal(await page.locator(".overlay .may").count(), 0);
  await visit(page, "#/");
  await page.getByRole("link", { name: /^Ssehc, 1 turn, .*, Player 2 has resigned$/ }).waitFor();
  await visit(page, "#/watch");
  await page.getByRole("button", { name: /^Ssehc, 1 turn, .*, Player 2 has resigned$/ }).tap();
  await tap(page, "To the end");
  await says(page, "Result 1-0 (Player 2 has resigned).");
  await page.locator("summary", { hasText: "The marks on the board" }).tap();
  await page.locator(".keys li", { hasText: "You may un-capture here." }).waitFor();
  await visit(page, "#/rules/ssehc");
  await page.locator(".keys li", { hasText: "You may un-capture here." }).waitFor();
});

test("who has won is told first", async () => {
  const { page } = board;
  const { puzzles } = await ask(page, "puzzles", { game: "ssehc" });
  const [{ fen, best, side }] = puzzles.filter(({ turns }) => turns === 1);
  for (const [players, words] of [[["human", "reviver"], side === "w" ? "You win" : "Reviver wins"], [["reviver", "human"], side === "w" ? "Reviver wins" : "You win"]]) {
    await visit(page, "#/");
    await show(page, "ssehc", { start: fen, turns: [best[0]], players });
    assert.equal(await page.locator(".end h2").textContent(), words);
    assert.match(await page.locator(".end p").first().textContent(), /wins: .*White's score is/);
    assert.equal(await page.locator(".line").textContent(), "");
  }
});

test("the column of answers covers neither square of the un-move, and the question says 'or nothing' only if the un-capture is optional", async () => {
  const { page } = board;
  await page.setViewportSize({ width: 360, height: 740 });
  const { games } = await ask(page, "games");
  const lines = games.filter(({ name, reverse }) => reverse && /^unplay|^smo/.test(name)).map(({ name }) => ({ game: name, start: "startpos", turns: [] }));
  // On the start positions only a king can un-move, and it need not un-capture. On the position
  // added here, the pawn must un-capture if it un-moves diagonally.
  lines.push({ game: "unplay-strict", start: "7K/8/8/8/8/1P6/8/k7[QRRBBNNPPPPPPPqrrbbnnpppppppp] w - - 0 1", turns: [] });
  const optional = new Set();
  for (const line of lines) {
    const { game } = line;
    await visit(page, "#/");
    await show(page, game, line);
    const { turns } = await ask(page, "turns", line);
    const way = ({ taps: [[from, to]] }) => `${from.square}${to.square}`;
    // A question with only one possible answer is not asked.
    const asked = turns.filter((turn) => turn.taps[0].length === 3 && turn.taps[0][2].choice && turns.filter((other) => way(other) === way(turn)).length > 1);
    const pawn = asked.find(({ text }) => text.startsWith("b3c2"));
    for (const { taps: [[from, to]] } of [...asked.filter((_, at) => at % 25 === 0), ...(pawn ? [pawn] : [])]) {
      await square(page, from.square).tap();
      await square(page, to.square).tap();
      const column = await page.locator(".column").boundingBox();
      for (const { square: name } of [from, to]) {
        const { x, y, width } = await square(page, name).boundingBox();
        const beside = x + 2 >= column.x + column.width || x + width <= column.x + 2 || y + 2 >= column.y + column.height || y + width <= column.y + 2;
        assert.ok(beside, `${game} ${from.square}${to.square}: ${name}`);
      }
      const has = await page.locator('.column [data-answer="none"]').count();
      optional.add(has > 0);
      assert.equal((await page.locator(".line").textContent()).includes("or nothing"), has > 0);
      assert.equal(await page.locator(".column kbd").first().isVisible(), false);
      await page.keyboard.press("Escape");
    }
  }
  assert.equal(optional.size, 2);
});

test("the page says what is still missing before the end can be declared", async () => {
  const { page } = board;
  await show(page, "ssehc", { players: ["human", "reviver"] });
  await tap(page, "More");
  const dialog = page.getByRole("dialog", { name: "More" });
  await dialog.getByText("all sixteen pieces of White must be on the board").waitFor();
  assert.deepEqual(await axe(page), []);
  await dialog.getByRole("button", { name: "Close" }).tap();
  await page.getByRole("tab", { name: "Rules" }).tap();
  await page.locator(".tabpanel", { hasText: "Each piece home scores 1 point." }).waitFor();
  await visit(page, "#/");
  await show(page, "unplay");
  await tap(page, "More");
  assert.equal(await page.getByText("cannot be declared").count(), 0);
  assert.equal(await page.locator(".declare").count(), 0);
  // If the end can be declared, a button beside the others declares it.
  const { puzzles } = await ask(page, "puzzles", { game: "ssehc" });
  const { fen } = puzzles.find(({ best }) => best[0] === "end");
  await visit(page, "#/");
  await show(page, "ssehc", { start: fen });
  await page.locator(".buttons").getByRole("button", { name: /^Declare the end: \d+ to \d+$/ }).tap();
  await page.locator(".end h2").waitFor();
  assert.equal(await page.locator(".declare").count(), 0);
  // White can declare the end once the last pawn has come back. Until then, a tap on the button
  // says what is missing.
  await visit(page, "#/");
  await show(page, "ssehc", { start: "r3k3/8/8/8/4n3/8/PPP1PPPP/RNBQKBNR[Pqrbbnpppppppp] w - d2 0 60" });
  await page.locator(".buttons").getByRole("button", { name: "Declare the end" }).tap({ force: true });
  await page.locator(".answer.wrong", { hasText: "all sixteen pieces of White must be on the board" }).waitFor();
  await page.locator('[data-pocket="P"]').tap();
  await page.locator(".buttons").getByRole("button", { name: "Declare the end: 16 to 2" }).tap();
  await page.locator(".end h2").waitFor();
});

test("the pieces that can be tapped are marked, and the rules explain the marks", async () => {
  const { page } = board;
  await show(page, "ssehc");
  assert.equal(await page.locator(".overlay path.movable").count(), 2, "two paths: the mark of one piece, and the halo of the mark");
  await page.getByRole("tab", { name: "Rules" }).tap();
  await page.locator("summary", { hasText: "The marks on the board" }).tap();
  for (const words of ["You may un-capture here.", "A home square", "un-castled"]) await page.locator(".keys li", { hasText: words }).waitFor();
  assert.deepEqual(await axe(page), []);
  await visit(page, "#/");
  await show(page, "unachess");
  await page.getByRole("tab", { name: "Rules" }).tap();
  await page.locator("summary", { hasText: "The marks on the board" }).tap();
  for (const words of ["un-capture", "left this king in check"]) assert.equal(await page.locator(".keys li", { hasText: words }).count(), 0);
});

test("if Reviver plays itself, the page names the side to play and asks nobody to tap", async () => {
  const { page } = board;
  await beginGame(page, "ssehc", { who: "none" });
  await played(page, 2);
  await tap(page, "Pause");
  await page.waitForFunction(() => !document.querySelector(".line").textContent.includes("thinking"));
  assert.match(await page.locator(".line").textContent(), /^(White|Black) to play(, in check)?\.$/);
  assert.equal(await page.locator(".strip.plays").count(), 1);
  assert.equal(await page.getByRole("button", { name: "Hint" }).count(), 0);
});

test("the form for a new game shows only the questions that have an effect", async () => {
  const { page } = board;
  await visit(page, "#/new/ssehc");
  const seen = () => page.locator("legend:visible, .field:visible > span").allTextContents();
  assert.deepEqual(await seen(), ["Who plays?", "Who begins?", "How strong is Reviver?", "How long does Reviver think?"]);
  await page.getByText("Two people").tap();
  assert.deepEqual(await seen(), ["Who plays?"]);
  await page.getByText("Reviver alone").tap();
  assert.deepEqual(await seen(), ["Who plays?", "How strong is Reviver?", "How long does Reviver think?"]);
  await page.locator("summary").tap();
  await page.getByText("For example").waitFor();
});

test("the form for a new game says how it is won, and warns if the first turns decide it", async () => {
  const { page } = board;
  await visit(page, "#/new/ssehc");
  await page.locator(".lead", { hasText: "You win by " }).waitFor();
  assert.equal(await page.locator(".warning").count(), 0);
  await visit(page, "#/new/unplay");
  await page.locator(".warning", { hasText: "White wins with the first turn" }).waitFor();
});

test("the menu opens over the page and does not move it", async () => {
  const { page } = board;
  const top = () => page.evaluate(() => document.querySelector("h1").getBoundingClientRect().top);
  const before = await top();
  await page.locator("#menu").tap();
  await page.getByRole("link", { name: "Settings" }).waitFor();
  assert.equal(await top(), before);
  await page.getByRole("link", { name: "Settings" }).tap();
  await ready(page, "settings");
});
