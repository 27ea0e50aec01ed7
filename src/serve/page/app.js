// Opens the page that the address names after the '#'.

import { announce, clear, dialog, el, link, row } from "./dom.js";
import { ApiError } from "./api.js";
import { applyTheme, setSetting, settings } from "./store.js";
import { gamesPage, newGamePage } from "./newgame.js";
import { boardWord, whereWords } from "./command.js";

const main = document.getElementById("main");
const menu = document.getElementById("menu");
const reader = document.getElementById("reader");
let present = null;
let visits = 0;

// The modules of the pages. The first page loads only its own module, so that it appears early. The others follow.
const modules = {
  play: () => import("./play.js"),
  analyse: () => import("./analyse.js"),
  learn: () => import("./learn.js"),
  puzzles: () => import("./puzzles.js"),
  review: () => import("./review.js"),
  watch: () => import("./watch.js"),
  settings: () => import("./settings.js"),
};

async function load(name) {
  try {
    return await modules[name]();
  } catch {
    throw new Error("This page cannot be loaded. Is Reviver still running? If Reviver was started again, open the address that it printed; your games are still here.");
  }
}

const pageOf = (module, name) => async (node, address) => (await load(module))[name](node, address);

const PAGES = {
  "": gamesPage,
  new: newGamePage,
  play: pageOf("play", "playPage"),
  analyse: pageOf("analyse", "analysePage"),
  learn: pageOf("learn", "learnPage"),
  rules: pageOf("learn", "rulesPage"),
  puzzles: pageOf("puzzles", "puzzlesPage"),
  review: pageOf("review", "reviewPage"),
  watch: pageOf("watch", "watchPage"),
  settings: pageOf("settings", "settingsPage"),
};

function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function open() {
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const parameters = new URLSearchParams(query);
  const [place, one, two] = path.split("/").map(decoded);
  present?.leave?.();
  present = null;
  openMenu(false);
  for (const box of document.querySelectorAll("dialog")) box.close();
  const visit = (visits += 1);
  delete document.body.dataset.ready;
  const fresh = el("div", { class: `page ${place || "games"}` });
  clear(main).append(fresh);
  for (const link of document.querySelectorAll("nav a")) {
    const target = link.getAttribute("href").slice(2);
    if (target === place) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  let page = null;
  try {
    page = await PAGES[Object.hasOwn(PAGES, place) ? place : ""](fresh, { one, two, parameters });
  } catch (error) {
    if (visit === visits) showProblem(fresh, error);
  }
  if (visit !== visits) {
    page?.leave?.();
    return;
  }
  present = page;
  const title = fresh.querySelector("h1")?.firstChild?.textContent;
  document.title = title ? `${title} - Reviver` : "Reviver";
  if (visits > 1) {
    window.scrollTo(0, 0);
    main.focus({ preventScroll: true });
  }
  announce(title ?? "Reviver");
  document.body.dataset.ready = place || "games";
}

function showProblem(node, error) {
  if (!node.querySelector("h1")) node.append(el("h1", { text: "This page cannot be shown" }));
  const again = link("Try again", location.hash || "#/", { on: { click: (event) => { event.preventDefault(); open(); } } });
  node.append(el("p", { class: "error", role: "alert", text: error.message }), row(again, node.matches(".games") ? null : link("To the games", "#/")));
}

// Whether a key pressed in this element belongs to a field, a list or a dialog.
function isEditing(target) {
  return target.closest("input, textarea, select, dialog, [contenteditable]") !== null;
}

// Whether Alt and a key type a character in this element, as Option+L types @ on a German Mac keyboard. In the field
// `#command`, Alt and a letter a to z are a shortcut, not typing.
function isTyping({ target, key }) {
  return isEditing(target) && (target.id !== "command" || !/^[a-z]$/i.test(key));
}

const ARROWS = { ArrowLeft: -1, ArrowRight: 1 };

// Whether an arrow key steps through the game. It does not if the focused element uses that key.
function mayStep({ target, ctrlKey, metaKey, altKey, shiftKey }) {
  const isPlain = !ctrlKey && !metaKey && !altKey && !shiftKey;
  return isPlain && !isEditing(target) && !target.closest(".board, .pocket, [role=tablist], [role=region]");
}

let awaitsPiece = false;

// What Alt and a letter announce or do.
const SPOKEN = {
  B: (table) => boardWord(table, "board", ""),
  L: (table) => boardWord(table, "last", ""),
  S: (table) => boardWord(table, "score", ""),
  M: (table) => boardWord(table, "turns", table.board.cursor),
  O: (table) => {
    table.focusPocket();
    return null;
  },
  P: () => {
    awaitsPiece = true;
    return "Which piece? Press its letter.";
  },
};

// The action of a key. If Alt changes a letter into another character, as on a Mac, `code` gives the letter.
const spokenBy = ({ key, code }) => SPOKEN[/^[a-z]$/i.test(key) ? key.toUpperCase() : code.slice(3)];

document.addEventListener("keydown", (event) => {
  const table = present?.table;
  if (["Alt", "Shift", "Control", "Meta"].includes(event.key)) return;
  const waited = awaitsPiece;
  awaitsPiece = false;
  if (event.altKey && !event.ctrlKey && table?.state && spokenBy(event) && !isTyping(event)) {
    const text = spokenBy(event)(table);
    if (text) table.reply(text);
    event.preventDefault();
    event.stopPropagation();
  } else if (waited && table?.state && /^[kqrbnp]$/i.test(event.key)) {
    table.reply(whereWords(table.shown, event.key));
    event.preventDefault();
    event.stopPropagation();
  } else if (event.key === "Escape" && menu.getAttribute("aria-expanded") === "true") {
    openMenu(false);
    menu.focus();
  } else if (ARROWS[event.key] && present?.step && mayStep(event)) {
    present.step(ARROWS[event.key]);
    event.preventDefault();
  } else if (event.ctrlKey || event.metaKey || event.altKey || isEditing(event.target) || !settings().letterKeys) {
    return;
  } else if (event.key === "/" && present?.field) {
    present.field.focus();
    event.preventDefault();
  } else if (event.key === "?") {
    event.preventDefault();
    load("settings").then(({ keys }) => dialog("Keys", keys()), (error) => announce(error.message));
  }
}, true);

function openMenu(wanted) {
  menu.setAttribute("aria-expanded", String(wanted));
  document.getElementById("pages").classList.toggle("open", wanted);
}

menu.addEventListener("click", () => openMenu(menu.getAttribute("aria-expanded") !== "true"));

document.getElementById("pages").addEventListener("click", ({ target, currentTarget }) => target === currentTarget && openMenu(false));

document.getElementById("skip").addEventListener("click", (event) => {
  event.preventDefault();
  (main.querySelector(".square[tabindex='0']") ?? main).focus();
});

function nameReader() {
  reader.textContent = `Turn screen reader mode ${settings().blind ? "off" : "on"}`;
}

reader.addEventListener("click", () => {
  setSetting("blind", !settings().blind);
  nameReader();
  announce(`Screen reader mode is ${settings().blind ? "on" : "off"}.`);
  open();
});

// Shows an error of the server that no page handles.
window.addEventListener("unhandledrejection", (event) => {
  if (!(event.reason instanceof ApiError)) return;
  event.preventDefault();
  present?.table?.refresh();
  present?.table?.complain(event.reason.message);
});

window.addEventListener("hashchange", open);
applyTheme();
nameReader();
open().then(() => {
  // Loads all modules now, so that the pages can be opened even if the server has ended.
  for (const name of Object.keys(modules)) modules[name]().catch(() => {});
});
