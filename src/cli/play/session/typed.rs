//! What the person types about turns: a number, the text of a turn or a part of it, or a question.

use super::PlaySession;
use crate::board::Turn;
use crate::cli::Error;
use crate::cli::play::input::likely_command;
use crate::cli::terminal;
use crate::cli::turns::{self, Meaning, Named};
use crate::notation::NativeWords;
use crate::plural::counted;

impl<R: NativeWords> PlaySession<'_, R> {
    /// Plays a turn by its number in the last list.
    pub(super) fn play_number(&mut self, number: usize) -> Result<(), Error> {
        if self.is_over() {
            return self.say_over();
        }
        match self.list.get(number.wrapping_sub(1)) {
            Some(&(turn, _)) => self.play_typed(turn),
            None if self.list.is_empty() => self.say(
                "There is no current list of turns. Type 'moves' to list all turns; then a number plays a turn of \
                 the list.",
            ),
            None => self.say(&format!(
                "The last list has {}; 'moves' lists all turns.",
                counted(self.list.len(), "turn")
            )),
        }
    }

    /// Plays a turn that the person has typed, or says why it is not legal.
    fn play_typed(&mut self, turn: Turn) -> Result<(), Error> {
        if self.live.position().is_legal(turn) {
            self.waiting = false;
        }
        self.play(turn, None)
    }

    /// Plays a turn by its text. If the text is only a part of a turn, lists the turns that match.
    pub(super) fn play_text(&mut self, text: &str) -> Result<(), Error> {
        if self.is_over() {
            return self.say_over();
        }
        let all = self.legal();
        match turns::meaning(self.live.position(), self.notation, &all, text) {
            Meaning::Turn { turn, longer } => {
                // If the turn is illegal, `play_typed` says why.
                self.play_typed(turn)?;
                if longer.is_empty() {
                    return Ok(());
                }
                let un_capture = longer.iter().all(|(turn, _)| turn.un_captures());
                self.say(if un_capture {
                    "It is legal together with an un-capture:"
                } else {
                    "These turns are legal:"
                })?;
                self.show_list(longer)
            }
            Meaning::Understood { turn, answer } => {
                self.say(&answer)?;
                self.play_typed(turn)
            }
            Meaning::OneOf { heading, turns } => {
                if let Some(heading) = heading {
                    self.say(&heading)?;
                }
                self.show_list(turns)
            }
            Meaning::Nothing(answer) => match likely_command(text) {
                Some(command) => self.say(&format!(
                    "'{text}' is neither a turn nor a command. Did you mean {command}?"
                )),
                None => self.say(&answer),
            },
        }
    }

    /// Answers a question about turns. An empty question asks for an overview.
    pub(super) fn ask(&mut self, question: &str) -> Result<(), Error> {
        let all = self.legal();
        let placement = self.live.position().setup().placement;
        if all.is_empty() {
            return self.say_over();
        }
        if question.is_empty() {
            let overview = turns::overview(&all, &placement);
            let turns = counted(all.len(), "turn");
            return self.say(&format!(
                "{turns}, by piece:\n{overview}Type a square, a letter or the start of a turn to \
                 list some of them, 'moves' to list them all."
            ));
        }
        let fitting = turns::fitting(&all, &placement, question);
        if fitting.is_empty() {
            return self.say(&turns::no_fitting(question, &all));
        }
        self.show_list(fitting)
    }

    /// Shows a numbered list of turns, which the person can then play by their numbers.
    pub(super) fn show_list(&mut self, list: Vec<Named>) -> Result<(), Error> {
        self.list = list;
        let text = turns::numbered(&self.list, terminal::width());
        Ok(self.console.page_before(text.trim_end(), "a turn")?)
    }
}
