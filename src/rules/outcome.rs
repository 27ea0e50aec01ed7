//! How a game ends: who won, and by which rule.

/// A player. Players may switch colours during a game, but not seats.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Seat {
    /// In games in which the players keep their colours: White's player. In games in which they
    /// switch: the player who holds Black before the switch and White after it. In the built-in
    /// games this player plays the first turn.
    First,
    /// The other player.
    Second,
}

impl Seat {
    /// The number of the player in texts: 1 or 2.
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

/// The three draw rules. The switches of a game can give them another result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum DrawCause {
    /// The side to play has no legal turn, and no other rule decides the game.
    Stalemate,
    /// The same position has occurred for the third time.
    Repetition,
    /// A hundred reversible plies have been played in a row. A ply is irreversible if it is a
    /// capture, an un-capture, a pawn move, a pawn un-move or an un-promotion, or if it places a
    /// piece on the board.
    FiftyMoves,
}

/// The rule by which a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Ending {
    /// The side to play is in check and has no legal turn.
    Checkmate,
    /// The side that has just played left its own king in check, and the side to play has no legal
    /// turn.
    RetroCheckmate,
    /// The whole enemy army has been un-captured.
    Army,
    /// All sixteen pieces of a colour are home.
    Home,
    /// A player declared the end.
    Declared,
    /// The side to play has no legal turn, and no other rule decides the game.
    Stalemate,
    /// The same position has occurred for the third time.
    Repetition,
    /// A hundred reversible plies have been played in a row.
    FiftyMoves,
}

impl Ending {
    /// All rules by which a game can end.
    pub const ALL: [Ending; 8] = [
        Ending::Checkmate,
        Ending::RetroCheckmate,
        Ending::Army,
        Ending::Home,
        Ending::Declared,
        Ending::Stalemate,
        Ending::Repetition,
        Ending::FiftyMoves,
    ];

    /// The rule as a [`DrawCause`]; `None` if it is not one of the three draw rules.
    #[must_use]
    pub const fn draw_cause(self) -> Option<DrawCause> {
        match self {
            Ending::Stalemate => Some(DrawCause::Stalemate),
            Ending::Repetition => Some(DrawCause::Repetition),
            Ending::FiftyMoves => Some(DrawCause::FiftyMoves),
            _ => None,
        }
    }

    /// The word for the rule in the protocol.
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

    /// The name of the rule in a table or a chart.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Ending::Checkmate => "checkmate",
            Ending::RetroCheckmate => "retro-checkmate",
            Ending::Army => "whole army un-captured",
            Ending::Home => "all pieces home",
            Ending::Declared => "end declared",
            Ending::Stalemate => "no legal turn",
            Ending::Repetition => "threefold repetition",
            Ending::FiftyMoves => "fifty-move rule",
        }
    }

    /// The rule as part of a sentence.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Ending::Checkmate => "checkmate",
            Ending::RetroCheckmate => {
                "retro-checkmate: the winner left its king in a check that the opponent cannot take back"
            }
            Ending::Army => "the whole enemy army has been un-captured",
            Ending::Home => "all sixteen pieces of a colour are home",
            Ending::Declared => "the end was declared",
            Ending::Stalemate => "there is no legal turn",
            Ending::Repetition => "the same position has occurred for the third time",
            Ending::FiftyMoves => "each player has played fifty reversible turns in a row",
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
    /// The winner; `None` for a draw.
    pub winner: Option<Seat>,
    /// The rule that ended the game.
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

    /// A win of the player with the greater value; a draw if the values are equal.
    #[must_use]
    pub fn compared<T: Ord>(first: &T, second: &T, ending: Ending) -> Self {
        let winner = match first.cmp(second) {
            std::cmp::Ordering::Greater => Some(Seat::First),
            std::cmp::Ordering::Less => Some(Seat::Second),
            std::cmp::Ordering::Equal => None,
        };
        Self { winner, ending }
    }

    /// `1-0`, `0-1` or `1/2-1/2`. The first number belongs to [`Seat::First`].
    #[must_use]
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Seat::First) => "1-0",
            Some(Seat::Second) => "0-1",
            None => "1/2-1/2",
        }
    }
}
