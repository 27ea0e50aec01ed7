// The graph of a game: the chances of White, or of the first player, after each turn. A tap on the graph opens the
// nearest position.

import { clear, el, svg } from "./dom.js";

const WIDTH = 300;
const HEIGHT = 70;

export class Graph {
  // onChoose(ply): the graph was tapped at this ply.
  constructor(onChoose) {
    this.area = svg("path", { class: "area" });
    this.curve = svg("path", { class: "curve" });
    this.here = svg("line", { y1: 0, y2: HEIGHT, class: "here" });
    this.marks = svg("g");
    this.title = el("figcaption");
    this.picture = svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", class: "graph", preserveAspectRatio: "none" },
      this.area,
      svg("line", { x1: 0, y1: HEIGHT / 2, x2: WIDTH, y2: HEIGHT / 2, class: "axis" }),
      this.curve,
      this.marks,
      this.here,
    );
    this.node = el("figure", { hidden: true }, this.title, this.picture);
    this.picture.addEventListener("click", (event) => {
      const { left, width } = this.picture.getBoundingClientRect();
      onChoose(Math.round(((event.clientX - left) / width) * this.length));
    });
  }

  // Changes the drawing in place, so that it can be tapped while an analysis runs. points: pairs of ply and chances
  // (0 to 1); fewer than two points give no graph. length: the number of plies of the game. whose: the owner of the
  // chances, for example "White's".
  show({ points, length, here, whose, label, marks = [] }) {
    const isDrawn = points.length > 1;
    this.node.hidden = !isDrawn;
    if (!isDrawn) return;
    this.title.textContent = `${whose} chances (top: win, middle: draw)`;
    this.length = length;
    const x = (ply) => (ply / Math.max(1, length)) * WIDTH;
    const y = (value) => (1 - value) * HEIGHT;
    const line = points.map(([ply, value], index) => `${index ? "L" : "M"}${x(ply).toFixed(1)} ${y(value).toFixed(1)}`).join("");
    this.curve.setAttribute("d", line);
    this.area.setAttribute("d", `${line}L${x(points.at(-1)[0]).toFixed(1)} ${HEIGHT}L${x(points[0][0]).toFixed(1)} ${HEIGHT}Z`);
    for (const end of ["x1", "x2"]) this.here.setAttribute(end, x(here));
    const shareAt = (ply) => points.find(([at]) => at === ply)?.[1] ?? 0.5;
    clear(this.marks).append(...marks.map((ply) => svg("circle", { cx: x(ply), cy: y(shareAt(ply)), r: 2.5, class: "error-dot" })));
    this.picture.setAttribute("aria-label", label);
  }
}
