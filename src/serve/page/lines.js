// The engine's lines: a running analysis, its depth and speed, and its best lines as buttons.

import { el, announce, button, drawSteadily, keepFocus, refill } from "./dom.js";
import { stream } from "./api.js";
import { sideName } from "./pieces.js";
import { arrowsOf } from "./arrows.js";
import { count, forcedNote, scoreText } from "./words.js";

const ARROWS = 3;
const SHOWN = 8;

export class Lines {
  // onPlay(turns): a turn of a line was tapped; `turns` are the turns of the line up to and including this turn.
  // onInfo(info): information on the best line. onStop(): the analysis has stopped.
  constructor({ onPlay, onInfo = () => {}, onStop = () => {} }) {
    this.onPlay = onPlay;
    this.onInfo = onInfo;
    this.onStop = onStop;
    this.list = el("ol", { class: "lines", "aria-label": "Best turns" });
    this.status = el("p", { class: "thinking" });
    this.node = el("div", { class: "engine" }, this.status, this.list);
    this.search = null;
    this.infos = [];
    // The indices of the lines shown in full: at first, only the best line on a narrow screen, and
    // none on a wide one. A wide screen cuts the other lines after one row, a narrow screen after
    // two turns.
    this.opened = new Set(matchMedia("(max-width: 899px)").matches ? [0] : []);
    this.draw = drawSteadily(this.list, () => this.show());
  }

  isRunning() {
    return this.search !== null;
  }

  stop() {
    if (!this.search) return;
    this.search.stop();
    this.search = null;
    this.onStop();
  }

  clear() {
    this.infos = [];
    keepFocus(() => this.list.replaceChildren(), () => this.table.board.focus({ preventScroll: true }));
    this.tell("");
  }

  // Shows a text above the lines. kind: its class.
  tell(text, kind = "thinking") {
    this.status.textContent = text;
    this.status.className = kind;
  }

  // Analyses the position of a table. limits: multipv, movetime, depth.
  start(table, limits) {
    this.stop();
    this.table = table;
    const found = new Map();
    const { gameLine } = table;
    this.tell("Reviver is looking.");
    const search = stream("analyse", { ...gameLine, mode: "analysis", ...limits }, {
      info: (info) => {
        if (this.search !== search || table.gameLine !== gameLine) return;
        found.set(info.multipv, info);
        if (info.multipv === 1) {
          this.onInfo(info);
          const note = forcedNote([...found.values()].map(({ score }) => score));
          this.tell(`Scores for ${sideName(table.state.side)} · depth ${info.depth} · ${count(info.nodes)} nodes · ${count(info.nps)} a second${note ? ` · ${note}` : ""}`);
        }
        const infos = [...found.values()].sort((one, other) => one.multipv - other.multipv);
        this.infos = infos.slice(0, SHOWN);
        this.draw();
        this.showArrows(table);
      },
      best: () => this.search === search && this.stop(),
    });
    this.search = search;
    search.done.catch((error) => {
      if (this.search !== search) return;
      this.tell(error.message, "error");
      announce(error.message);
      this.stop();
    });
  }

  show() {
    refill(
      this.list,
      ...this.infos.map((info, number) => {
        const turns = info.pv.slice(0, 6).map((turn, index) => button(info.pv_native?.[index] ?? turn, () => this.onPlay(info.pv.slice(0, index + 1)), { class: "turn" }));
        const more = turns.length > 1 && !this.opened.has(number) ? button("…", () => this.open(number), { class: "turn more", "aria-label": `More of line ${number + 1}` }) : null;
        return el(
          "li",
          { class: this.opened.has(number) ? "opened" : "" },
          el("strong", {}, number < ARROWS ? el("span", { class: `number rank${number + 1}`, text: String(number + 1) }) : null, ` ${scoreText(info.score)}`),
          el("span", { class: "pv" }, turns),
          more,
        );
      }),
    );
  }

  open(number) {
    this.opened.add(number);
    this.show();
  }

  // Shows the first turns of the best lines as arrows, each with the number of its line. If several lines have
  // the same arrow, it is drawn once with all their numbers.
  showArrows(table) {
    const arrows = new Map();
    for (const [index, info] of this.infos.slice(0, ARROWS).entries()) {
      const turn = table.turns.find(({ text }) => text === info.pv[0]);
      for (const arrow of turn ? arrowsOf(turn, index + 1) : []) {
        const place = arrow.from + arrow.to + arrow.piece;
        const known = arrows.get(place);
        arrows.set(place, known ? { ...known, label: `${known.label} ${index + 1}` } : { ...arrow, label: String(index + 1) });
      }
    }
    table.setArrows([...arrows.values()]);
  }
}
