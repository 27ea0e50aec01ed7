//! How a game ends: who won, and by which rule.

use super::draw::DrawCause;

/// A player. Colours may change hands in a game, seats do not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Seat {
    /// White's player; where the colours are switched, whoever holds White then. In the built-in
    /// games this player plays the first turn.
    First,
    /// The other player.
    Second,
}

impl Seat {
    /// The number by which texts call the player: 1 or 2.
    #[must_use]
    pub const fn number(self) -> u8 {
        match self {
            Seat::First => 1,
            Seat::Second => 2,
        }
    }
}

impl std::ops::Not for Seat {
    type Output = Seat;
    #[inline]
    fn not(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }
}

/// The rule by which a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Ending {
    /// In check without a legal turn (`unachess`).
    Checkmate,
    /// A check on the opponent's own king that no turn of the side to play removes (`unplay`).
    RetroCheckmate,
    /// The whole enemy army has been un-captured.
    Army,
    /// All sixteen pieces of a colour are home.
    Home,
    /// The end has been declared.
    Declared,
    /// The side to play has no legal turn.
    Stalemate,
    /// The same position for the third time.
    Repetition,
    /// A hundred plies without an irreversible one.
    FiftyMoves,
}

impl Ending {
    /// The word for it in the protocol.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Ending::Checkmate => "checkmate",
            Ending::RetroCheckmate => "retro-checkmate",
            Ending::Army => "army",
            Ending::Home => "home",
            Ending::Declared => "declared",
            Ending::Stalemate => "stalemate",
            Ending::Repetition => "repetition",
            Ending::FiftyMoves => "fifty-moves",
        }
    }
}

impl From<DrawCause> for Ending {
    fn from(cause: DrawCause) -> Self {
        match cause {
            DrawCause::Stalemate => Ending::Stalemate,
            DrawCause::Repetition => Ending::Repetition,
            DrawCause::FiftyMoves => Ending::FiftyMoves,
        }
    }
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Outcome {
    /// Who won; `None` for a draw.
    pub winner: Option<Seat>,
    /// By which rule.
    pub ending: Ending,
}

impl Outcome {
    /// A win.
    #[must_use]
    pub const fn win(winner: Seat, ending: Ending) -> Self {
        Self {
            winner: Some(winner),
            ending,
        }
    }

    /// A draw.
    #[must_use]
    pub const fn draw(ending: Ending) -> Self {
        Self {
            winner: None,
            ending,
        }
    }

    /// A win of whoever has more, a draw where both have the same.
    #[must_use]
    pub fn compared<T: Ord>(first: &T, second: &T, ending: Ending) -> Self {
        let winner = match first.cmp(second) {
            std::cmp::Ordering::Greater => Some(Seat::First),
            std::cmp::Ordering::Less => Some(Seat::Second),
            std::cmp::Ordering::Equal => None,
        };
        Self { winner, ending }
    }

    /// `1-0`, `0-1` or `1/2-1/2`; the first number is that of the player who played the first turn.
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Seat::First) => "1-0",
            Some(Seat::Second) => "0-1",
            None => "1/2-1/2",
        }
    }
}
