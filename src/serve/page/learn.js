// Rules and lessons: text and a board side by side. Each step of a lesson asks for a turn.

import { el, button, announce } from "./dom.js";
import { ask, byRecommendation, games, gameNamed } from "./api.js";
import { Table, arrowsOf } from "./table.js";
import { markdown } from "./markdown.js";
import { smallBoard, placementOf } from "./pieces.js";
import { CommandField } from "./command.js";
import { progress, setProgress } from "./store.js";
import { sentence } from "./words.js";

export async function rulesPage(main, name) {
  const { title, markdown: text } = await ask("rules", { game: name });
  const prose = markdown(text);
  if (!prose.querySelector("h1")) main.append(el("h1", { text: title }));
  main.append(prose, el("p", { class: "row" }, el("a", { class: "button primary", href: `#/new/${name}` }, "Play"), el("a", { class: "button", href: `#/learn/${name}` }, "Learn step by step")));
}

export async function learnPage(main, name, step) {
  if (!name) return chooseGame(main);
  const game = await gameNamed(name);
  const { lessons } = await ask("lessons", { game: name });
  if (lessons.length === 0) {
    main.append(el("h1", { text: `Learn ${game.title}` }), el("p", { text: "This game has no lessons." }), el("p", {}, el("a", { class: "button primary", href: `#/rules/${name}` }, "Read its rules")));
    return null;
  }
  const done = Math.min(lessons.length, progress("lessons")[name] ?? 0);
  const index = Math.max(0, Math.min(lessons.length - 1, step === undefined ? done : Number(step) || 0));
  const page = new LessonPage(main, { game, lessons, index });
  await page.begin();
  return page;
}

async function chooseGame(main) {
  main.append(el("h1", { text: "Learn a game" }), el("p", { class: "lead", text: "Small steps: each asks for one turn and says why it is right or wrong." }));
  const done = progress("lessons");
  const list = el("ul", { class: "cards" });
  for (const game of byRecommendation(await games())) {
    list.append(
      el(
        "li",
        { class: `card small${game.recommended ? " recommended" : ""}` },
        smallBoard(placementOf(game.sample), `A position of ${game.title}`),
        el(
          "div",
          {},
          el("h2", { text: game.title }),
          el("p", { text: sentence(game.summary) }),
          el("p", { class: "row" }, el("a", { class: "button primary", href: `#/learn/${game.name}`, "aria-label": `${done[game.name] ? "Go on with" : "Learn"} ${game.title}` }, done[game.name] ? `Go on at step ${done[game.name] + 1}` : "Begin"), el("a", { class: "button", href: `#/rules/${game.name}`, "aria-label": `Rules of ${game.title}` }, "Rules")),
        ),
      ),
    );
  }
  main.append(list);
  return null;
}

class LessonPage {
  constructor(main, { game, lessons, index }) {
    this.game = game;
    this.lesson = lessons[index];
    this.index = index;
    this.count = lessons.length;
    this.line = { game: game.name, start: this.lesson.start, turns: this.lesson.turns };
    this.answer = el("p", { class: "answer", hidden: true });
    this.table = new Table({
      label: "Lesson board",
      onTurn: (turn) => this.tried(turn),
      mayPlay: () => !this.solved,
    });
    this.field = new CommandField({ table: this.table, known: {}, onTurn: (text) => this.typed(text) });
    this.next = el(
      "p",
      { class: "row" },
      index > 0 ? el("a", { class: "button", href: `#/learn/${game.name}/${index - 1}` }, "Back") : null,
      button("Show me", () => this.show()),
      button("Again", () => this.begin()),
      index + 1 < lessons.length ? el("a", { class: "button", href: `#/learn/${game.name}/${index + 1}` }, "Next step") : el("a", { class: "button", href: `#/new/${game.name}` }, "Play a game"),
    );
    const steps = el("ol", { class: "step-list", "aria-label": "Steps" }, lessons.map((lesson, at) => el("li", {}, el("a", { href: `#/learn/${game.name}/${at}`, "aria-current": at === index ? "step" : null, class: at < (progress("lessons")[game.name] ?? 0) ? "done" : "", "aria-label": `Step ${at + 1}: ${lesson.title}` }, String(at + 1)))));
    main.append(
      el("h1", { class: "title" }, `${game.title}: ${this.lesson.title}`, el("small", { text: `Step ${index + 1} of ${lessons.length}` })),
      el("div", { class: "layout" }, el("section", { class: "intro", "aria-label": "Lesson" }, markdown(this.lesson.text)), this.table.node, el("section", { class: "panel", "aria-label": "Steps" }, this.answer, this.next, steps), this.field.node),
    );
  }

  leave() {
    this.table.leave();
  }

  async begin() {
    this.solved = false;
    this.answer.hidden = true;
    const { state, turns } = await ask("position", this.line);
    this.table.flip(state.side === "b");
    this.table.show({ state, turns, line: this.line });
  }

  tell(text, kind) {
    this.answer.hidden = false;
    this.answer.className = `answer ${kind}`;
    this.answer.textContent = `${kind === "right" ? "✓ " : "✗ "}${text}`;
    announce(text);
  }

  typed(text) {
    const turn = this.table.turns.find((other) => other.text === text);
    if (turn) this.tried(turn);
  }

  async tried(turn) {
    if (!this.lesson.answers.includes(turn.text)) {
      this.table.cancel();
      this.tell(this.lesson.wrong[turn.text] ?? this.lesson.hint, "wrong");
      return;
    }
    this.solved = true;
    setProgress("lessons", this.game.name, Math.max(this.index + 1, progress("lessons")[this.game.name] ?? 0));
    const line = { ...this.line, turns: [...this.line.turns, turn.text] };
    const { state } = await ask("position", line);
    this.table.show({ state, turns: [], line });
    this.table.line.textContent = "Right.";
    this.tell(this.lesson.right, "right");
    this.next.lastChild.classList.add("primary");
    this.next.lastChild.focus();
  }

  show() {
    const turn = this.table.turns.find(({ text }) => this.lesson.answers.includes(text));
    if (!turn || this.solved) return;
    this.table.setArrows(arrowsOf(turn));
    this.table.say(`For example: ${turn.native}.`);
  }
}
