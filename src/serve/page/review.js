// The review of a game, turn by turn: scores, better turns, and mistakes to learn from.

import { el, announce, button, grid, link, row, stepButtons } from "./dom.js";
import { ask, stream, gameNamed, searchBest } from "./api.js";
import { arrowsOf } from "./arrows.js";
import { Table } from "./table.js";
import { CommandField } from "./command.js";
import { MoveList } from "./moves.js";
import { Tree } from "./tree.js";
import { Graph } from "./graph.js";
import { savedGame } from "./store.js";
import { sideName } from "./pieces.js";
import { clamp, scoreFor, toPlay, winnerOf } from "./words.js";
import { analysisAddress } from "./kept.js";
import { showMissingGame } from "./playmenu.js";

const ERRORS = ["?!", "?", "??"];
const MISTAKES = ["?", "??"];
const MARK_WORDS = { "?!": "an inaccuracy", "?": "a mistake", "??": "a blunder", "!": "the only good turn", "!!": "a brilliant turn" };

export async function reviewPage(main, { one: id }) {
  const record = savedGame(id);
  if (!record) return showMissingGame(main);
  const page = new ReviewPage(main, record, await gameNamed(record.game));
  await page.begin();
  return page;
}

class ReviewPage {
  constructor(main, record, game) {
    this.record = record;
    this.ply = 0;
    this.review = null;
    this.learning = false;
    this.table = new Table({
      label: "Reviewed board",
      onTurn: (turn) => this.tried(turn),
      // Trying a turn starts a search, which would stop the review.
      mayPlay: () => Boolean(this.review ?? this.problem),
      whyNot: () => "The review is not ready yet.",
      lineOf: (state, playing) => (state.over ? state.result_words : `${toPlay(state)}${playing ? " To try another turn here, play it on the board." : ""}`),
    });
    this.field = new CommandField({
      table: this.table,
      known: { back: () => this.go(this.ply - 1), on: () => this.go(this.ply + 1), error: () => this.nextError(), learn: () => this.learn(), flip: () => this.field.flip(() => this.table.flip()) },
      help: [["back, on", "one turn back or forward"], ["error", "the next error"], ["learn", "find a better turn"]],
    });
    this.meter = el("progress", { max: String(record.turns.length + 1), value: "0", "aria-label": "Positions reviewed" });
    this.words = el("p", { class: "answer" });
    this.better = button("Show the better turn", () => this.showBest(this.learnt ?? this.ply - 1));
    this.skip = button("Next mistake", () => this.learn());
    this.halt = button("Stop", () => this.go(this.ply));
    this.tree = new Tree(record.turns);
    this.nodes = this.tree.mainLine();
    this.moves = new MoveList((node) => this.go(this.nodes.indexOf(node)));
    this.graph = new Graph((ply) => this.go(ply));
    this.summary = el("div", { class: "summary" });
    this.next = button("Next error", () => this.nextError(), { disabled: true });
    this.difference = el("p", { class: "hint" });
    this.lesson = button("Learn from mistakes", () => this.learn(), { class: "primary", disabled: true });
    main.append(
      el("h1", { class: "title" }, el("span", { text: `Review: ${game.title}` }), link("Open in analysis", analysisAddress(record))),
      el(
        "div",
        { class: "layout" },
        this.table.node,
        el(
          "section",
          { class: "panel", "aria-label": "Review" },
          this.meter,
          this.words,
          el("div", { class: "row solve" }, this.better, this.skip, this.halt),
          el(
            "div",
            { class: "row buttons" },
            stepButtons({ start: () => this.go(0), back: () => this.go(this.ply - 1), on: () => this.go(this.ply + 1), end: () => this.go(record.turns.length) }),
            button("Flip", () => this.table.flip()),
            this.next,
          ),
          this.graph.node,
          row(this.lesson),
          this.difference,
          this.summary,
          this.moves.node,
        ),
        this.field.node,
      ),
    );
  }

  line(ply = this.record.turns.length) {
    const { game, start, seed, turns } = this.record;
    return { game, start, seed, turns: turns.slice(0, ply) };
  }

  leave() {
    this.search?.stop();
    this.table.leave();
  }

  tell(text) {
    this.words.textContent = text;
    announce(text);
  }

