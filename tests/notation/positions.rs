//! Positions and turns as text: every example of the notation, every error, and that text reads back
//! as it was written.

use proptest::prelude::*;
use reviver::board::{Setup, Turn};
use reviver::games::{self, Game, TypedGame, Visitor};
use reviver::notation::{PositionError, position};
use reviver::rules::{Field, IllegalPosition, Rules};

use crate::common::play::{run_deterministically, scripts};
use crate::common::{UNPLAY, game, position_error};

const REVERSE: [&str; 7] = [
    "ssehc",
    "ssehc-classic",
    "smolowitz",
    "unplay",
    "unplay-random",
    "unplay-placement",
    "unplay-strict",
];
const SSEHC: [&str; 2] = ["ssehc", "ssehc-classic"];
const SMOLOWITZ: [&str; 1] = ["smolowitz"];
const UNACHESS: [&str; 1] = ["unachess"];

/// Reads a position and writes it again.
fn written(variant: &'static Game, fen: &str) -> String {
    struct Written<'a>(&'a str);
    impl Visitor for Written<'_> {
        type Output = String;
        fn visit<R: Rules>(self, variant: TypedGame<R>) -> String {
            crate::common::read::<R>(variant, self.0)
                .setup()
                .to_string()
        }
    }
    variant.dispatch(Written(fen))
}

/// The names of all games but one.
fn without(name: &str) -> Vec<&'static str> {
    let mut names = games::names();
    names.retain(|&other| other != name);
    names
}

/// Asserts that each of the games refuses a position in this field and for this reason.
fn assert_invalid(
    variants: &[&str],
    fen: &str,
    field: Field,
    reason: impl Fn(&IllegalPosition) -> bool,
) {
    for &variant in variants {
        let error = position_error(game(variant), fen);
        assert_eq!(error.field(), Some(field), "{variant} {fen}: {error}");
        let named = error.to_string().starts_with(&format!("{field}: "));
        assert!(named, "{variant} {fen}: {error}");
        match error {
            PositionError::Illegal(illegal) if reason(&illegal) => {}
            other => panic!("{variant} {fen}: {other:?}"),
        }
    }
}

/// Asserts that each of the games finds something malformed at this character.
fn malformed(variants: &[&str], fen: &str, field: Field, column: usize) {
    for &variant in variants {
        match position_error(game(variant), fen) {
            PositionError::Syntax {
                field: at_field,
                column: at,
                ..
            } => assert_eq!((at_field, at), (field, column), "{variant} {fen}"),
            other => panic!("{variant} {fen}: {other:?}"),
        }
    }
}

// ----- positions -----

#[test]
fn the_start_positions_are_written_as_the_notation_says() {
    for (variant, fen) in [
        (
            game("ssehc"),
            "8/8/5k2/8/8/5K2/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1",
        ),
        (
            game("ssehc-classic"),
            "8/8/5k2/8/8/5K2/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1",
        ),
        (
            game("smolowitz"),
            "8/8/4K3/8/8/4k3/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] b - - 0 1",
        ),
        (
            game("unplay"),
            "7K/8/8/8/8/8/8/k7[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1",
        ),
        (
            game("unplay-strict"),
            "7K/8/8/8/8/8/8/k7[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1",
        ),
        (
            game("unplay-placement"),
            "8/8/8/8/8/8/8/8[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 1",
        ),
        (
            game("unachess"),
            "8/8/8/8/8/8/8/8[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 1",
        ),
    ] {
        assert_eq!(variant.start(0).to_string(), fen, "{variant}");
        assert_eq!(written(variant, fen), fen, "{variant}");
    }
    let random = game("unplay-random").start(7).to_string();
    assert_eq!(written(game("unplay-random"), &random), random);
}

#[test]
fn a_missing_bracket_is_filled_with_the_pieces_that_the_board_lacks() {
    for variant in REVERSE {
        assert_eq!(
            written(game(variant), "q3k3/8/8/8/8/8/1PP5/1B2K2N w - - 0 1"),
            "q3k3/8/8/8/8/8/1PP5/1B2K2N[QRRBNPPPPPPrrbbnnpppppppp] w - - 0 1",
            "{variant}"
        );
    }
    assert_eq!(
        written(game("unachess"), "q3k3/8/8/8/8/8/1PP5/1B2K2N w - - 0 1"),
        "q3k3/8/8/8/8/8/1PP5/1B2K2N[] w - - 0 1"
    );
}

