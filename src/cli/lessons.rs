//! Lessons at the terminal: the reader types a turn, and reads why the turn is right or wrong.

use std::fmt::Display;
use std::ops::ControlFlow;

use super::Error;
use super::lesson_place::LessonPlace;
use super::notation::Notation;
use super::rules_text;
use super::terminal::{self, Answer, Console, Input, Renderer, is_quit};
use super::turns::{self, Meaning, Named};
use crate::board::{Act, Turn};
use crate::games::{Game, Lesson, LessonAnswer, TypedGame, Visitor};
use crate::notation::NativeWords;

/// How the lessons ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Finished {
    /// The last lesson is over.
    All,
    /// The reader has left the lessons.
    Left,
    /// The input has ended.
    Input,
}

/// What follows a lesson.
enum Step {
    Next,
    Back,
    End(Finished),
}

const COMMANDS: &str = "Type a turn, or a command: 'moves' lists all turns, 'hint' names the first step, 'show' \
                        shows the solution, 'next' and 'back' go to another lesson, 'rules' prints the rules, \
                        'quit' or 'q' leaves the lessons.";

/// Runs the lessons of a game.
pub(super) fn run(game: &'static Game, console: &mut Console) -> Result<Finished, Error> {
    game.dispatch(Lessons(console))
}

struct Lessons<'a>(&'a mut Console);

impl Visitor for Lessons<'_> {
    type Output = Result<Finished, Error>;

    fn visit<R: NativeWords>(self, game: TypedGame<R>) -> Self::Output {
        let console = self.0;
        let lessons = game.game().lessons();
        if lessons.is_empty() {
            console.say(&format!(
                "{game} has no lessons. The command 'rules' prints its rules."
            ))?;
            return Ok(Finished::Left);
        }
        let count = lessons.len();
        console.say(&format!(
            "{}: {count} lessons. {COMMANDS}",
            game.game().title()
        ))?;
        if let Some(legend) = console.screen().legend_at_start() {
            console.say(&legend)?;
        }
        let place = LessonPlace::of(game.game());
        let mut at = match first_lesson(console, lessons, &place)? {
            ControlFlow::Continue(index) => index,
            ControlFlow::Break(finished) => return Ok(finished),
        };
        while let Some(lesson) = lessons.get(at) {
            let position: R = lesson
                .position(game.switches())
                .map_err(|error| failed(&error))?;
            let played = lesson.turns(R::FORM).map_err(|error| failed(&error))?;
            let mut run = LessonRun {
                console: &mut *console,
                game: game.game(),
                lesson,
                heading: format!("Lesson {} of {count}: {}", at + 1, lesson.title),
                latest: played.last().copied(),
                position,
                is_last: at + 1 == count,
                is_solved: false,
                list: Vec::new(),
            };
            match run.run()? {
                Step::Next => at += 1,
                Step::Back => at = at.saturating_sub(1),
                Step::End(finished) => {
                    let next = at + usize::from(run.is_solved);
                    // If no lesson is stored, the reader begins with the first one next time. So
                    // the first one is not stored.
                    leave(console, lessons.get(next).filter(|_| next > 0), &place);
                    return Ok(finished);
                }
            }
        }
        leave(console, None, &place);
        Ok(Finished::All)
    }
}

/// The index of the lesson to begin with. A reader at a terminal who has stopped at a later
/// lesson can choose between that lesson and the first one. Everybody else begins with the first
/// lesson. [`ControlFlow::Break`] if the reader leaves or the input ends.
fn first_lesson(
    console: &mut Console,
    lessons: &[Lesson],
    place: &LessonPlace,
) -> Result<ControlFlow<Finished, usize>, Error> {
    let title = place.read().filter(|_| console.is_terminal());
    let known = title.and_then(|title| {
        let has_title = |lesson: &Lesson| lesson.title == title;
        Some((lessons.iter().position(has_title)?, title))
    });
    let Some((index, title)) = known else {
        return Ok(ControlFlow::Continue(0));
    };
    console.say(&format!("You stopped at lesson {}: {title}.", index + 1))?;
    let help = "Type 'yes' to go on with this lesson, 'no' to begin with the first one, or 'quit' to leave.";
    Ok(match console.confirm("Go on there? [Y/n] ", help)? {
        Answer::Yes => ControlFlow::Continue(index),
        Answer::No => ControlFlow::Continue(0),
        Answer::Quit => ControlFlow::Break(Finished::Left),
        Answer::End => ControlFlow::Break(Finished::Input),
    })
}