  async begin() {
    await this.go(0);
    this.search = stream("review", { ...this.line(), movetime: 300 }, {
      progress: ({ done, of }) => {
        this.meter.max = of;
        this.meter.value = done;
      },
      review: (review) => {
        if (!review.turns) return;
        this.review = review;
        this.meter.hidden = true;
        this.showAll();
      },
    });
    this.search.done.catch(({ message }) => {
      this.problem = message;
      this.table.cancel();
      this.tell(message);
    });
  }

  showMoves() {
    const plies = new Map(this.nodes.map((node, ply) => [node, ply]));
    const reviewed = (node) => this.review?.turns[plies.get(node) - 1];
    this.tree.current = this.nodes[this.ply];
    this.moves.show(this.tree, {
      words: (node) => reviewed(node)?.native ?? this.record.words?.[plies.get(node) - 1],
      marks: (node) => reviewed(node)?.mark,
    });
  }

  showAll() {
    const { players } = this.review;
    const count = (name) => [name, ...players.map((player) => String(player[name.toLowerCase()]))];
    const accuracy = players.map((player) => (player.accuracy === null ? "-" : `${Math.round(player.accuracy)} %`));
    this.summary.replaceChildren(grid(["Player", ...players.map((_, index) => this.playerName(index))], [["Accuracy", ...accuracy], ...["Inaccuracies", "Mistakes", "Blunders"].map(count)], { named: true }));
    this.offer(this.next, ERRORS, "No errors");
    this.offer(this.lesson, MISTAKES, "No mistakes to learn from");
    const whose = this.isSameKind() ? "the" : "your own";
    const next = "“Next error” goes through inaccuracies, mistakes and blunders of both players.";
    const lesson = `“Learn from mistakes” goes through ${whose} mistakes and blunders.`;
    this.difference.textContent = [this.next.disabled ? "" : next, this.lesson.disabled ? "" : lesson].join(" ").trim();
    this.table.cancel();
    this.showMoves();
    this.drawGraph();
    this.comment();
    announce("The review is ready.");
  }

  // Enables the button `one` if there is a turn to go to. Otherwise disables it, with the text `none`.
  offer(one, marks, none) {
    const found = this.placesOf(marks, one === this.lesson);
    one.disabled = found.length === 0;
    if (one.disabled) one.textContent = none;
  }

  // The places of the turns with these marks, counted from 0. `own`: leave out Reviver's turns in a
  // game against a person.
  placesOf(marks, own) {
    const counts = ({ mark, player }) => marks.includes(mark) && (!own || this.isSameKind() || this.record.players[player - 1] === "human");
    return (this.review?.turns ?? []).flatMap((turn, index) => (counts(turn) ? [index] : []));
  }

  // Whether both players are people, or both are Reviver. Then no player is called "you".
  isSameKind() {
    const [first, second] = this.record.players;
    return first === second;
  }

  playerName(index) {
    if (this.isSameKind()) return `Player ${index + 1}`;
    return this.record.players[index] === "human" ? "You" : "Reviver";
  }

  drawGraph() {
    const { chances, turns } = this.review;
    const marks = turns.flatMap(({ mark }, index) => (MISTAKES.includes(mark) ? [index + 1] : []));
    this.graph.show({
      points: chances.map((value, ply) => [ply, value]),
      length: chances.length - 1,
      here: this.ply,
      whose: { You: "Your", Reviver: "Reviver's" }[this.playerName(0)] ?? "The first player's",
      marks,
      label: `Chances of the first player: ${Math.round(chances[0] * 100)} percent at the start, ${Math.round(chances.at(-1) * 100)} percent at the end`,
    });
  }

  async go(ply) {
    this.ply = clamp(ply, this.record.turns.length);
    this.learning = false;
    this.learnt = null;
    const line = this.line(this.ply);
    const { state, turns } = await ask("position", line);
    if (this.ply !== line.turns.length) return;
    this.table.show({ state, turns, line });
    this.table.setNames((player) => this.playerName(player - 1).replace(/^[PY]/, (first) => first.toLowerCase()));
    this.comment();
    this.showMoves();
    if (this.review) this.drawGraph();
  }

  // Shows the buttons that have an effect now.
  showWays() {
    const turn = this.review?.turns[this.learnt ?? this.ply - 1];
    this.better.hidden = !turn?.best || turn.best === turn.text;
    this.skip.hidden = this.halt.hidden = this.learnt === null;
  }

