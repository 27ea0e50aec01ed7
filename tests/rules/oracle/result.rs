//! How games end, straight from the rules: 2.2, 2.3, 3.3, the end of 4, and 1.3.

use std::cmp::Ordering;

use reviver::board::{Color, Pending, Role, Setup, Square};
use reviver::games::Game;

use super::{all_on_board, is_home, king_attacked, pieces_home, row};

/// The result of a position, and the word for how it came, if the position ends the game. "1-0" is
/// a win of whoever played the first turn: of White, which in Smolowitz' game that player holds
/// from phase II on.
pub fn result(
    variant: &'static Game,
    setup: &Setup,
    has_turn: bool,
) -> Option<(&'static str, &'static str)> {
    let (to_play, just_played) = (setup.side, !setup.side);
    match variant.name() {
        "ssehc" | "ssehc-classic" => {
            if setup.pending == Pending::End {
                let (white, black) = (Color::White, Color::Black);
                let compared = if variant.name() == "ssehc" {
                    good_enough(setup, white).cmp(&good_enough(setup, black))
                } else {
                    as_close_as_possible(setup, white).cmp(&as_close_as_possible(setup, black))
                };
                return Some((of_white(compared), "declared"));
            }
            if variant.name() == "ssehc-classic" && pieces_home(setup, just_played) == 16 {
                return Some((win(just_played), "home"));
            }
            (!has_turn).then_some(("1/2-1/2", "stalemate"))
        }
        "smolowitz" => {
            let phase_two = Color::ALL
                .into_iter()
                .all(|color| all_on_board(setup, color));
            let home = |color| pieces_home(setup, color) == 16;
            if phase_two && (home(Color::White) || home(Color::Black)) {
                let compared = home(Color::White).cmp(&home(Color::Black));
                return Some((of_white(compared), "home"));
            }
            (!has_turn).then(|| (by_points(setup), "stalemate"))
        }
        _ => {
            if all_on_board(setup, to_play) {
                return Some((win(just_played), "army"));
            }
            if has_turn {
                return None;
            }
            if variant.name() != "unplay-strict" && king_attacked(setup, just_played) {
                return Some((win(just_played), "retro-checkmate"));
            }
            Some(("1/2-1/2", "stalemate"))
        }
    }
}

/// What repetition and fifty moves mean: a draw, but points in Smolowitz' game.
pub fn without_progress(variant: &'static Game, setup: &Setup) -> &'static str {
    if variant.name() == "smolowitz" {
        by_points(setup)
    } else {
        "1/2-1/2"
    }
}

/// The side with which the player of the first turn plays now: White, but in phase I of Smolowitz'
/// game Black.
pub fn side_of_first_player(variant: &'static Game, setup: &Setup) -> Color {
    let phase_one = !Color::ALL
        .into_iter()
        .all(|color| all_on_board(setup, color));
    if variant.name() == "smolowitz" && phase_one {
        Color::Black
    } else {
        Color::White
    }
}

fn win(color: Color) -> &'static str {
    if color.is_white() { "1-0" } else { "0-1" }
}

fn of_white(compared: Ordering) -> &'static str {
    match compared {
        Ordering::Greater => "1-0",
        Ordering::Less => "0-1",
        Ordering::Equal => "1/2-1/2",
    }
}

fn by_points(setup: &Setup) -> &'static str {
    of_white(points(setup, Color::White).cmp(&points(setup, Color::Black)))
}

fn squares(setup: &Setup, color: Color) -> impl Iterator<Item = (Square, Role)> {
    Square::ALL.into_iter().filter_map(move |square| {
        let piece = setup.placement.piece_at(square)?;
        (piece.color == color).then_some((square, piece.role))
    })
}

/// 2.3: 1 for each piece home, less 2 for each on rows 7 and 8.
fn good_enough(setup: &Setup, color: Color) -> i32 {
    let far = squares(setup, color).filter(|&(square, _)| row(color, square) >= 7);
    pieces_home(setup, color) as i32 - 2 * far.count() as i32
}

/// 2.2: pieces home, then pieces on the board, then the lower distance to the first row.
fn as_close_as_possible(setup: &Setup, color: Color) -> (usize, usize, i32) {
    let distance: i32 = squares(setup, color)
        .map(|(square, _)| row(color, square) - 1)
        .sum();
    (
        pieces_home(setup, color),
        squares(setup, color).count(),
        -distance,
    )
}

/// 3.3: 1 for each pawn home, 2 for each other piece.
fn points(setup: &Setup, color: Color) -> i32 {
    squares(setup, color)
        .filter(|&(square, role)| is_home(color, role, square))
        .map(|(_, role)| if role == Role::Pawn { 1 } else { 2 })
        .sum()
}