#[test]
fn an_empty_bracket_is_written() {
    let fen = "rnbqkb1r/pppppppp/5n2/8/8/5N1N/PPPPPPPP/R1BQKB1R[] w - - 0 1";
    for variant in SSEHC.into_iter().chain(SMOLOWITZ) {
        assert_eq!(written(game(variant), fen), fen, "{variant}");
    }
}

#[test]
fn the_reserve_is_written_in_one_order() {
    assert_eq!(
        written(game("unachess"), "8/8/8/8/8/8/8/4K3[pkqPNBRQnbr] b - - 0 1"),
        "8/8/8/8/8/8/8/4K3[QRBNPkqrbnp] b - - 0 1"
    );
}

#[test]
fn every_castling_letter_is_read_and_written() {
    for variant in REVERSE {
        let fen = "r3k3/8/8/8/8/8/8/4K2R[QRBBNNPPPPPPPPqrbbnnpppppppp] w Kq - 0 1";
        assert_eq!(written(game(variant), fen), fen, "{variant}");
    }
    for fen in [
        "r3k2r/8/8/8/8/8/8/R3K2R[] w KQkq - 0 1",
        "4k3/8/8/8/8/8/8/4K3[] w Ee - 0 1",
        "r6r/8/8/8/8/8/8/R6R[Kk] w HAha - 0 1",
        "r6r/8/8/8/8/8/8/R3K3[k] w Qh - 0 1",
    ] {
        assert_eq!(written(game("unachess"), fen), fen);
    }
}

#[test]
fn every_pending_field_is_read_and_written() {
    for variant in SSEHC {
        for fen in [
            "4k3/8/8/8/8/4K3/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] b - f3 1 1",
            "4k3/8/8/8/8/4P3/8/K7[QRRBBNNPPPPPPPqrrbbnnpppppppp] b - d4! 0 1",
            "4k3/8/8/8/8/P7/PPPPPPP1/RNBQKBNR[qrrbbnnpppppppp] b - end 1 1",
        ] {
            assert_eq!(written(game(variant), fen), fen, "{variant}");
        }
    }
    for variant in UNPLAY.into_iter().chain(SMOLOWITZ) {
        let fen = "7k/8/8/3Pp3/8/8/8/K7[QRRBBNNPPPPPPPqrrbbnnppppppp] b - e6 0 1";
        assert_eq!(written(game(variant), fen), fen, "{variant}");
    }
    let fen = "4k3/8/8/8/3pP3/8/8/4K3[] b - e3 0 1";
    assert_eq!(written(game("unachess"), fen), fen);
}

#[test]
fn an_en_passant_square_without_a_capture_is_read_as_none() {
    for (fen, square) in [
        ("4k3/8/8/8/4P3/8/8/4K3[] b - e3 0 1", "e3"),
        // The capture would open the rank to Black's king.
        ("8/8/8/8/k2pP2R/8/8/4K3[] b - e3 0 1", "e3"),
        // Black's king is in reserve.
        ("8/8/8/8/3pP3/8/8/4K3[k] b - e3 0 1", "e3"),
    ] {
        let plain = fen.replace(square, "-");
        assert_eq!(written(game("unachess"), fen), plain);
        assert_eq!(written(game("unachess"), &plain), plain);
    }
}

#[test]
fn the_counters_are_read_up_to_65535() {
    for variant in REVERSE {
        let fen = "4k3/8/8/8/8/8/8/K7[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 65535 65535";
        assert_eq!(written(game(variant), fen), fen);
    }
}

// ----- positions that are not legal -----

#[test]
fn a_position_has_six_fields() {
    for variant in games::all() {
        for (fen, found) in [
            ("", 0),
            ("4k3/8/8/8/8/8/8/K7 w - - 0", 5),
            ("4k3/8/8/8/8/8/8/K7 w - - 0 1 1", 7),
        ] {
            match position_error(variant, fen) {
                error @ PositionError::Fields { found: fields } => {
                    assert_eq!(fields, found, "{fen}");
                    assert_eq!(error.field(), None);
                }
                other => panic!("{variant} {fen}: {other:?}"),
            }
        }
    }
}