  // Goes to the position before a turn, and shows the best turn there.
  async showBest(place) {
    const isLesson = this.learnt === place;
    const turn = this.review.turns[place];
    await this.go(place);
    if (this.ply !== place) return;
    if (isLesson) this.learnt = place;
    this.showWays();
    this.better.hidden = true;
    const best = this.table.turns.find(({ text }) => text === turn.best);
    if (best) this.table.setArrows(arrowsOf(best));
    this.tell(`Best was ${turn.best_native} (${scoreFor(turn.best_score, sideName(this.table.state.side))}). ${turn.native} was played.`);
  }

  comment() {
    const turn = this.review?.turns[this.ply - 1];
    this.showWays();
    if (!turn) {
      const start = `The start of the game. Step on with ›${this.next.disabled ? "" : ", or go to the next error"}.`;
      this.tell(this.review ? start : (this.problem ?? "Reviver is looking at the game."));
      return;
    }
    const judged = turn.mark ? ` ${turn.mark}, ${MARK_WORDS[turn.mark] ?? "marked"}` : "";
    // Both scores are from the view of the side that played.
    const scored = (score) => scoreFor(score, sideName(this.table.state.last.side));
    const better = turn.best && turn.best !== turn.text ? ` Best was ${turn.best_native} (${scored(turn.best_score)}).` : "";
    this.tell(`Turn ${this.ply}: ${turn.native}${judged} (${turn.forced ? "the only legal turn" : scored(turn.score)}).${better}`);
  }

  step(by) {
    return this.go(this.ply + by);
  }

  async nextError() {
    const next = this.nextOf(this.placesOf(ERRORS), this.ply);
    if (next === undefined) return;
    await this.go(next + 1);
    this.words.scrollIntoView({ block: "nearest" });
  }

  // The first place at or after `ply`, or else the first of all places. If `places` is empty, tells the visitor why,
  // and returns nothing.
  nextOf(places, ply) {
    if (places.length === 0) this.tell(this.review ? "There is no such error in this game." : "The review is not ready yet.");
    return places.find((place) => place >= ply) ?? places[0];
  }

  // Goes to the position before the next mistake and asks for a better turn.
  async learn() {
    const next = this.nextOf(this.placesOf(MISTAKES, true), this.learnt === null ? this.ply : this.learnt + 1);
    if (next === undefined) return;
    await this.go(next);
    if (this.ply !== next) return;
    this.learning = true;
    this.learnt = next;
    this.showWays();
    this.tell(`Here ${this.review.turns[next].native} was played, ${MARK_WORDS[this.review.turns[next].mark]}. Find a better turn.`);
    this.words.scrollIntoView({ block: "nearest" });
  }

  // Tries a turn: shows Reviver's answer with its score. In “Learn from mistakes”, says whether the tried turn is
  // better than the mistake.
  async tried(turn) {
    const reviewed = this.review?.turns[this.ply];
    const { state, turns, gameLine: before } = this.table;
    const line = { ...before, turns: [...before.turns, turn.text] };
    const after = await ask("position", line);
    if (this.table.gameLine !== before) return;
    this.table.show({ ...after, line });
    const learning = this.learning && reviewed;
    this.learning = false;
    this.tell(`You try ${turn.native}.`);
    // value: the score of the tried turn for the player who tried it, in centipawns. answer: a text
    // about Reviver's answer or the result of the game.
    const judge = (value, answer) => {
      if (!learning) {
        this.tell(`You try ${turn.native}. ${answer}`);
      } else if (turn.text === reviewed.best || value > gain(reviewed.score) + 40) {
        this.tell(`Right: ${turn.native} is better. ${answer}`);
      } else {
        this.table.show({ state, turns, line: before });
        this.learning = true;
        this.tell(`${turn.native} is no better. Try again.`);
      }
    };
    if (after.state.over) {
      const winner = winnerOf(after.state.result);
      judge(winner ? (winner === state.player ? 20000 : -20000) : 0, after.state.result_words);
      return;
    }
    this.search?.stop();
    this.search = searchBest({ line, turns: after.turns, limits: { movetime: 1000 } }, (reply, score) => {
      if (this.table.gameLine !== line) return;
      this.table.setArrows(arrowsOf(reply));
      // If one player plays twice in a row, the score keeps its sign.
      judge(after.state.player === state.player ? gain(score) : -gain(score), `Reviver answers ${reply.native} (${scoreFor(score, sideName(after.state.side))}).`);
    }, (text) => this.tell(text));
  }
}

// A score as a number of centipawns.
function gain(score) {
  return score.mate === undefined ? score.cp : score.mate > 0 ? 20000 : -20000;
}
