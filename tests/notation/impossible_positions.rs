//! Positions that a game refuses: each error names the field that is wrong, and the reason.

use reviver::games::{self, TypedGame};
use reviver::rules::unplay::{OwnCheck, Unplay};
use reviver::rules::{Field, IllegalPosition};

use super::positions::{assert_invalid, games_with_unachess_only_if, written};
use crate::common::{REVERSE, SMOLOWITZ, SSEHC, UNACHESS, UNPLAY, game, position_error};

#[test]
fn too_many_pieces_of_a_kind_are_refused() {
    let too_many = |illegal: &IllegalPosition| matches!(illegal, IllegalPosition::TooMany { .. });
    for fen in [
        "4k3/8/8/8/8/8/8/KQQ5 w - - 0 1",
        "4k3/8/8/8/8/P7/PPPPPPPP/K7 w - - 0 1",
    ] {
        assert_invalid(&REVERSE, fen, Field::Placement, too_many);
    }
    for fen in [
        "4k3/8/8/8/8/P7/PPPPPPPP/K7 w - - 0 1",
        "4k3/8/8/8/8/8/P7/K7[PPPPPPPP] w - - 0 1",
    ] {
        assert_invalid(&UNACHESS, fen, Field::Placement, too_many);
    }
}

#[test]
fn too_many_pieces_in_reserve_are_a_fault_of_the_reserve() {
    for fen in [
        "4k3/8/8/8/8/8/8/KQ6[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1",
        "4k3/8/8/8/8/8/8/K7[QRRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1",
    ] {
        assert_invalid(&REVERSE, fen, Field::Reserve, |illegal| {
            matches!(illegal, IllegalPosition::WrongReserve { .. })
        });
    }
    let too_many =
        |illegal: &IllegalPosition| matches!(illegal, IllegalPosition::TooManyInReserve { .. });
    for fen in [
        "4k3/8/8/8/8/8/8/K7[QQ] w - - 0 1",
        "4k3/8/8/8/8/8/8/KQ6[QQ] w - - 0 1",
    ] {
        assert_invalid(&UNACHESS, fen, Field::Reserve, too_many);
    }
}

#[test]
fn in_reverse_games_each_side_has_sixteen_pieces_on_the_board_and_in_reserve() {
    for fen in [
        "4k3/8/8/8/8/8/8/K7[QRRBBNNPPPPPPPqrrbbnnpppppppp] w - - 0 1",
        "4k3/8/8/8/8/8/8/K7[] w - - 0 1",
    ] {
        assert_invalid(&REVERSE, fen, Field::Reserve, |illegal| {
            matches!(illegal, IllegalPosition::WrongReserve { .. })
        });
    }
}

#[test]
fn in_unachess_no_more_pieces_are_promoted_than_pawns_are_missing() {
    let fen = "4k3/8/8/8/8/8/PPPPPP2/KQQQ4[] w - - 0 1";
    assert_eq!(written(game("unachess"), fen), fen);
    for fen in [
        "4k3/8/8/8/8/8/PPPPPPP1/KQQQ4[] w - - 0 1",
        "4k3/8/8/8/8/8/PPPPPPP1/KQ5Q[QP] w - - 0 1",
        // White has seventeen pieces.
        "4k3/8/8/8/8/8/PPPPPPPP/KQQRRBBN[N] w - - 0 1",
    ] {
        assert_invalid(&UNACHESS, fen, Field::Placement, |illegal| {
            matches!(illegal, IllegalPosition::TooManyPromoted { .. })
        });
    }
}