#[test]
fn the_placement_has_eight_ranks_of_eight() {
    let all = &games::names();
    malformed(all, "4k3/8/8/8/8/8/K7 w - - 0 1", Field::Placement, 17);
    malformed(all, "4k3/8/8/8/8/8/8/8/K7 w - - 0 1", Field::Placement, 18);
    malformed(all, "4k3/7/8/8/8/8/8/K7 w - - 0 1", Field::Placement, 6);
    malformed(all, "4k4/8/8/8/8/8/8/K7 w - - 0 1", Field::Placement, 3);
    malformed(all, "4k3/9/8/8/8/8/8/K7 w - - 0 1", Field::Placement, 5);
    malformed(all, "4k3/8/8/8/8/8/8/K6 w - - 0 1", Field::Placement, 19);
    malformed(all, "4k3/8/8/8/8/8/8/8K w - - 0 1", Field::Placement, 18);
    malformed(all, "4x3/8/8/8/8/8/8/K7 w - - 0 1", Field::Placement, 2);
    malformed(all, "4k~3/8/8/8/8/8/8/K7 w - - 0 1", Field::Placement, 3);
}

#[test]
fn malformed_fields_are_refused() {
    let all = &games::names();
    let fen = |rest: &str| format!("4k3/8/8/8/8/8/8/K7 {rest}");
    malformed(all, &fen("W - - 0 1"), Field::Side, 20);
    malformed(all, &fen("wb - - 0 1"), Field::Side, 20);
    malformed(all, &fen("w QK - 0 1"), Field::Castling, 23);
    malformed(all, &fen("w KK - 0 1"), Field::Castling, 23);
    malformed(all, &fen("w X - 0 1"), Field::Castling, 22);
    malformed(&REVERSE, &fen("w E - 0 1"), Field::Castling, 22);
    malformed(all, &fen("w - e9 0 1"), Field::Pending, 24);
    malformed(all, &fen("w - E3 0 1"), Field::Pending, 24);
    malformed(&SSEHC, &fen("w - e3? 0 1"), Field::Pending, 24);
    malformed(&UNPLAY, &fen("w - e3! 0 1"), Field::Pending, 24);
    malformed(&SMOLOWITZ, &fen("w - end 0 1"), Field::Pending, 24);
    malformed(&UNACHESS, &fen("w - end 0 1"), Field::Pending, 24);
    malformed(all, &fen("w - - -1 1"), Field::Halfmove, 26);
    malformed(all, &fen("w - - +1 1"), Field::Halfmove, 26);
    malformed(all, &fen("w - - 65536 1"), Field::Halfmove, 26);
    malformed(all, &fen("w - - 0 x"), Field::Fullmove, 28);
    malformed(all, &fen("w - - 0 0"), Field::Fullmove, 28);
}

#[test]
fn a_malformed_bracket_is_refused() {
    let all = &games::names();
    malformed(all, "4k3/8/8/8/8/8/8/K7[Q w - - 0 1", Field::Reserve, 21);
    malformed(all, "4k3/8/8/8/8/8/8/K7[x] w - - 0 1", Field::Reserve, 20);
    malformed(all, "4k3/8/8/8/8/8/8/K7[]] w - - 0 1", Field::Reserve, 21);
    malformed(all, "4k3/8/8/8/8/8/8/K7[2P] w - - 0 1", Field::Reserve, 20);
    malformed(all, "4k3/8/8/8/8/8/8/K7] w - - 0 1", Field::Placement, 19);
}

#[test]
fn no_side_has_more_pieces_of_a_kind_than_in_chess() {
    let too_many = |illegal: &IllegalPosition| matches!(illegal, IllegalPosition::TooMany { .. });
    for fen in [
        "4k3/8/8/8/8/8/8/KQQ5 w - - 0 1",
        "4k3/8/8/8/8/P7/PPPPPPPP/K7 w - - 0 1",
        "4k3/8/8/8/8/8/8/KQ6[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1",
        "4k3/8/8/8/8/8/8/K7[QRRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1",
    ] {
        assert_invalid(&REVERSE, fen, Field::Placement, too_many);
    }
    for fen in [
        "4k3/8/8/8/8/P7/PPPPPPPP/K7 w - - 0 1",
        "4k3/8/8/8/8/8/8/K7[QQ] w - - 0 1",
        "4k3/8/8/8/8/8/P7/K7[PPPPPPPP] w - - 0 1",
    ] {
        assert_invalid(&UNACHESS, fen, Field::Placement, too_many);
    }
}

