//! Positions as text: examples are read and written, and malformed positions are refused.

use reviver::games::{self, Game, TypedGame, Visitor};
use reviver::notation::PositionError;
use reviver::rules::unachess::{self, Unachess};
use reviver::rules::{Field, IllegalPosition, Rules};

use crate::common::{REVERSE, SMOLOWITZ, SSEHC, UNACHESS, UNPLAY, game, position_error};

/// Reads a position and writes it again.
pub(super) fn written(variant: &'static Game, fen: &str) -> String {
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

/// The names of the built-in games, without those of the Unachess family for whose switches `fits`
/// returns false.
pub(super) fn games_with_unachess_only_if(
    fits: impl Fn(&unachess::Switches) -> bool,
) -> Vec<&'static str> {
    let mut games = games::built_in();
    games.retain(|game| {
        let typed = TypedGame::<Unachess>::new(game);
        typed.is_none_or(|typed| fits(typed.switches()))
    });
    games.into_iter().map(Game::name).collect()
}

/// Asserts that each of the games `variants` refuses `fen`. The error must name `field`, and be an
/// [`IllegalPosition`] for which `reason` returns true.
pub(super) fn assert_invalid(
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

/// Asserts that each of the games `variants` refuses `fen` because `field` is malformed. The error
/// must name `column`, counted from 1 at the start of the FEN.
fn assert_malformed(variants: &[&str], fen: &str, field: Field, column: usize) {
    for &variant in variants {
        match position_error(game(variant), fen) {
            PositionError::Syntax {
                field: found_field,
                column: found_column,
                ..
            } => assert_eq!(
                (found_field, found_column),
                (field, column),
                "{variant} {fen}"
            ),
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
        (
            game("unachess-2"),
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
fn without_a_bracket_a_reverse_game_has_the_missing_pieces_in_reserve_and_unachess_has_none() {
    for &variant in REVERSE.iter() {
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
    for &variant in SSEHC.iter().chain(SMOLOWITZ.iter()) {
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
    for &variant in REVERSE.iter() {
        for fen in [
            "r3k3/8/8/8/8/8/8/4K2R[QRBBNNPPPPPPPPqrbbnnpppppppp] w Kq - 0 1",
            "4k2r/8/8/8/8/8/8/R3K3[QRBBNNPPPPPPPPqrbbnnpppppppp] w Qk - 0 1",
        ] {
            assert_eq!(written(game(variant), fen), fen, "{variant}");
        }
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
    for &variant in SSEHC.iter() {
        for fen in [
            "4k3/8/8/8/8/4K3/8/8[QRRBBNNPPPPPPPPqrrbbnnpppppppp] b - f3 1 1",
            "4k3/8/8/8/8/4P3/8/K7[QRRBBNNPPPPPPPqrrbbnnpppppppp] b - d4! 0 1",
            "4k3/8/8/8/8/P7/PPPPPPP1/RNBQKBNR[qrrbbnnpppppppp] b - end 1 1",
        ] {
            assert_eq!(written(game(variant), fen), fen, "{variant}");
        }
    }
    for &variant in UNPLAY.iter().chain(SMOLOWITZ.iter()) {
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
        // The capture would expose Black's king to the rook.
        ("8/8/8/8/k2pP2R/8/8/4K3[] b - e3 0 1", "e3"),
        // Black's king is in reserve, so Black may not capture.
        ("8/8/8/8/3pP3/8/8/4K3[k] b - e3 0 1", "e3"),
    ] {
        let without_square = fen.replace(square, "-");
        assert_eq!(written(game("unachess"), fen), without_square);
        assert_eq!(written(game("unachess"), &without_square), without_square);
    }
}

#[test]
fn the_counters_are_read_up_to_65535() {
    for &variant in REVERSE.iter() {
        let fen = "4k3/8/8/8/8/8/8/K7[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 65535 65535";
        assert_eq!(written(game(variant), fen), fen);
    }
}

// ----- malformed texts -----

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
    assert_malformed(all, "4k3/8/8/8/8/8/K7 w - - 0 1", Field::Placement, 17);
    assert_malformed(all, "4k3/8/8/8/8/8/8/8/K7 w - - 0 1", Field::Placement, 18);
    assert_malformed(all, "4k3/7/8/8/8/8/8/K7 w - - 0 1", Field::Placement, 6);
    assert_malformed(all, "4k4/8/8/8/8/8/8/K7 w - - 0 1", Field::Placement, 3);
    assert_malformed(all, "4k3/9/8/8/8/8/8/K7 w - - 0 1", Field::Placement, 5);
    assert_malformed(all, "4k3/8/8/8/8/8/8/K6 w - - 0 1", Field::Placement, 19);
    assert_malformed(all, "4k3/8/8/8/8/8/8/8K w - - 0 1", Field::Placement, 18);
    assert_malformed(all, "4x3/8/8/8/8/8/8/K7 w - - 0 1", Field::Placement, 2);
    assert_malformed(all, "4k~3/8/8/8/8/8/8/K7 w - - 0 1", Field::Placement, 3);
}

#[test]
fn malformed_fields_are_refused() {
    let all = &games::names();
    let fen = |rest: &str| format!("4k3/8/8/8/8/8/8/K7 {rest}");
    assert_malformed(all, &fen("W - - 0 1"), Field::Side, 20);
    assert_malformed(all, &fen("wb - - 0 1"), Field::Side, 20);
    assert_malformed(all, &fen("w QK - 0 1"), Field::Castling, 23);
    assert_malformed(all, &fen("w KK - 0 1"), Field::Castling, 23);
    assert_malformed(all, &fen("w X - 0 1"), Field::Castling, 22);
    assert_malformed(&REVERSE, &fen("w E - 0 1"), Field::Castling, 22);
    assert_malformed(all, &fen("w - e9 0 1"), Field::Pending, 24);
    assert_malformed(all, &fen("w - E3 0 1"), Field::Pending, 24);
    assert_malformed(&SSEHC, &fen("w - e3? 0 1"), Field::Pending, 24);
    assert_malformed(&UNPLAY, &fen("w - e3! 0 1"), Field::Pending, 24);
    assert_malformed(&SMOLOWITZ, &fen("w - end 0 1"), Field::Pending, 24);
    assert_malformed(&UNACHESS, &fen("w - end 0 1"), Field::Pending, 24);
    assert_malformed(all, &fen("w - - -1 1"), Field::Halfmove, 26);
    assert_malformed(all, &fen("w - - +1 1"), Field::Halfmove, 26);
    assert_malformed(all, &fen("w - - 65536 1"), Field::Halfmove, 26);
    assert_malformed(all, &fen("w - - 0 x"), Field::Fullmove, 28);
    assert_malformed(all, &fen("w - - 0 0"), Field::Fullmove, 28);
}

#[test]
fn a_malformed_bracket_is_refused() {
    let all = &games::names();
    assert_malformed(all, "4k3/8/8/8/8/8/8/K7[Q w - - 0 1", Field::Reserve, 21);
    assert_malformed(all, "4k3/8/8/8/8/8/8/K7[x] w - - 0 1", Field::Reserve, 20);
    assert_malformed(all, "4k3/8/8/8/8/8/8/K7[]] w - - 0 1", Field::Reserve, 21);
    assert_malformed(all, "4k3/8/8/8/8/8/8/K7[2P] w - - 0 1", Field::Reserve, 20);
    assert_malformed(all, "4k3/8/8/8/8/8/8/K7] w - - 0 1", Field::Placement, 19);
}