#[test]
fn each_side_has_one_king() {
    let missing = |illegal: &IllegalPosition| {
        matches!(
            illegal,
            IllegalPosition::Kings { found: 0, .. } | IllegalPosition::NoKing(_)
        )
    };
    let fen = "8/8/8/8/8/8/8/K7 w - - 0 1";
    let mut reverse_with_both_kings = REVERSE.clone();
    reverse_with_both_kings.retain(|name| !game(name).has_king_placement());
    assert_invalid(&reverse_with_both_kings, fen, Field::Placement, missing);
    assert_invalid(&UNACHESS, fen, Field::Placement, missing);
    let fen = "8/8/8/8/8/8/8/K7[QRRBBNNPPPPPPPPkqrrbbnnpppppppp] b - - 0 1";
    assert_invalid(&reverse_with_both_kings, fen, Field::Placement, missing);
    assert_eq!(written(game("unplay-placement"), fen), fen);
    assert_eq!(written(game("unachess"), fen), fen);
    let two_white_kings = "4k3/8/8/8/8/8/8/K6K w - - 0 1";
    for variant in games::all() {
        let error = position_error(variant, two_white_kings);
        assert_eq!(error.field(), Some(Field::Placement), "{variant}: {error}");
        assert!(error.to_string().to_lowercase().contains("king"), "{error}");
    }
    assert_invalid(
        &UNACHESS,
        "4k3/8/8/8/8/8/8/K7[k] w - - 0 1",
        Field::Reserve,
        |illegal| matches!(illegal, IllegalPosition::KingInReserve(_)),
    );
}

#[test]
fn the_kings_are_placed_in_their_order() {
    for fen in [
        "8/8/8/8/8/8/8/8[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] b - - 0 1",
        "8/8/8/8/8/8/8/K7[QRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 1",
    ] {
        assert_invalid(&["unplay-placement"], fen, Field::Side, |illegal| {
            matches!(illegal, IllegalPosition::PlacingOrder(_))
        });
    }
}

#[test]
fn no_pawn_stands_on_rank_1_or_8() {
    for fen in [
        "4k3/8/8/8/8/8/8/KP6 w - - 0 1",
        "1P2k3/8/8/8/8/8/8/K7 w - - 0 1",
        "4k3/8/8/8/8/8/8/Kp6 w - - 0 1",
    ] {
        let games = games_with_unachess_only_if(|switches| switches.pawn_rows.lowest() > 1);
        assert_invalid(&games, fen, Field::Placement, |illegal| {
            matches!(illegal, IllegalPosition::PawnOnEdge(_))
        });
    }
}

#[test]
fn the_kings_do_not_touch() {
    assert_invalid(
        &games::names(),
        "8/8/8/3k4/4K3/8/8/8 w - - 0 1",
        Field::Placement,
        |illegal| matches!(illegal, IllegalPosition::KingsTouch(..)),
    );
}

#[test]
fn a_position_with_a_check_that_no_legal_turn_can_have_left_is_refused() {
    let check = |illegal: &IllegalPosition| matches!(illegal, IllegalPosition::Check { .. });
    let white_left_black_in_check = "4k3/8/8/8/8/8/8/K3R3 b - - 0 1";
    assert_invalid(&REVERSE, white_left_black_in_check, Field::Side, check);
    let black_stayed_in_check = "4k3/8/8/8/8/8/8/K3R3[] w - - 0 1";
    assert_invalid(&UNACHESS, black_stayed_in_check, Field::Side, check);
    // The bishop on h8 gives check to White's king, and no turn of Black removes this check. In the
    // Unplay games that allow such a check, it is a retro-checkmate, and White wins.
    let unremovable = "7b/6K1/8/8/8/8/8/k7 b - - 0 1";
    let mut games_that_forbid_it = REVERSE.clone();
    games_that_forbid_it.retain(|name| {
        let unplay = TypedGame::<Unplay>::new(game(name));
        unplay.is_none_or(|game| game.switches().own_check == OwnCheck::Removable)
    });
    assert_invalid(&games_that_forbid_it, unremovable, Field::Side, check);
}