#[test]
fn in_reverse_games_board_and_reserve_are_exactly_sixteen() {
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
fn in_unachess_promoted_pieces_are_as_many_as_missing_pawns_allow() {
    let fen = "4k3/8/8/8/8/8/PPPPPP2/KQQQ4[] w - - 0 1";
    assert_eq!(written(game("unachess"), fen), fen);
    for fen in [
        "4k3/8/8/8/8/8/PPPPPPP1/KQQQ4[] w - - 0 1",
        "4k3/8/8/8/8/8/PPPPPPP1/KQ5Q[QP] w - - 0 1",
        // Seventeen in all.
        "4k3/8/8/8/8/8/PPPPPPPP/KQQRRBBN[N] w - - 0 1",
    ] {
        assert_invalid(&UNACHESS, fen, Field::Placement, |illegal| {
            matches!(illegal, IllegalPosition::TooManyPromoted { .. })
        });
    }
}

#[test]
fn each_side_has_one_king() {
    let missing =
        |illegal: &IllegalPosition| matches!(illegal, IllegalPosition::Kings { found: 0, .. });
    let fen = "8/8/8/8/8/8/8/K7 w - - 0 1";
    let elsewhere: Vec<&str> = REVERSE
        .into_iter()
        .filter(|&variant| variant != "unplay-placement")
        .collect();
    assert_invalid(&elsewhere, fen, Field::Placement, missing);
    assert_invalid(&UNACHESS, fen, Field::Placement, missing);
    let fen = "8/8/8/8/8/8/8/K7[QRRBBNNPPPPPPPPkqrrbbnnpppppppp] b - - 0 1";
    assert_invalid(&elsewhere, fen, Field::Placement, missing);
    assert_eq!(written(game("unplay-placement"), fen), fen);
    assert_eq!(written(game("unachess"), fen), fen);
    let doubled = "4k3/8/8/8/8/8/8/K6K w - - 0 1";
    for variant in games::all() {
        let error = position_error(variant, doubled);
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
fn no_pawn_stands_on_rank_1_or_8() {
    for fen in [
        "4k3/8/8/8/8/8/8/KP6 w - - 0 1",
        "1P2k3/8/8/8/8/8/8/K7 w - - 0 1",
        "4k3/8/8/8/8/8/8/Kp6 w - - 0 1",
    ] {
        assert_invalid(&without("unachess-2"), fen, Field::Placement, |illegal| {
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
fn no_check_is_left_that_the_game_forbids() {
    let check = |illegal: &IllegalPosition| matches!(illegal, IllegalPosition::Check { .. });
    let left_by_white = "4k3/8/8/8/8/8/8/K3R3 b - - 0 1";
    assert_invalid(&REVERSE, left_by_white, Field::Side, check);
    let left_in_check = "4k3/8/8/8/8/8/8/K3R3[] w - - 0 1";
    assert_invalid(&UNACHESS, left_in_check, Field::Side, check);
    // In the other games of Unplay such a check is a retro-checkmate.
    let for_good = "7b/6K1/8/8/8/8/8/k7 b - - 0 1";
    let answerable = ["ssehc", "ssehc-classic", "smolowitz", "unplay-strict"];
    assert_invalid(&answerable, for_good, Field::Side, check);
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
        assert_invalid(&without("unachess-2"), fen, Field::Castling, castling);
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
fn a_position_of_smolowitz_is_possible() {
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
fn a_position_of_unplay_has_no_bishops_on_one_colour_and_no_doubled_pawns() {
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

// ----- turns -----

#[test]
fn every_example_is_written_as_it_is_read() {
    for text in [
        "e6e5",
        "e4d3*q",
        "e6d5*ep",
        "g8g7p",
        "h8g7p*q",
        "g1e1",
        "e1g1",
        "N@f3,f6e6",
        "P@e4,e4e2",
        "end",
        "R@h1,end",
        "N@f3",
        "K@e4",
        "e7e8q",
        "N@d8,d8d7p",
        "B@d8,d8d7p",
    ] {
        let turn: Turn = text.parse().expect(text);
        assert_eq!(turn.to_string(), text);
        let other = turn.mirrored();
        assert_eq!(other.to_string().parse(), Ok(other), "{text} mirrored");
    }
}

#[test]
fn two_texts_are_two_turns() {
    let turn = |text: &str| text.parse::<Turn>().expect(text);
    assert_ne!(turn("N@d8,d8d7p"), turn("B@d8,d8d7p"));
    assert_ne!(turn("e6d5*ep"), turn("e6d5*p"));
    assert_ne!(turn("g8g7p"), turn("g8g7"));
}

#[test]
fn only_exact_forms_are_read() {
    for text in [
        "",
        " ",
        "e6",
        "e6e",
        "e6e5 ",
        " e6e5",
        "e6 e5",
        "E6e5",
        "e6E5",
        "e6e9",
        "i6e5",
        "e6-e5",
        "e6xe5",
        "e6e5*",
        "e6e5*Q",
        "e6e5*x",
        "e6e5*qq",
        "e6e5*qr",
        "e6e5q*r",
        "e6d5*EP",
        "e6d5*e",
        "e6d5ep",
        "e6d5p*ep",
        "g8g7P",
        "g8g7p*",
        "g8g7p*Q",
        "g8g7pp",
        "n@f3",
        "N@f3,",
        "N@f3,f6",
        "N@f3,f6e6*q",
        "N@f3,f6e6q",
        "n@f3,f6e6",
        "N@f3, f6e6",
        "N@f3 f6e6",
        "N@f3f6e6",
        "N@f3,f6e6p*q",
        "N@f3,e6d5*ep",
        "N@f3,N@f4",
        "Nf3",
        "@f3",
        "N@",
        "N@f9",
        "P@f3p",
        "e2e4=q",
        "e7e8Q",
        "e7e8=Q",
        "e7e8x",
        "end ",
        "End",
        "END",
        "ends",
        "end,",
        "N@f3,End",
        "0000",
        "00",
        "O-O",
        "a1a1",
        "e6e5\n",
        "e6e5\0",
        "e6e5\u{e4}",
        "\u{ff21}1a2",
    ] {
        let error = text.parse::<Turn>().expect_err(text);
        assert!(error.to_string().contains("is not a move"), "{error}");
    }
}

#[test]
fn a_long_text_that_is_no_move_is_quoted_in_part() {
    let error = "q".repeat(1000).parse::<Turn>().expect_err("no move");
    assert_eq!(error.text.len(), 40);
}

// ----- texts read back -----

#[test]
fn any_text_is_read_or_refused() {
    let parts = "[1-8/KQRBNPkqrbnpw@*,!e\\[\\] -]{0,60}";
    run_deterministically(4_000, &(parts, any::<String>()), |(likely, wild)| {
        for text in [likely, wild] {
            for variant in games::all() {
                if let Ok(setup) = position::parse(variant.form(), &text) {
                    assert_eq!(
                        position::parse(variant.form(), &setup.to_string()),
                        Ok(setup)
                    );
                }
            }
            if let Ok(turn) = text.parse::<Turn>() {
                assert_eq!(turn.to_string(), text);
            }
        }
    });
}

#[test]
fn a_position_with_a_change_is_read_or_refused() {
    let all = games::all();
    let start: Vec<String> = all.iter().map(|game| game.start(0).to_string()).collect();
    let change = (0..8_usize, any::<prop::sample::Index>(), any::<char>());
    run_deterministically(4_000, &change, |(number, at, letter)| {
        let variant = all[number];
        let mut letters: Vec<char> = start[number].chars().collect();
        let index = at.index(letters.len());
        letters[index] = letter;
        let text: String = letters.iter().collect();
        if let Ok(setup) = position::parse(variant.form(), &text) {
            assert_eq!(
                position::parse(variant.form(), &setup.to_string()),
                Ok(setup)
            );
        }
    });
}

#[test]
fn any_four_bytes_are_a_turn_or_none() {
    run_deterministically(4_000, &(0..1_u32 << 26), |bits| {
        if let Some(turn) = Turn::from_bits(bits) {
            assert_eq!(turn.bits(), bits);
            let text = turn.to_string();
            if let Ok(read) = text.parse::<Turn>() {
                assert_eq!(read.to_string(), text);
            }
        }
    });
}

/// Positions and turns of random games.
struct RoundTrip;

impl Visitor for RoundTrip {
    type Output = ();

    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        run_deterministically(20, &scripts(120), |script| {
            script.play::<R>(variant, |position, played| {
                let setup: Setup = *position.setup();
                let text = setup.to_string();
                assert_eq!(position::parse(variant.form(), &text), Ok(setup), "{text}");
                // A reserve holds the pieces that the board lacks.
                if variant.is_reverse() {
                    let (open, close) = (text.find('['), text.find(']'));
                    let (Some(open), Some(close)) = (open, close) else {
                        panic!("{text} has no bracket");
                    };
                    let short = format!("{}{}", &text[..open], &text[close + 1..]);
                    assert_eq!(
                        position::parse(variant.form(), &short),
                        Ok(setup),
                        "{short}"
                    );
                }
                for turn in position.turns() {
                    assert_eq!(turn.to_string().parse(), Ok(turn));
                }
                assert!(played.is_none_or(|turn| position.is_legal(turn)));
            });
        });
    }
}

#[test]
fn positions_and_turns_of_games_are_read_as_they_are_written() {
    for variant in games::all() {
        variant.dispatch(RoundTrip);
    }
}
