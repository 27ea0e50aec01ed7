// Lessons, rules, puzzles and reviews.

import test from "node:test";
import assert from "node:assert/strict";
import { PHONE, ask, axe, byTouch, click, closeBoard, gamesWhere, holdAnswers, inSight, keepGame, openBoard, says, sideways, someTurns, type, useBoard, visit } from "./harness.js";

const board = useBoard();
const answer = (page, words) => page.waitForFunction((wanted) => document.querySelector(".answer:not([hidden])")?.textContent.includes(wanted), words);

test("every game has its rules and lessons, and its first lesson can be solved", async () => {
  const { page } = board;
  const { games } = await ask(page, "games");
  for (const { name } of games) {
    await visit(page, `#/rules/${name}`);
    await page.locator(".prose .small-board").first().waitFor();
    const { lessons } = await ask(page, "lessons", { game: name });
    assert.ok(lessons.length >= 6, `${name} has ${lessons.length} lessons`);
    await visit(page, `#/learn/${name}/0`);
    await click(page, "Hint");
    await click(page, "Hint");
    await page.locator(".arrow").first().waitFor();
    const [lesson] = lessons;
    const { turns } = await ask(page, "turns", { game: name, start: lesson.start, turns: lesson.turns });
    const wrong = turns.find((turn) => !lesson.answers.includes(turn.text));
    if (wrong) {
      await type(page, wrong.text);
      await page.locator(".answer.wrong").waitFor();
    }
    await type(page, lesson.answers[0]);
    await page.locator(".answer.right").waitFor();
    await visit(page, `#/learn/${name}`);
    assert.match(await page.locator("h1").textContent(), /Step 2/);
  }
});

// Taps a turn. A tap with a `choice` answers a question of the page, such as "what comes back?". If
// only one answer is possible, the page does not ask, and this tap is left out. The tap that
// declares the end of the game is never left out.
async function tapTurn(page, { taps: [way] }) {
  for (const tap of way) {
    if (!tap.choice || tap.choice.answer === "end" || (await page.locator(`.column [data-answer="${tap.choice.answer}"]`).count())) await byTouch(page, tap);
  }
}

