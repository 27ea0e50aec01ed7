// Every page: the accessibility checker axe finds no violation, nothing scrolls sideways, and a finger can hit every
// target.

import test, { after, before } from "node:test";
import assert from "node:assert/strict";
import { DESK, PHONE, Server, axe, closeBoard, keepGame, launch, openBoard, playEvent, sideways, useBoard, visit } from "./harness.js";
import { EVENT_STATES, STATES } from "./states.js";

const board = useBoard();
let watching;

before(async () => {
  watching = await Server.start({ args: ["--event", playEvent()] });
});

after(() => watching?.stop());

const WIDTHS = [360, 768, 1024, 3840];

// States of pages (states.js) with the same kinds of elements as another state. Only the test of
// the size of targets has them. The other tests leave them out.
const ALIKE = ["play-start", "play-chosen", "play-refused", "play-drop", "play-phases", "play-unachess", "play-late", "lesson", "lesson-wrong", "new"];

// The states that axe checks on a phone: those that have a layout of their own there.
const ON_A_PHONE = ["menu", "play-may", "play-column", "play-clock", "analyse-tree", "puzzle", "review", "watch-file"];

async function setTheme(page, theme) {
  // The pages of an event take the theme of the system, and the pages of the board take `data-theme`.
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate((wanted) => {
    document.documentElement.dataset.theme = wanted;
  }, theme);
}

// Deletes what an earlier state has stored, and ends the screen reader mode.
function forget(page) {
  return page.evaluate(() => {
    localStorage.clear();
    document.documentElement.dataset.blind = "false";
  });
}

// Shows states one after the other on one page, and looks at each in both themes.
async function lookAt(suite, server, options, states) {
  const page = await openBoard(board.browser, server, options);
  for (const [name, show] of states) {
    await suite.test(name, async () => {
      await page.setViewportSize(options.viewport);
      await forget(page);
      await setTheme(page, "light");
      await show(page);
      assert.deepEqual(await axe(page), [], "light");
      await setTheme(page, "dark");
      // Names and structure do not depend on the theme, so only the contrast is checked again.
      assert.deepEqual(await axe(page, ["color-contrast"]), [], "dark");
      for (const width of options === DESK ? WIDTHS : [360]) {
        await page.setViewportSize({ width, height: width < 800 ? 740 : Math.round(width * 0.6) });
        assert.ok((await sideways(page)) <= 0, `${width} px`);
      }
    });
  }
  await closeBoard(page);
}

test("axe finds nothing on any page in light and dark, and nothing scrolls sideways", async (suite) => {
  await lookAt(suite, board.server, DESK, Object.entries(STATES).filter(([name]) => !ALIKE.includes(name)));
  await lookAt(suite, watching, DESK, Object.entries(EVENT_STATES));
});

test("axe finds nothing on a phone in light and dark, and nothing scrolls sideways", async (suite) => {
  await lookAt(suite, board.server, PHONE, Object.entries(STATES).filter(([name]) => ON_A_PHONE.includes(name)));
  await lookAt(suite, watching, PHONE, Object.entries(EVENT_STATES));
});

// The targets whose width or height is less than 44 px. Links within a text do not count. For a check box or a
// radio button, the label is measured, because a tap on the label has the same effect.
function smallTargets(page) {
  return page.evaluate(() => {
    const tapped = [...document.querySelectorAll("a, button, input, select, textarea, summary")].filter((node) => node.checkVisibility() && !node.closest(".skips, .prose p, .prose li"));
    return tapped
      .map((node) => ({ node, box: (node.matches("[type=radio], [type=checkbox]") ? node.closest("label") : node).getBoundingClientRect() }))
      .filter(({ box: { width, height } }) => Math.min(width, height) < 43.5)
      .map(({ node, box }) => `${node.outerHTML.slice(0, 90)}: ${Math.round(box.width)} x ${Math.round(box.height)}`);
  });
}

// The parts of a page that cut off their content at the side, or scroll it sideways. The turns of a
// game do not count: on a phone they are one row to scroll. Nor do the parts that `more` selects.
function cutOff(page, more = ".none") {
  return page.evaluate((more) =>
    [...document.querySelectorAll("main *, dialog *")]
      .filter((node) => node.scrollWidth > node.clientWidth + 1 && node.checkVisibility() && getComputedStyle(node).overflowX !== "visible" && !node.matches(`pre, .unseen, input, select, .moves, ${more}`))
      .map((node) => `${node.className}: ${node.textContent.slice(0, 60)}`),
    more,
  );
}

test("on a phone every target is 44 px large, and nothing is cut off at the side", async (suite) => {
  for (const [server, states] of [[board.server, STATES], [watching, { event: EVENT_STATES.event }]]) {
    const page = await openBoard(board.browser, server, PHONE);
    for (const [name, show] of Object.entries(states)) {
      await suite.test(name, async () => {
        await forget(page);
        await show(page);
        assert.deepEqual(await smallTargets(page), []);
        assert.deepEqual(await cutOff(page), []);
      });
    }
    await closeBoard(page);
  }
});

// The buttons and links whose text is wider than they are.
function tooNarrow(page) {
  return page.evaluate(() =>
    [...document.querySelectorAll("main :is(button, .button), dialog :is(button, .button)")]
      .filter((node) => node.checkVisibility() && !node.closest(".board, .pocket") && node.scrollWidth > node.clientWidth + 1)
      .map((node) => `${node.className}: ${node.textContent.slice(0, 60)}`),
  );
}

// A long name and a long line of an analysis may end in "…", and a wide table may scroll.
test("the letters are larger if the visitor has chosen so in the browser, and they fit", async (suite) => {
  const large = await launch(["--blink-settings=defaultFontSize=32"]);
  suite.after(() => large.close());
  for (const options of [DESK, PHONE]) {
    const page = await openBoard(large, board.server, options);
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), "20px");
    for (const [name, show] of Object.entries(STATES).filter(([name]) => !ALIKE.includes(name))) {
      await suite.test(`${name}, ${options.viewport.width} px`, async () => {
        await forget(page);
        await show(page);
        assert.ok((await sideways(page)) <= 0);
        assert.deepEqual([await cutOff(page, ".name, .pv, .scroll"), await tooNarrow(page)], [[], []]);
      });
    }
    await closeBoard(page);
  }
});

test("at 1280 px the board takes at most 70 % of the height", async () => {
  const { page } = board;
  await page.setViewportSize(DESK.viewport);
  await visit(page, `#/play/${await keepGame(page, "ssehc")}`);
  const { width, height } = await page.locator(".board").boundingBox();
  assert.ok(height <= 0.7 * DESK.viewport.height + 1 && height > 0.6 * DESK.viewport.height && Math.abs(width - height) < 1, `${width} x ${height}`);
});
