"use strict";
(function () {
  const body = document.body;
  const number = (name) => Number(body.dataset[name]);
  // The number of the last step in each mode. A step is a turn in mode `game`, and a move of the
  // chess game in mode `chess`.
  const last = { game: number("turns"), chess: number("moves") };
  // The chess game begins with the position after `chessStart` turns. Each of its moves takes back
  // one turn.
  const chessStart = number("after");
  const element = (id) => document.getElementById(id);
  let mode = "game";
  let ply = 0;
  let timer = null;

  // The number of turns that lead to the position at step `step` of mode `name`.
  const turn = (name, step) => (name === "game" ? step : chessStart - step);
  const clamp = (name, step) => Math.max(0, Math.min(last[name], step));

  function toggle(name, step, on) {
    const frame = element(name + "-" + step);
    if (!frame) return;
    if (on) frame.removeAttribute("display");
    else frame.setAttribute("display", "none");
    const button = document.querySelector(".list [data-" + name + '="' + step + '"]');
    if (button) {
      if (on) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
      const list = button.closest(".list");
      if (on && list) list.scrollTop = button.offsetTop - list.clientHeight / 2;
    }
    const note = element("note-" + turn(name, step));
    if (note) note.hidden = !on;
    if (!on) return;
    const words = note ? note.textContent : "";
    const move = button ? "After " + button.textContent.trim() + ". " : "";
    element("board").setAttribute("aria-label", "The board. " + move + "Position: " + frame.dataset.label);
    // During automatic play, screen readers do not read the turns.
    if (!timer) element("live").textContent = name === "chess" && button ? button.textContent.trim() : words;
  }

  function show(name, step) {
    toggle(mode, ply, false);
    mode = name;
    ply = clamp(name, step);
    element("game-list").hidden = mode !== "game";
    if (element("chess-list")) element("chess-list").hidden = mode !== "chess";
    for (const radio of document.getElementsByName("mode")) radio.checked = radio.value === mode;
    toggle(mode, ply, true);
    const share = last.game > 0 ? turn(mode, ply) / last.game : 0;
    const { width, height } = element("curve").viewBox.baseVal;
    element("cursor").setAttribute("d", "M" + (width * share).toFixed(1) + " 0V" + height);
    history.replaceState(null, "", "#" + mode + "=" + ply);
  }

  function pause() {
    clearInterval(timer);
    timer = null;
    element("play").setAttribute("aria-pressed", "false");
  }

  function play() {
    if (timer) return pause();
    if (ply === last[mode]) show(mode, 0);
    element("play").setAttribute("aria-pressed", "true");
    timer = setInterval(function () {
      show(mode, ply + 1);
      if (ply === last[mode]) pause();
    }, 900);
  }

  // Changes the mode and shows the same position, or the nearest position of the chess game.
  function change(name) {
    if (name !== mode && last.chess > 0) show(name, chessStart - ply);
  }

  const step = {
    start: () => show(mode, 0),
    back: () => show(mode, ply - 1),
    play: play,
    next: () => show(mode, ply + 1),
    end: () => show(mode, last[mode]),
  };
  for (const name of Object.keys(step)) {
    element(name).addEventListener("click", function () {
      if (name !== "play") pause();
      step[name]();
    });
  }
  const boxes = "input[type=radio], input[type=checkbox]";
  const fields = "input, select, textarea, [contenteditable]";
  // Whether the focused element itself uses the key. If so, the page ignores the key.
  function isTaken(key, target) {
    if (!(target instanceof Element)) return false;
    if (target.closest(boxes)) return key === " " || key.startsWith("Arrow");
    if (target.closest(fields)) return true;
    if (target.closest("button, summary, a")) return key === " " || key === "Enter";
    return target.closest(".list, pre") !== null && (key === "Home" || key === "End" || key === " ");
  }

  const keys = { Home: "start", ArrowLeft: "back", " ": "play", ArrowRight: "next", End: "end" };
  document.addEventListener("keydown", function (event) {
    if (event.ctrlKey || event.altKey || event.metaKey || isTaken(event.key, event.target)) return;
    if (event.key in keys) {
      element(keys[event.key]).click();
      event.preventDefault();
    } else if (event.key === "c") {
      change(mode === "game" ? "chess" : "game");
    } else if (event.key === "b") {
      element("arrows").click();
    }
  });
  document.addEventListener("click", function (event) {
    const target = event.target.closest("[data-game],[data-chess]");
    if (!target) return;
    pause();
    if ("chess" in target.dataset) show("chess", Number(target.dataset.chess));
    else if (mode === "chess" && target.closest("#curve")) show("chess", chessStart - Number(target.dataset.game));
    else show("game", Number(target.dataset.game));
  });
  for (const radio of document.getElementsByName("mode")) {
    radio.addEventListener("change", () => change(radio.value));
  }
  element("arrows").addEventListener("change", (event) => body.classList.toggle("plain", !event.target.checked));
  const requested = /^#(game|chess)=(\d+)$/.exec(location.hash);
  if (requested && last[requested[1]] > 0) show(requested[1], Number(requested[2]));
  else show("game", 0);
})();