/// Stores the lesson `next`, where the reader can go on later. If `next` is `None`, forgets the
/// stored lesson. Without a terminal, does nothing.
fn leave(console: &Console, next: Option<&Lesson>, place: &LessonPlace) {
    match next.filter(|_| console.is_terminal()) {
        Some(lesson) => place.write(&lesson.title),
        None if console.is_terminal() => place.forget(),
        None => {}
    }
}

/// A hint that names only the beginning of a turn.
fn first_step(turn: Turn) -> String {
    match (turn.head_revival(), turn.act()) {
        (Some(head), _) => format!("Begin with an un-capture on {}.", head.square),
        (None, Act::Drop) => "Begin with the reserve.".to_owned(),
        (None, Act::End) => "Look at the score: the game can end here.".to_owned(),
        (None, _) => format!("Begin with the piece on {}.", turn.from()),
    }
}

fn failed(error: &dyn Display) -> Error {
    Error::Failed(error.to_string())
}

/// A lesson under way.
struct LessonRun<'a, R> {
    console: &'a mut Console,
    game: &'static Game,
    lesson: &'a Lesson,
    heading: String,
    position: R,
    latest: Option<Turn>,
    is_last: bool,
    /// Whether the reader has seen the right turn.
    is_solved: bool,
    /// The latest list of turns. The reader can play a turn by its number in this list.
    list: Vec<Named>,
}

