//! How games end in the oracle, the second implementation of the rules.

use std::cmp::Ordering;

use reviver::board::{Color, Pending, Role, Setup, Square};

use super::game_rules::GameRules;
use super::unachess::{SquareMap, Switches};
use super::{all_on_board, is_home, king_attacked, pieces_home, row};

impl GameRules {
    /// The result of a position and its reason; `None` if the game goes on. "1-0" is a win of
    /// White's player. If the players switch colours, it is a win of the player who has White in
    /// phase II.
    pub fn result(&self, setup: &Setup, has_turn: bool) -> Option<(&'static str, &'static str)> {
        if let Some(decided) = self.decided(setup) {
            return Some(decided);
        }
        if has_turn {
            return None;
        }
        let just_played = !setup.side;
        if self.family() == "unplay" && self.is("own-check", "free") {
            let has_king = setup.placement.king(setup.side).is_some();
            if has_king && king_attacked(setup, just_played) {
                return Some((win(just_played), "retro-checkmate"));
            }
        }
        if self.family() == "unachess" && SquareMap::new(Switches::BASE, setup).in_check(setup.side)
        {
            return Some((win(just_played), "checkmate"));
        }
        Some((self.result_on("stalemate", setup), "stalemate"))
    }

    /// The result and its reason, if the game has ended by a declaration, by sixteen pieces home,
    /// or by a whole army on the board. Otherwise `None`. Mates and stalemates are not found here,
    /// but by [`Self::result`].
    fn decided(&self, setup: &Setup) -> Option<(&'static str, &'static str)> {
        let (to_play, just_played) = (setup.side, !setup.side);
        let home = |color| pieces_home(setup, color) == 16;
        match self.family() {
            "ssehc" if setup.pending == Pending::End => Some((self.judged(setup), "declared")),
            "ssehc" => {
                (self.on("home-wins") && home(just_played)).then(|| (win(just_played), "home"))
            }
            "smolowitz" => {
                let phase_two = is_phase_two(setup);
                let any_side_home = home(Color::White) || home(Color::Black);
                ((phase_two || self.on("home-wins-early")) && any_side_home).then(|| {
                    let compared = home(Color::White).cmp(&home(Color::Black));
                    (result_of(compared), "home")
                })
            }
            "unplay" if self.is("goal", "home") => [just_played, to_play]
                .into_iter()
                .find(|&color| home(color))
                .map(|color| (win(color), "home")),
            "unplay" => all_on_board(setup, to_play).then(|| (win(just_played), "army")),
            _ => None,
        }
    }

    /// The result of a position in which `cause` (a draw rule such as `repetition`) ends the game.
    pub fn result_on(&self, cause: &str, setup: &Setup) -> &'static str {
        let to_play = self.color_counted(setup, setup.side);
        match self.value(cause) {
            "draw" => "1/2-1/2",
            "points" => self.judged(setup),
            _ if cause == "repetition" => win(to_play),
            _ => win(!to_play),
        }
    }

    /// The colour that results use for the player who now holds `color`. If the players switch
    /// colours, results name the colours of phase II: the player who holds White in phase I is
    /// Black in the result.
    fn color_counted(&self, setup: &Setup, color: Color) -> Color {
        let switches = self.family() == "smolowitz" && self.on("switch-colours");
        if switches && !is_phase_two(setup) {
            !color
        } else {
            color
        }
    }

    /// The colour that `Seat::First` holds now. "1-0" is a win of this player.
    pub fn color_of_first(&self, setup: &Setup) -> Color {
        self.color_counted(setup, Color::White)
    }

    /// The result by points. With `compare = "home-board-distance"`, the result by
    /// [`as_close_as_possible`].
    fn judged(&self, setup: &Setup) -> &'static str {
        let (white, black) = (Color::White, Color::Black);
        let compared = if self.family() == "smolowitz" {
            self.smolowitz_score(setup, white)
                .cmp(&self.smolowitz_score(setup, black))
        } else if self.is("compare", "points") {
            self.ssehc_score(setup, white)
                .cmp(&self.ssehc_score(setup, black))
        } else {
            as_close_as_possible(setup, white).cmp(&as_close_as_possible(setup, black))
        };
        result_of(compared)
    }

    /// The score of Ssehc: points for each piece home, and for each piece on rows 7 and 8.
    fn ssehc_score(&self, setup: &Setup, color: Color) -> i32 {
        let far = pieces(setup, color).filter(|&(square, _)| row(color, square) >= 7);
        self.number("point-home") * pieces_home(setup, color) as i32
            + self.number("point-far") * far.count() as i32
    }

    /// The score of Smolowitz' game: points for each pawn home and for each other piece home.
    fn smolowitz_score(&self, setup: &Setup, color: Color) -> i32 {
        pieces(setup, color)
            .filter(|&(square, role)| is_home(color, role, square))
            .map(|(_, role)| match role {
                Role::Pawn => self.number("point-pawn"),
                _ => self.number("point-piece"),
            })
            .sum()
    }
}

fn is_phase_two(setup: &Setup) -> bool {
    Color::ALL
        .into_iter()
        .all(|color| all_on_board(setup, color))
}

fn win(color: Color) -> &'static str {
    if color.is_white() { "1-0" } else { "0-1" }
}

/// The result of a comparison of White with Black.
fn result_of(compared: Ordering) -> &'static str {
    match compared {
        Ordering::Greater => "1-0",
        Ordering::Less => "0-1",
        Ordering::Equal => "1/2-1/2",
    }
}

/// The pieces of a side: square and kind.
fn pieces(setup: &Setup, color: Color) -> impl Iterator<Item = (Square, Role)> {
    Square::ALL.into_iter().filter_map(move |square| {
        let piece = setup.placement.piece_at(square)?;
        (piece.color == color).then_some((square, piece.role))
    })
}

/// What the first edition of Ssehc compares, in this order: the pieces home, the pieces on the
/// board, and the sum of the distances to row 1. The lower sum is better, so it is negated.
fn as_close_as_possible(setup: &Setup, color: Color) -> (usize, usize, i32) {
    let distance: i32 = pieces(setup, color)
        .map(|(square, _)| row(color, square) - 1)
        .sum();
    (
        pieces_home(setup, color),
        pieces(setup, color).count(),
        -distance,
    )
}
