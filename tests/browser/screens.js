// Pictures of every page at 390 and 1280 px, light and dark, to be looked at by people:
//
//   node screens.js FOLDER [PART]      all states of states.js, or those whose name contains PART
//
// Each state gives FOLDER/NAME-WIDTH-THEME.png. The environment variables of harness.js apply. For
// example, with PAGE_FILES=../../src/serve/page a change of a script or a style needs no build.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DESK, PHONE, Server, launch, openBoard, playEvent } from "./harness.js";
import { EVENT_STATES, STATES } from "./states.js";

const [folder, part = ""] = process.argv.slice(2);
if (!folder) throw new Error("name the folder for the pictures");
mkdirSync(folder, { recursive: true });

const plain = await Server.start();
const watching = await Server.start({ args: ["--event", playEvent()] });
const browser = await launch();

async function take(server, { name, show, size, theme }) {
  const page = await openBoard(browser, server, { ...size, reducedMotion: "reduce" });
  const { width } = size.viewport;
  try {
    await page.evaluate((wanted) => localStorage.setItem("reviver.settings", JSON.stringify({ theme: wanted })), theme);
    await page.emulateMedia({ colorScheme: theme });
    await page.reload();
    await show(page);
    await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`), fullPage: width === 390 && !(await page.locator("dialog").count()) });
    if (page.problems.length > 0) throw new Error(page.problems.join(" "));
  } catch (error) {
    console.error(`${name} at ${width} px, ${theme}: ${error.message}`);
    process.exitCode = 1;
  }
  await page.context().close();
}

for (const size of [PHONE, DESK]) {
  for (const theme of ["light", "dark"]) {
    for (const [states, server] of [[STATES, plain], [EVENT_STATES, watching]]) {
      for (const [name, show] of Object.entries(states)) {
        if (name.includes(part)) await take(server, { name, show, size, theme });
      }
    }
  }
}
await browser.close();
await plain.stop();
await watching.stop();
