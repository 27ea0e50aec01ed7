// Shows the forward game of a reverse game: the chess game from its last position to its first.

import { el, button, dialog, download, select } from "./dom.js";
import { ask } from "./api.js";
import { smallBoard, placementOf } from "./pieces.js";

export async function watchForward(line) {
  let game;
  try {
    game = await ask("forward", line);
  } catch (error) {
    dialog("No chess game yet", el("p", { text: error.message }));
    return;
  }
  let ply = 0;
  let timer = null;
  let pause = 900;
  const place = el("div", { class: "watched" });
  const words = el("p", { class: "line", "aria-live": "polite" });
  const first = /\sb\s/.test(game.fen ?? "") ? 1 : 0;
  const number = (at) => `${Math.floor((at + first) / 2) + 1}${(at + first) % 2 ? "..." : "."}`;
  const list = el("ol", { class: "forward-moves", "aria-label": "Moves of the chess game" });
  const buttons = game.moves.map((move, at) => button(`${number(at)} ${move}`, () => go(at + 1 - ply), { class: "turn" }));
  list.append(...buttons.map((one) => el("li", {}, one)));
  const show = () => {
    place.replaceChildren(smallBoard(placementOf(game.fens[ply]), `Position after move ${ply}`));
    words.textContent = ply === 0 ? "The chess game begins here, where your game has come to." : `Move ${ply} of ${game.moves.length}: ${number(ply - 1)} ${game.moves[ply - 1]}`;
    for (const [at, one] of buttons.entries()) {
      if (at === ply - 1) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
    }
    const current = buttons[ply - 1];
    list.scrollTop = current ? current.offsetTop - list.clientHeight / 2 : 0;
  };
  const go = (by) => {
    ply = Math.max(0, Math.min(game.moves.length, ply + by));
    show();
  };
  const stop = () => {
    clearInterval(timer);
    timer = null;
    play.textContent = "Play";
  };
  const play = button("Play", () => {
    if (timer) {
      stop();
      return;
    }
    if (ply === game.moves.length) ply = 0;
    play.textContent = "Stop";
    timer = setInterval(() => {
      go(1);
      if (ply === game.moves.length) stop();
    }, pause);
  }, { class: "primary" });
  const speed = select("Speed", [{ value: "1800", label: "slow" }, { value: "900", label: "normal" }, { value: "300", label: "fast" }], "900", (value) => {
    pause = Number(value);
    if (timer) stop();
  });
  show();
  const { box } = dialog(
    "The chess game",
    el("div", { class: "forward" }, place, el("div", {}, words, el("p", { class: "row" }, button("Back", () => go(-1)), play, button("On", () => go(1)), button("Save as PGN", () => download("forward.pgn", game.pgn))), speed, list)),
  );
  box.addEventListener("close", stop);
}
