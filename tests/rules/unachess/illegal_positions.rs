//! Positions that the game refuses.

use reviver::board::{Color, Pending};
use reviver::rules::{Field, IllegalPosition, Rules};

use super::{illegal_position, read};

#[test]
fn a_missing_bracket_means_empty_reserves() {
    let position = read("4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(
        position.setup().to_string(),
        "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"
    );
}

#[test]
fn too_many_promoted_pieces_or_pieces_of_a_kind_are_refused() {
    read("4k3/8/8/8/8/8/PPPPPPP1/QQ2K3[] w - - 0 1");
    assert!(matches!(
        illegal_position("4k3/8/8/8/8/8/PPPPPPPP/QQ2K3[] w - - 0 1"),
        IllegalPosition::TooManyPromoted {
            color: Color::White,
            extra: 1,
            pawns: 0
        }
    ));
    assert!(matches!(
        illegal_position("4k3/8/8/8/8/8/PPPPPPP1/QQ2K3[P] w - - 0 1"),
        IllegalPosition::TooManyPromoted { .. }
    ));
    assert!(matches!(
        illegal_position("4k3/8/8/8/8/P7/PPPPPPPP/4K3[] w - - 0 1"),
        IllegalPosition::TooMany { .. }
    ));
    assert!(matches!(
        illegal_position("4k3/8/8/8/8/8/8/4K3[qq] w - - 0 1"),
        IllegalPosition::TooManyInReserve { .. }
    ));
}

#[test]
fn each_side_has_one_king() {
    read("8/8/8/8/8/8/8/8[Kk] w - - 0 1");
    assert!(matches!(
        illegal_position("8/8/8/8/8/8/8/4K3[] w - - 0 1"),
        IllegalPosition::NoKing(Color::Black)
    ));
    assert!(matches!(
        illegal_position("4k2k/8/8/8/8/8/8/4K3[] w - - 0 1"),
        IllegalPosition::Kings {
            color: Color::Black,
            found: 2
        }
    ));
    assert_eq!(
        illegal_position("4k3/8/8/8/8/8/8/4K3[k] w - - 0 1").field(),
        Field::Reserve
    );
}

#[test]
fn pawns_on_rank_1_or_8_and_touching_kings_are_refused() {
    assert!(matches!(
        illegal_position("4k2P/8/8/8/8/8/8/4K3[] w - - 0 1"),
        IllegalPosition::PawnOnEdge(_)
    ));
    assert!(matches!(
        illegal_position("8/8/8/4k3/4K3/8/8/8[] w - - 0 1"),
        IllegalPosition::KingsTouch(..)
    ));
}

#[test]
fn the_side_that_has_just_played_must_not_be_in_check() {
    assert!(matches!(
        illegal_position("4k3/8/8/8/8/8/8/K3R3[] w - - 0 1"),
        IllegalPosition::Check {
            just_played: Color::Black,
            king: Color::Black
        }
    ));
    // White's king is in reserve, so Black's king is not in check.
    read("4k3/8/8/8/8/8/8/4R3[K] w - - 0 1");
}

#[test]
fn a_castling_letter_without_its_king_or_rook_is_refused() {
    for (fen, letter) in [
        ("4k3/8/8/8/8/8/8/R3K3[] w K - 0 1", 'K'),
        ("4k3/8/8/8/8/8/8/4K2R[] w Q - 0 1", 'Q'),
        ("4k3/8/8/8/8/8/8/3K3R[] w K - 0 1", 'K'),
        ("4k3/8/8/8/8/8/8/3K4[] w E - 0 1", 'E'),
        ("4k3/8/8/8/8/8/8/8[K] w H - 0 1", 'H'),
        ("r7/8/8/8/8/8/8/8[Kk] w h - 0 1", 'h'),
        ("8/8/8/8/8/8/8/4K3[k] w e - 0 1", 'e'),
    ] {
        match illegal_position(fen) {
            IllegalPosition::Castling { letter: found, .. } => assert_eq!(found, letter, "{fen}"),
            other => panic!("{fen}: {other}"),
        }
    }
}

#[test]
fn a_castling_field_that_contradicts_itself_or_the_pieces_is_refused() {
    for fen in [
        "4k3/8/8/8/8/8/8/4K2R[] w KE - 0 1",
        "4k3/8/8/8/8/8/8/R3K2R[] w KA - 0 1",
        "4k3/8/8/8/8/8/8/4K2R[] w H - 0 1",
        "4k3/8/8/8/8/8/8/4K2R[] w EH - 0 1",
        // White's two rooks are in reserve. So the rook on h1 is a promoted pawn.
        "4k3/8/8/8/8/8/8/4K2R[RR] w K - 0 1",
    ] {
        assert!(
            matches!(illegal_position(fen), IllegalPosition::CastlingLetters(_)),
            "{fen}"
        );
    }
}

#[test]
fn an_en_passant_square_without_a_legal_capture_is_read_as_none() {
    let position = read("4k3/8/8/8/4P3/8/8/4K3[] b - e3 0 1");
    assert_eq!(position.setup().pending, Pending::Nothing);
    let position = read("4k3/8/8/8/3pP3/8/8/4K3[] b - e3 0 1");
    assert_eq!(
        position.setup().to_string(),
        "4k3/8/8/8/3pP3/8/8/4K3[] b - e3 0 1"
    );
}

#[test]
fn an_impossible_en_passant_square_is_refused() {
    for fen in [
        "4k3/8/8/8/3pP3/8/8/4K3[] b - e4 0 1",
        "4k3/8/8/8/3pP3/8/8/4K3[] b - d3 0 1",
        "4k3/8/8/8/3pP3/8/8/4K3[] w - e3 0 1",
        "4k3/8/8/8/3pP3/4N3/8/4K3[] b - e3 0 1",
        "4k3/8/8/8/3pP3/8/4N3/4K3[] b - e3 0 1",
        // Before the double step, White was to play, and the rook on a8 already gave check.
        "R3k3/8/8/8/3pP3/8/8/4K3[] b - e3 0 1",
        // Before the double step, White was to play, and the pawn on e2 gave check.
        "8/8/8/8/4P3/3k4/8/6K1[] b - e3 0 1",
    ] {
        assert!(
            matches!(illegal_position(fen), IllegalPosition::Pending(_)),
            "{fen}"
        );
    }
    // A discovered check by the double step is possible.
    read("8/8/8/8/3pP3/8/R6k/4K3[] b - e3 0 1");
}