#[test]
fn the_castling_field_names_kings_and_rooks_that_are_there() {
    let castling = |illegal: &IllegalPosition| matches!(illegal, IllegalPosition::Castling { .. });
    for fen in [
        "4k3/8/8/8/8/8/8/4K3 w K - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w Q - 0 1",
        "4k3/8/8/8/8/8/8/3K3R w K - 0 1",
        "4k3/8/8/8/8/8/8/4K2r w K - 0 1",
        "r2k4/8/8/8/8/8/8/4K3 w q - 0 1",
    ] {
        let games = games_with_unachess_only_if(|switches| switches.castling);
        assert_invalid(&games, fen, Field::Castling, castling);
    }
    for fen in [
        "4k3/8/8/8/8/8/8/3K4[] w E - 0 1",
        "4k3/8/8/8/8/8/8/8[K] w H - 0 1",
        "7k/8/8/8/8/8/8/7R[K] w A - 0 1",
    ] {
        assert_invalid(&UNACHESS, fen, Field::Castling, castling);
    }
    for fen in [
        "4k3/8/8/8/8/8/8/4K2R[] w H - 0 1",
        "4k3/8/8/8/8/8/8/4K2R[] w KE - 0 1",
        "4k3/8/8/8/8/8/8/R3K2R[R] w KQ - 0 1",
    ] {
        assert_invalid(&UNACHESS, fen, Field::Castling, |illegal| {
            matches!(illegal, IllegalPosition::CastlingLetters(_))
        });
    }
}

#[test]
fn the_pending_field_must_be_possible() {
    let pending = |illegal: &IllegalPosition| matches!(illegal, IllegalPosition::Pending(_));
    for fen in [
        "4k3/8/8/8/8/4K3/8/8 b - e3 0 1",
        "4k3/8/8/8/8/4K3/8/8 b - a5 0 1",
        "4k3/8/8/8/8/4K3/8/8 b - f3! 0 1",
        "4k3/8/8/8/8/8/8/K7 w - end 0 1",
    ] {
        assert_invalid(&SSEHC, fen, Field::Pending, pending);
    }
    for fen in [
        "7k/8/8/3Pp3/8/8/8/K7 b - e5 0 1",
        "7k/8/8/3Pp3/8/8/8/K7 w - e6 0 1",
        "7k/8/8/4p3/8/8/8/K7 b - e6 0 1",
        "7k/8/8/r2Pp2K/8/8/8/8 b - e6 0 1",
    ] {
        assert_invalid(&UNPLAY, fen, Field::Pending, pending);
        assert_invalid(&SMOLOWITZ, fen, Field::Pending, pending);
    }
    for fen in [
        "4k3/8/8/8/4P3/8/8/4K3[] b - e4 0 1",
        "4k3/8/8/8/4P3/8/8/4K3[] w - e3 0 1",
        "4k3/8/8/8/3p4/8/8/4K3[] b - e3 0 1",
        "4k3/8/8/8/3pP3/8/4N3/4K3[] b - e3 0 1",
    ] {
        assert_invalid(&UNACHESS, fen, Field::Pending, pending);
    }
}

#[test]
fn a_position_of_smolowitz_that_is_not_possible_is_refused() {
    for fen in [
        "4k3/8/8/8/4B3/8/PPPPPPPP/4K3 w - - 0 1",
        "4k3/8/8/8/8/7P/6PP/4K3 w - - 0 1",
    ] {
        assert_invalid(&SMOLOWITZ, fen, Field::Placement, |illegal| {
            matches!(illegal, IllegalPosition::Impossible(_))
        });
    }
}

#[test]
fn in_unplay_a_side_has_no_two_bishops_on_one_colour_and_no_doubled_pawns() {
    assert_invalid(
        &UNPLAY,
        "7k/8/8/8/B7/3B4/8/K7 w - - 0 1",
        Field::Placement,
        |illegal| matches!(illegal, IllegalPosition::BishopsOnOneColor(_)),
    );
    assert_invalid(
        &UNPLAY,
        "7k/8/8/8/4P3/4P3/8/K7 w - - 0 1",
        Field::Placement,
        |illegal| matches!(illegal, IllegalPosition::DoubledPawns(_)),
    );
}