test("on a phone the task, the board and the answer are on the screen together", async () => {
  const page = await openBoard(board.browser, board.server, PHONE);
  const bothSeen = async (place, ...parts) => {
    for (const part of [".task", ".board", ...parts]) assert.ok(await inSight(page.locator(part).first()), `${place}: ${part}`);
  };
  for (const game of ["unplay-strict", "ssehc", "unachess"]) {
    const { lessons } = await ask(page, "lessons", { game });
    for (const [step, { start, turns, answers, task }] of lessons.entries()) {
      const place = `learn/${game}/${step}`;
      await visit(page, `#/${place}`);
      await bothSeen(place, ".line", ".panel .button");
      assert.equal(await page.locator(".task").textContent(), task);
      const { turns: legal } = await ask(page, "turns", { game, start, turns });
      const wrong = legal.find(({ text }) => !answers.includes(text));
      if (!wrong || step > 2) continue;
      await tapTurn(page, wrong);
      await page.locator(".answer.wrong").waitFor();
      await bothSeen(place, ".answer");
      assert.doesNotMatch(await page.locator(".answer").textContent(), /`/);
      // The answer disappears when the next try begins.
      const [[first, ...rest]] = legal.find(({ text }) => text === answers[0]).taps;
      await byTouch(page, first);
      await page.locator(".answer").waitFor({ state: "hidden" });
      await tapTurn(page, { taps: [rest] });
      await page.locator(".answer.right").waitFor();
      await bothSeen(place, ".answer", "a.primary");
    }
    assert.deepEqual(await axe(page), []);
  }
  await page.setViewportSize({ width: 360, height: 740 });
  assert.ok((await sideways(page)) <= 0);
  await closeBoard(page);
});

test("on a phone a puzzle, its buttons and the answer are on the screen together, and the page says why a wrong turn is wrong", async () => {
  const page = await openBoard(board.browser, board.server, PHONE);
  for (const game of ["ssehc", "unplay-strict", "unachess"]) {
    const { puzzles } = await ask(page, "puzzles", { game });
    const puzzle = puzzles.find(({ turns }) => turns === 2);
    await visit(page, `#/puzzles/${game}/${encodeURIComponent(puzzle.id)}`);
    for (const name of ["Hint", "Solution"]) assert.ok(await inSight(page.getByRole("button", { name })), `${game}: ${name}`);
    // The themes would give the solution away.
    assert.ok(await page.locator(".panel .themes").isHidden());
    const { turns: legal } = await ask(page, "turns", { game, start: puzzle.fen });
    await tapTurn(page, legal.find(({ text }) => !puzzle.best.includes(text)));
    await answer(page, "does not win in 2 turns. ");
    for (const part of [".task", ".board", ".answer"]) assert.ok(await inSight(page.locator(part)), `${game}: ${part}`);
    await page.getByRole("button", { name: "Solution" }).tap();
    await page.locator(".answer.right").waitFor();
    await page.locator(".panel .themes").waitFor();
    assert.deepEqual(await axe(page), []);
  }
  await closeBoard(page);
});

test("a lesson says how its example is tapped, and a solved step gets a tick", async () => {
  const { page } = board;
  await visit(page, "#/learn/unplay-strict/0");
  await page.getByText("Choose the king on h8, then g7, then “knight”.").first().waitFor();
  await visit(page, "#/learn/unplay-strict/3");
  // The first hint names the piece, the second shows the turn.
  await click(page, "Hint");
  await says(page, "Begin with the queen on b5.");
  assert.equal(await page.locator(".arrow").count(), 0);
  await click(page, "Hint");
  await says(page, "Choose the queen on b5, then b6, then “pawn”.");
  const { lessons } = await ask(page, "lessons", { game: "unplay-strict" });
  await type(page, lessons[3].answers[0]);
  await page.locator(".answer.right").waitFor();
  assert.deepEqual(await page.locator(".step-list .done").allTextContents(), ["4"]);
  await visit(page, "#/learn");
  await page.getByText(`1 of ${lessons.length} steps done`).waitFor();
  // An address without a step opens the first step that is not done.
  await visit(page, "#/learn/unplay-strict");
  await page.locator("h1", { hasText: "Step 1 of" }).waitFor();
});

test("a step of a lesson is not solved while the server does not answer", async () => {
  const { page } = board;
  const { lessons } = await ask(page, "lessons", { game: "unplay-strict" });
  await visit(page, "#/learn/unplay-strict/3");
  const fail = () => page.route("**/api/position", (route) => route.fulfill({ status: 400, contentType: "application/json", body: '{"error":"memory is short"}' }));
  await fail();
  await type(page, lessons[3].answers[0]);
  await says(page, "Memory is short.");
  assert.equal(await page.evaluate(() => localStorage.getItem("reviver.progress.lessons")), null);
  await page.unroute("**/api/position");
  await type(page, lessons[3].answers[0]);
  await page.locator(".answer.right").waitFor();
  await fail();
  await click(page, "Again");
  await says(page, "Memory is short.");
  assert.ok(await page.locator(".answer.right").isVisible());
});

test("all lessons of a game are solved by taps", async () => {
  const { page } = board;
  const { lessons } = await ask(page, "lessons", { game: "ssehc" });
  await visit(page, "#/learn/ssehc");
  for (const lesson of lessons) {
    await page.waitForFunction((title) => document.querySelector("h1")?.textContent.includes(title), lesson.title);
    const { turns } = await ask(page, "turns", { game: "ssehc", start: lesson.start, turns: lesson.turns });
    const { taps } = turns.find(({ text }) => text === lesson.answers[0]);
    for (const tap of taps[0]) {
      if (tap.square) await page.locator(`[data-square="${tap.square}"]`).click();
      else if (tap.pocket) await page.locator(`[data-pocket="${tap.pocket}"]`).click();
      else if (tap.choice.answer === "end") await page.locator(".declare").click();
      else if (await page.locator(`.column [data-answer="${tap.choice.answer}"]`).count()) await page.locator(`.column [data-answer="${tap.choice.answer}"]`).click();
    }
    await page.locator(".answer.right").waitFor();
    await page.locator("a.primary", { hasText: /Next step|Play a game/ }).click();
  }
  await page.waitForFunction(() => location.hash === "#/new/ssehc?level=1");
  await page.locator('input[value="1"]:checked').waitFor();
});

test("a puzzle: wrong turn, hint, solution with defences, progress", async () => {
  const { page } = board;
  await visit(page, "#/puzzles/ssehc");
  const { puzzles } = await ask(page, "puzzles", { game: "ssehc" });
  const [puzzle] = puzzles;
  const { turns } = await ask(page, "turns", { game: "ssehc", start: puzzle.fen });
  await type(page, turns.find(({ text }) => !puzzle.best.includes(text)).text);
  await page.locator(".answer.wrong").waitFor();
  await click(page, "Hint");
  await page.waitForFunction(() => /^(Begin with the|Look at the button)/.test(document.querySelector(".tip").textContent));
  await click(page, "Hint");
  await says(page, "Choose ");
  await type(page, puzzle.best[0]);
  await page.locator(".answer.right").waitFor();
  assert.ok((await page.locator(".answer.right").textContent()).includes(puzzle.proof));
  await visit(page, "#/puzzles");
  assert.equal(await page.locator("progress").evaluateAll((all) => all.filter((one) => one.value === 1).length), 1);
  const long = puzzles.find((one) => one.turns === 2);
  await visit(page, `#/puzzles/ssehc/${encodeURIComponent(long.id)}`);
  await click(page, "Solution");
  await page.locator(".answer.right", { hasText: "whatever the opponent plays" }).waitFor();
  await page.waitForFunction(() => document.activeElement.matches("a.primary") && document.activeElement.textContent === "Next puzzle");
  // The visitor plays a defence, and the page shows how to win against it.
  await says(page, "Try a defence");
  const start = [long.fen, [long.best[0]]];
  const { turns: defences } = await ask(page, "turns", { game: "ssehc", start: start[0], turns: start[1] });
  await type(page, defences.at(-1).text);
  await says(page, `${long.side === "w" ? "White" : "Black"} wins: `);
  // Reviver can also show a defence.
  await click(page, "Again");
  await click(page, "Solution");
  await says(page, "Try a defence");
  await click(page, "Show a defence");
  await page.waitForFunction(() => /Reviver: .*wins/.test(document.querySelector(".line").textContent));
});

test("if the winner of a puzzle plays two turns in a row, both turns count", async () => {
  const { page } = board;
  // The turn in `best` un-captures the last piece. The players switch colours, and the same player
  // plays again. The puzzle asks for a win within three turns. After the turn in `best`, the page
  // must search for a win within two.
  const puzzle = { id: "twice", fen: "rnbqkb1r/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w - - 0 1", side: "w", player: 2, turns: 3, best: ["f3d4*n"], themes: [], task: "Find the win.", proof: "A proof." };
  await page.route("**/api/puzzles", (route) => route.fulfill({ json: { puzzles: [puzzle] } }));
  await visit(page, "#/puzzles/smolowitz/twice");
  const [asked] = await Promise.all([page.waitForRequest("**/api/analyse"), click(page, "Solution")]);
  assert.equal(asked.postDataJSON().mate, 2);
});

test("a turn does not count if the puzzle begins again before the server has answered it", async () => {
  const { page } = board;
  const puzzle = { id: "twice", fen: "rnbqkb1r/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R w - - 0 1", side: "w", player: 2, turns: 3, best: ["f3d4*n"], themes: [], task: "Find the win.", proof: "A proof." };
  await page.route("**/api/puzzles", (route) => route.fulfill({ json: { puzzles: [puzzle] } }));
  await visit(page, "#/puzzles/smolowitz/twice");
  const answers = await holdAnswers(page, "position");
  await click(page, "Solution");
  await answers.has(1);
  await click(page, "Again");
  await answers.has(2);
  await Promise.all([page.waitForResponse("**/api/position"), answers.end()]);
  await page.getByRole("button", { name: "Solution" }).waitFor();
  await page.waitForTimeout(300);
  const [asked] = await Promise.all([page.waitForRequest("**/api/analyse"), click(page, "Solution")]);
  assert.equal(asked.postDataJSON().mate, 2);
});

test("puzzles are chosen by theme", async () => {
  const { page } = board;
  // The game with the most puzzles of the theme "castling".
  let [title, puzzles, ofTheme] = ["", [], []];
  for (const game of await gamesWhere(page, () => true)) {
    const found = (await ask(page, "puzzles", { game: game.name })).puzzles;
    const some = found.filter(({ themes }) => themes.includes("castling"));
    if (some.length > ofTheme.length) [title, puzzles, ofTheme] = [game.title, found, some];
  }
  await visit(page, "#/puzzles");
  const card = page.locator(".card", { has: page.getByRole("heading", { name: title, exact: true }) });
  await card.locator("summary").click();
  await card.getByRole("link", { name: `castling (${ofTheme.length}): ${title}` }).click();
  await page.waitForFunction((words) => document.querySelector("h1")?.textContent.includes(words), `1 of ${ofTheme.length}`);
  if (ofTheme.length > 1) {
    await page.getByRole("link", { name: "Next puzzle" }).click();
    await page.waitForFunction((words) => document.querySelector("h1")?.textContent.includes(words), `2 of ${ofTheme.length}`);
  }
  await page.getByLabel("Theme").selectOption("");
  await page.waitForFunction((words) => document.querySelector("h1")?.textContent.includes(words), `of ${puzzles.length}`);
});

test("the page names themes in words, and the boards in the rules have the names of ranks and files", async () => {
  const { page } = board;
  await visit(page, "#/puzzles");
  const themes = await page.locator(".themes a").allTextContents();
  for (const theme of ["ends the game", "en passant"]) assert.ok(themes.some((one) => one.startsWith(`${theme} (`)), themes.join());
  await visit(page, "#/rules/ssehc");
  assert.equal(await page.locator(".prose .small-board").first().locator("text").count(), 16);
});

test("damaged progress is ignored", async () => {
  const { page } = board;
  await page.evaluate(() => localStorage.setItem("reviver.progress.lessons", JSON.stringify({ ssehc: "x" })));
  await visit(page, "#/learn");
  await visit(page, "#/learn/ssehc");
  await page.locator("h1", { hasText: "Step 1 of" }).waitFor();
});

test("a solved lesson that no longer exists does not count", async () => {
  const { page } = board;
  const { lessons } = await ask(page, "lessons", { game: "ssehc" });
  await page.evaluate((names) => localStorage.setItem("reviver.progress.lessons", JSON.stringify({ ssehc: names })), ["no-such-lesson", lessons[1].name]);
  await visit(page, "#/learn");
  await page.getByText(`1 of ${lessons.length} steps done`).waitFor();
});

test("the arrows of un-castling show king and rook", async () => {
  const { page } = board;
  const { games } = await ask(page, "games");
  let place;
  for (const { name } of games) {
    const { lessons } = await ask(page, "lessons", { game: name });
    const step = lessons.findIndex(({ answers }) => answers.includes("g1e1"));
    if (step >= 0) place = `${name}/${step}`;
  }
  await visit(page, `#/learn/${place}`);
  await click(page, "Hint");
  await click(page, "Hint");
  await page.locator(".arrow").nth(1).waitFor();
});

test("a review: its graph, its summary, and a turn that the visitor tries", async () => {
  const { page } = board;
  const turns = await someTurns(page, "ssehc", 6);
  await visit(page, `#/review/${await keepGame(page, "ssehc", { turns, players: ["human", "reviver"], over: true, result: "*" })}`);
  await page.locator(".graph").waitFor();
  await page.locator(".summary table").waitFor();
  assert.equal(await page.locator("figcaption").textContent(), "Your chances (top: win, middle: draw)");
  assert.equal(await page.locator(".moves > li").count(), 6);
  await click(page, "One turn on");
  await answer(page, "Turn 1: un-move");
  await answer(page, "for White)");
  await type(page, (await ask(page, "turns", { game: "ssehc", turns: turns.slice(0, 1) })).turns[0].text);
  await answer(page, "Reviver answers");
  await click(page, "One turn on");
  await page.waitForFunction(() => document.querySelector(".moves li:nth-child(2) [aria-current]") !== null);
});

test("on a phone the review, its graph and the next error are in sight with the board", async () => {
  const page = await openBoard(board.browser, board.server, PHONE);
  await visit(page, `#/review/${await keepGame(page, "unplay", { turns: ["h8g8", "a1b1"], players: ["human", "reviver"], over: true, result: "*" })}`);
  await page.locator(".graph").waitFor();
  const next = page.getByRole("button", { name: "Next error" });
  await next.tap();
  await answer(page, "a blunder");
  for (const part of [page.locator(".board"), page.locator(".panel .answer"), page.locator("figcaption"), next]) assert.ok(await inSight(part));
  // The board stays in sight when the summary, farther down, is scrolled into sight.
  await page.locator(".summary").scrollIntoViewIfNeeded();
  for (const part of [page.locator(".board"), page.locator(".summary"), next]) assert.ok(await inSight(part));
  // A tap on "Next error" brings the text about the error back into sight.
  await next.tap();
  await page.waitForFunction(() => document.querySelector(".panel .answer").getBoundingClientRect().top >= document.querySelector(".board").getBoundingClientRect().bottom - 1);
  await page.getByText("“Next error” goes through inaccuracies, mistakes and blunders of both players. “Learn from mistakes” goes through your own mistakes and blunders.").waitFor();
  await closeBoard(page);
});

test("“Learn from mistakes” asks for a better turn", async () => {
  const { page } = board;
  // White could have won with the first turn.
  await visit(page, `#/review/${await keepGame(page, "unplay", { turns: ["h8g8", "a1b1"], players: ["human", "reviver"], over: true, result: "*" })}`);
  await page.locator(".graph").waitFor();
  await click(page, "Next error");
  await answer(page, "a blunder");
  // "Next error" opens the position after the error, "Show the better turn" the position before it.
  await says(page, "Black to play. To try another turn here");
  await click(page, "Show the better turn");
  await answer(page, "Best was Kh8-g7");
  await page.locator(".arrow").first().waitFor();
  await says(page, "White to play. To try another turn here");
  await click(page, "One turn on");
  await answer(page, "a blunder");
  await page.getByRole("button", { name: "One turn back" }).click();
  await answer(page, "The start of the game");
  await click(page, "Learn from mistakes");
  await answer(page, "Find a better turn");
  await type(page, "h8h7");
  await answer(page, "is no better. Try again");
  await click(page, "Show the better turn");
  await answer(page, "Best was Kh8-g7");
  await page.locator(".arrow").first().waitFor();
  await click(page, "Stop");
  await page.getByRole("button", { name: "Next mistake" }).waitFor({ state: "hidden" });
  await click(page, "Learn from mistakes");
  await page.getByRole("button", { name: "Next mistake" }).waitFor();
  await type(page, "h8g7*b");
  await answer(page, "Right: ");
});

test("a review without mistakes says so, and its first and last positions are one tap away", async () => {
  const { page } = board;
  await visit(page, `#/review/${await keepGame(page, "ssehc", { turns: ["f3e2"], players: ["reviver", "human"], over: true, result: "*" })}`);
  await page.locator(".summary table").waitFor();
  const none = page.getByRole("button", { name: "No mistakes to learn from" });
  assert.ok(await none.isDisabled());
  // The page does not explain buttons that are not there.
  assert.doesNotMatch(await page.locator(".panel").textContent(), /“Next error”|“Learn from mistakes”|go to the next error/);
  await says(page, "To try another turn here, play it on the board.");
  await click(page, "To the end");
  await answer(page, "Turn 1: un-move");
  await click(page, "To the start");
  await answer(page, "The start of the game");
});