impl<R: NativeWords> LessonRun<'_, R> {
    fn run(&mut self) -> Result<Step, Error> {
        self.present()?;
        loop {
            let line = match self.console.read("turn> ")? {
                Input::Line(line) => line,
                Input::Interrupt => return Ok(Step::End(Finished::Left)),
                Input::End => return Ok(Step::End(Finished::Input)),
            };
            let turn = match line.trim().to_ascii_lowercase().as_str() {
                "" | "board" => {
                    self.present()?;
                    None
                }
                "next" | "skip" => return Ok(Step::Next),
                "back" => return Ok(Step::Back),
                word if is_quit(word) => return Ok(Step::End(Finished::Left)),
                "help" => {
                    self.console.say(COMMANDS)?;
                    None
                }
                "moves" | "?" => {
                    self.show_list(self.legal())?;
                    None
                }
                "rules" => {
                    rules_text::show(self.game, self.position.side(), self.console)?;
                    None
                }
                "hint" => {
                    if let Some(solution) = self.solution() {
                        self.console.say(&first_step(solution))?;
                    }
                    None
                }
                "show" => {
                    if let Some(solution) = self.solution() {
                        self.console.say(&format!("The solution: {solution}"))?;
                        return self.solved(solution);
                    }
                    None
                }
                _ => self.read(line.trim())?,
            };
            match turn.map(|turn| (turn, self.answer(turn))) {
                None => {}
                Some((turn, LessonAnswer::Right(_))) => return self.solved(turn),
                Some((_, LessonAnswer::Wrong(reason))) => {
                    self.say_markdown(&format!("{reason}{}", self.typing()))?;
                }
            }
        }
    }

    /// Shows the position and the task.
    fn present(&self) -> Result<(), Error> {
        self.console.say(&format!("\n{}", self.heading))?;
        self.draw(&self.position, self.latest)?;
        let Lesson { text, task, .. } = self.lesson;
        self.say_markdown(&format!("{text}\n\n**{task}**{}", self.typing()))
    }

    /// Sentences that say how to type a turn of this lesson, each with a space before it. Empty if
    /// the lesson has none.
    fn typing(&self) -> String {
        let Lesson {
            typing, example, ..
        } = self.lesson;
        let example = example.as_ref().map(|turn| format!("Type `{turn}`."));
        let parts = [Some(typing.clone()), example];
        let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
        parts.map(|part| format!(" {part}")).collect()
    }

    fn draw(&self, position: &R, latest: Option<Turn>) -> Result<(), Error> {
        let bottom = self.position.side();
        let board = self
            .console
            .screen()
            .board_with_text(position.setup(), latest, bottom);
        Ok(self.console.say(&board)?)
    }

    fn say_markdown(&self, text: &str) -> Result<(), Error> {
        let screen = self.console.screen();
        let renderer = Renderer {
            width: screen.text_width(),
            has_bold: screen.has_colors(),
            board: &|_| None,
        };
        Ok(self.console.say(&renderer.render(text))?)
    }

    fn answer(&self, turn: Turn) -> LessonAnswer {
        let illegality = self.position.illegality(turn);
        self.lesson.answer(turn, illegality.as_ref())
    }

    /// A turn that the lesson accepts.
    fn solution(&self) -> Option<Turn> {
        let turns = self.position.turns().into_iter();
        let is_right = |turn: &Turn| matches!(self.answer(*turn), LessonAnswer::Right(_));
        turns.into_iter().find(is_right)
    }

    fn legal(&self) -> Vec<Named> {
        Notation::Protocol.all(&self.position)
    }

    /// The turn that the reader has typed, or has chosen by its number. A typed turn may be
    /// illegal. For any other text, prints an answer and returns `None`.
    fn read(&mut self, text: &str) -> Result<Option<Turn>, Error> {
        if let Ok(number) = text.parse::<usize>() {
            let turn = self.list.get(number.wrapping_sub(1)).map(|&(turn, _)| turn);
            if turn.is_none() {
                self.console
                    .say("A number plays a turn of the last list; 'moves' lists all turns.")?;
            }
            return Ok(turn);
        }
        let all = self.legal();
        if let Some(question) = text.strip_prefix('?') {
            let placement = self.position.setup().placement;
            let fitting = turns::fitting(&all, &placement, question.trim());
            if fitting.is_empty() {
                self.console
                    .say(&turns::no_fitting(question.trim(), &all))?;
            } else {
                self.show_list(fitting)?;
            }
            return Ok(None);
        }
        match turns::meaning(&self.position, Notation::Protocol, &all, text) {
            Meaning::Turn { turn, .. } => return Ok(Some(turn)),
            Meaning::Understood { turn, answer } => {
                self.console.say(&answer)?;
                return Ok(Some(turn));
            }
            Meaning::OneOf { heading, turns } => {
                if let Some(heading) = heading {
                    self.console.say(&heading)?;
                }
                self.show_list(turns)?;
            }
            Meaning::Nothing(answer) => self.console.say(&answer)?,
        }
        Ok(None)
    }

    fn show_list(&mut self, list: Vec<Named>) -> Result<(), Error> {
        self.list = list;
        let text = turns::numbered(&self.list, terminal::width());
        Ok(self.console.page_before(text.trim_end(), "a turn")?)
    }

    /// Shows the position after the right turn, and why the turn is right.
    fn solved(&mut self, turn: Turn) -> Result<Step, Error> {
        self.is_solved = true;
        self.draw(&self.position.play(turn), Some(turn))?;
        self.say_markdown(&format!("Right. {}", self.lesson.right))?;
        if self.is_last {
            self.console.say("\nThat was the last lesson.")?;
            return Ok(Step::Next);
        }
        if self.console.is_terminal() {
            return self.after_right(turn);
        }
        Ok(Step::Next)
    }

    /// Asks the reader at a terminal how to go on after a solved lesson.
    fn after_right(&mut self, turn: Turn) -> Result<Step, Error> {
        loop {
            let prompt = "(Enter for the next lesson, q to stop) ";
            let line = match self.console.read(prompt)? {
                Input::Line(line) => line,
                Input::Interrupt => return Ok(Step::End(Finished::Left)),
                Input::End => return Ok(Step::End(Finished::Input)),
            };
            match line.trim().to_ascii_lowercase().as_str() {
                "" | "next" | "skip" => return Ok(Step::Next),
                "back" => return Ok(Step::Back),
                word if is_quit(word) => return Ok(Step::End(Finished::Left)),
                "board" => self.draw(&self.position.play(turn), Some(turn))?,
                "rules" => rules_text::show(self.game, self.position.side(), self.console)?,
                _ => self.console.say(
                    "This lesson is done. Press Enter for the next lesson, or type 'back', 'board', 'rules' or 'quit'.",
                )?,
            }
        }
    }
}
