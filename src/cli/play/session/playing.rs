//! Turns of both players.

use super::PlaySession;
use crate::board::{Color, Turn};
use crate::cli::Error;
use crate::cli::play::engine::{Decision, Purpose};
use crate::cli::play::{strength, words};
use crate::cli::scores;
use crate::cli::turns::Named;
use crate::live::PlayError;
use crate::notation::NativeWords;
use crate::record::{Comment, RecordedTurn};
use crate::rules::{Seat, role_name, side_name};

impl<R: NativeWords> PlaySession<'_, R> {
    /// All legal turns, sorted by their texts. There are none if the game is over.
    pub(super) fn legal(&self) -> Vec<Named> {
        if self.is_over() {
            Vec::new()
        } else {
            self.notation.all(self.live.position())
        }
    }

    /// Plays a turn of either player.
    pub(super) fn play(&mut self, turn: Turn, comment: Option<Comment>) -> Result<(), Error> {
        if let Some(early_end) = self.early_end {
            return self.say(&self.early_end_text(early_end));
        }
        let before = self.live.color_of(Seat::First);
        match self.live.play(turn) {
            Ok(()) => {}
            Err(PlayError::Illegal { turn, illegality }) => {
                return self.say(&format!("{turn} is not legal: {}.", illegality.reason));
            }
            Err(error) => return self.say(&format!("{error}.")),
        }
        self.list.clear();
        self.note_turn(turn, comment);
        self.changed = true;
        self.report_switch(before)
    }

    /// Adds the turn that was played last to the recorded turns. A turn that was taken back and is
    /// now played again keeps its comment and its variations.
    fn note_turn(&mut self, turn: Turn, comment: Option<Comment>) {
        let ply = self.live.turns().len() - 1;
        match self.recorded.get_mut(ply) {
            Some(earlier) if earlier.turn == turn => {
                earlier.comment = earlier.comment.take().or(comment);
            }
            _ => {
                self.recorded.truncate(ply);
                self.recorded.push(RecordedTurn {
                    comment,
                    ..turn.into()
                });
            }
        }
    }

    /// Says which colours the players now hold, if the turn has switched them. `before` is the
    /// colour of player 1 before the turn.
    fn report_switch(&self, before: Color) -> Result<(), Error> {
        if self.live.color_of(Seat::First) == before {
            return Ok(());
        }
        let player = |seat: Seat, adverb: &str| {
            let name = self.players.name(seat);
            let verb = if name == "you" { "hold" } else { "holds" };
            let color = side_name(self.live.color_of(seat));
            format!("{name}{adverb} {verb} {color}")
        };
        let first = self.players.first();
        self.say(&format!(
            "The colours are switched: {}, and {}.",
            player(first, " now"),
            player(!first, "")
        ))
    }

    /// Lets the engine play a turn: its own, or one for the person who is to play.
    pub(super) fn engine_turn(&mut self) -> Result<(), Error> {
        let Some(Decision {
            turn,
            thought,
            stopped,
        }) = self.engine.think(
            &self.live,
            Purpose::Turn(&mut self.settings.clocks),
            self.guard,
        )
        else {
            self.waiting = true;
            return Ok(());
        };
        let seat = self.live.position().seat();
        let position = self.live.position();
        let turn_text = self.notation.write(position, turn);
        let capture = words::captured(position, turn).map_or_else(String::new, |role| {
            format!(" and captures a {}", role_name(role))
        });
        let mut text = if self.players.is_human(seat) {
            let name = self.players.name(seat);
            let level = strength::level(&self.settings);
            format!("For {name}, Reviver plays {turn_text}{capture}, {level}")
        } else if self.players.engine_only() {
            format!("{} plays {turn_text}{capture}", self.players.title(seat))
        } else {
            format!("Reviver plays {turn_text}{capture}")
        };
        if let (Some(thought), true) = (thought, self.console.is_terminal()) {
            let (score, seconds) = (thought.score, thought.time.as_secs_f64());
            let score_words = scores::of_player(score, self.players.name(seat));
            let depth = if score.is_forced() {
                String::new()
            } else {
                format!(", depth {}", thought.depth)
            };
            text.push_str(&format!("  ({score_words}{depth}, {seconds:.1} s)"));
        }
        if let Some(clock) = self.settings.clocks.left(seat) {
            text.push_str(&format!("  [clock {:.1} s]", clock.as_secs_f64()));
        }
        self.say(&text)?;
        self.play(
            turn,
            thought.and_then(|thought| Comment::new(&thought.to_string())),
        )?;
        if stopped && self.players.engine_only() {
            self.waiting = true;
        }
        Ok(())
    }
}
