//! What the person types as a turn: a number, a turn, or a part of one; and questions about turns.

use super::PlaySession;
use super::explain::ChessMove;
use crate::board::{Act, Turn};
use crate::cli::Error;
use crate::cli::notation::{Notation, in_native_words};
use crate::cli::play::turns::{self, Named};
use crate::cli::terminal;
use crate::notation::NativeWords;
use crate::notation::native::{NativeError, NativeErrorKind};

impl<R: NativeWords> PlaySession<'_, R> {
    /// Plays a turn by its number in the last list.
    pub(super) fn play_number(&mut self, number: usize) -> Result<(), Error> {
        match self.list.get(number.wrapping_sub(1)) {
            Some(&(turn, _)) => self.play_typed(turn),
            None if self.list.is_empty() => self.say("There is no turn to choose from."),
            None => self.say(&format!(
                "The numbers of the last list are 1 to {}; moves lists all turns.",
                self.list.len()
            )),
        }
    }

    fn play_typed(&mut self, turn: Turn) -> Result<(), Error> {
        self.waiting = false;
        self.play(turn, None)
    }

    /// Plays a turn by its text. A part of a turn lists the turns that it fits.
    pub(super) fn play_text(&mut self, text: &str) -> Result<(), Error> {
        let all = self.legal();
        let same = |(turn, _): &&Named| turn.to_string().eq_ignore_ascii_case(text);
        if let Some(&(turn, _)) = all.iter().find(same) {
            return self.play_typed(turn);
        }
        let native = in_native_words(self.live.position(), text);
        if let Ok(turn) = native {
            return self.play_typed(turn);
        }
        if turns::square(text).is_some() {
            return self.ask(text);
        }
        let fitting = turns::fitting(&all, &self.live.position().setup().placement, text);
        match text.parse::<Turn>() {
            // A text such as `N@f3` is a drop, but also the beginning of a turn such as
            // `N@f3,f6e6`.
            Ok(turn) if turn.act() == Act::Drop && !fitting.is_empty() => self.show_list(fitting),
            // The attempt to play the turn prints why it is not legal.
            Ok(turn) => {
                self.play(turn, None)?;
                if fitting.is_empty() {
                    return Ok(());
                }
                self.say("With an un-capture before it:")?;
                self.show_list(fitting)
            }
            Err(_) => self.not_understood(text, fitting, native.err()),
        }
    }

    /// The text is not a turn in either notation: lists the turns that begin with it, or says how turns
    /// are written.
    fn not_understood(
        &mut self,
        text: &str,
        fitting: Vec<Named>,
        native: Option<NativeError>,
    ) -> Result<(), Error> {
        let malformed = |error: &NativeError| matches!(error.kind, NativeErrorKind::Syntax { .. });
        // `Kf6` is more likely a move of chess than a turn in the author's notation, which has a hyphen.
        let chess = ChessMove::read(text);
        if let Some(error) = native.as_ref().filter(|error| !malformed(error))
            && (chess.is_none() || text.contains('-'))
        {
            return self.say(&format!("{error}."));
        }
        if !fitting.is_empty() {
            return self.show_list(fitting);
        }
        let all = self.legal();
        if let Some(chess) = chess {
            let meant = self.meant_by(chess, &all);
            self.say(&self.explain_chess(text, &meant, &all))?;
            return if meant.is_empty() {
                Ok(())
            } else {
                self.show_list(meant)
            };
        }
        match native {
            Some(error) if self.notation == Notation::Native => self.say(&format!(
                "{error}. Type ? to see what you can play, help for commands."
            )),
            _ => self.say(&self.explain_nothing(text, &all)),
        }
    }

    /// Answers a question about turns. An empty question asks for an overview.
    pub(super) fn ask(&mut self, question: &str) -> Result<(), Error> {
        let all = self.legal();
        let placement = self.live.position().setup().placement;
        if all.is_empty() {
            return self.say("The game is over: nothing can be played.");
        }
        if question.is_empty() {
            let overview = turns::overview(&all, &placement);
            let count = all.len();
            self.list = all;
            return self.say(&format!(
                "{count} turns, by piece:\n{overview}Type a square, a letter or the start of a turn to \
                 list some of them, moves to list them all."
            ));
        }
        let fitting = turns::fitting(&all, &placement, question);
        if fitting.is_empty() {
            return self.say(&format!(
                "No turn fits '{question}'. Ask about a square (? e4), a kind of piece (? N) or the start \
                 of a turn (? N@e4)."
            ));
        }
        self.show_list(fitting)
    }

    pub(super) fn show_list(&mut self, list: Vec<Named>) -> Result<(), Error> {
        self.list = list;
        let text = turns::numbered(&self.list, terminal::width());
        Ok(self.console.page(text.trim_end())?)
    }
}
