// Shows the forward game of a reverse game: a chess game that begins at the last position of the reverse game
// and ends at the first. Leaves out the last un-move if it still needs an un-capture.

import { el, button, dialog, download, row, stepButtons } from "./dom.js";
import { Autoplay } from "./autoplay.js";
import { ask } from "./api.js";
import { smallBoard, placementOf } from "./pieces.js";
import { clamp, sentence } from "./words.js";

export async function watchForward(line) {
  const game = await ask("forward", line).catch(({ message }) => ({ reason: message }));
  if (!game.pgn) {
    dialog("No chess game yet", el("p", { text: sentence(game.reason) }));
    return;
  }
  let ply = 0;
  const place = el("div");
  const words = el("p", { class: "line", "aria-live": "polite" });
  const first = /\sb\s/.test(game.fen ?? "") ? 1 : 0;
  const number = (at) => `${Math.floor((at + first) / 2) + 1}${(at + first) % 2 ? "..." : "."}`;
  const list = el("ol", { class: "forward-moves", "aria-label": "Moves of the chess game" });
  const buttons = game.moves.map((move, at) => button(`${number(at)} ${move}`, () => go(at + 1 - ply), { class: "turn" }));
  list.append(...buttons.map((one) => el("li", {}, one)));
  const show = () => {
    place.replaceChildren(smallBoard(placementOf(game.fens[ply]), `Position after move ${ply}`, { named: true }));
    words.textContent = ply === 0 ? "The chess game begins here. It plays the un-moves of your game forwards, the latest first." : `Move ${ply} of ${game.moves.length}: ${number(ply - 1)} ${game.moves[ply - 1]}`;
    for (const [at, one] of buttons.entries()) {
      if (at === ply - 1) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
    }
    const current = buttons[ply - 1];
    list.scrollTop = current ? current.offsetTop - list.clientHeight / 2 : 0;
  };
  const go = (by) => {
    ply = clamp(ply + by, game.moves.length);
    show();
  };
  const autoplay = new Autoplay(() => {
    go(ply === game.moves.length ? -ply : 1);
    return ply < game.moves.length;
  });
  show();
  const { box } = dialog(
    "The chess game",
    el("div", { class: "forward" }, place, el("div", {}, words, row(stepButtons({ back: () => go(-1), on: () => go(1) }), autoplay.button, button("Save as PGN", () => download("forward.pgn", game.pgn))), autoplay.speed, list)),
  );
  box.addEventListener("close", () => autoplay.stop());
}
