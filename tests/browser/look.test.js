// What everybody needs of every page: contrast and names (axe), no scrolling sideways, targets for a finger.

import test, { after, before } from "node:test";
import assert from "node:assert/strict";
import { DESK, PHONE, Server, axe, keepGame, openBoard, playEvent, sideways, useBoard, visit } from "./harness.js";
import { EVENT_STATES, STATES } from "./states.js";

const board = useBoard();
let watching;

before(async () => {
  watching = await Server.start({ args: ["--event", playEvent()] });
});

after(() => watching?.stop());

const WIDTHS = [360, 768, 1024, 3840];

// States that differ from another one in the position alone.
const ALIKE = ["play-start", "play-chosen", "play-refused", "play-drop", "play-phases", "play-unachess", "play-late", "lesson", "lesson-wrong", "new"];

// On a phone: what its own layout shows.
const ON_A_PHONE = ["menu", "play-may", "play-column", "play-clock", "analyse-tree", "puzzle", "review", "watch-file"];

async function setTheme(page, theme) {
  await page.evaluate((wanted) => {
    document.documentElement.dataset.theme = wanted;
  }, theme);
}

// Shows states one after the other on one page, and looks at each in both themes.
async function lookAt(suite, server, options, states) {
  const page = await openBoard(board.browser, server, options);
  for (const [name, show] of states) {
    await suite.test(name, async () => {
      await page.setViewportSize(options.viewport);
      await page.evaluate(() => {
        localStorage.clear();
        document.documentElement.dataset.blind = "false";
      });
      await setTheme(page, "light");
      await show(page);
      assert.deepEqual(await axe(page), [], "light");
      await setTheme(page, "dark");
      // Names and structure do not depend on the theme.
      assert.deepEqual(await axe(page, ["color-contrast"]), [], "dark");
      for (const width of options === DESK ? WIDTHS : [360]) {
        await page.setViewportSize({ width, height: width < 800 ? 740 : Math.round(width * 0.6) });
        assert.ok((await sideways(page)) <= 0, `${width} px`);
      }
    });
  }
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

test("axe finds nothing on any page in light and dark, and nothing scrolls sideways", async (suite) => {
  await lookAt(suite, board.server, DESK, Object.entries(STATES).filter(([name]) => !ALIKE.includes(name)));
  await lookAt(suite, watching, DESK, Object.entries(EVENT_STATES));
});

test("nor on a phone", async (suite) => {
  await lookAt(suite, board.server, PHONE, Object.entries(STATES).filter(([name]) => ON_A_PHONE.includes(name)));
  await lookAt(suite, watching, PHONE, Object.entries(EVENT_STATES));
});

test("what is tapped on a phone is 44 px large", async () => {
  const { page } = board;
  const id = await keepGame(page, "ssehc", { turns: ["f3e2"] });
  await page.setViewportSize(PHONE.viewport);
  await visit(page, `#/play/${id}`);
  const small = await page.locator(".pocket button, .buttons button, .square, .say button").evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width < 43.5 || height < 43.5).length);
  assert.equal(small, 0);
});
