//! Users' games: who plays first, notes on starts and switches, and which positions are accepted.

use reviver::board::{Castling, Pending, Setup};
use reviver::games::{self, TypedGame, Visitor};
use reviver::rules::Rules;

use crate::common::families;
use crate::{add, variation};

#[test]
fn a_start_in_which_the_game_is_over_is_noted() {
    let game = variation(
        "over-at-once",
        "unplay",
        "start = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\"",
    );
    assert_eq!(
        game.notes(),
        ["start: the game is over in this position, so no turn can be played"]
    );
}

#[test]
fn a_game_knows_its_start_positions() {
    for game in games::built_in() {
        let starts = game.starts();
        assert!(starts.iter().all(|start| game.is_start(start)), "{game}");
        let mut later = starts.iter().map(|start| Setup {
            fullmove: 2,
            ..*start
        });
        assert!(later.all(|setup| !game.is_start(&setup)), "{game}");
        for other in games::built_in() {
            let is_listed = starts.contains(&other.start(3));
            assert_eq!(game.is_start(&other.start(3)), is_listed, "{game}, {other}");
        }
    }
}

#[test]
fn a_game_may_give_the_first_turn_to_the_side_that_plays_second_in_its_base() {
    for (base, side) in [
        ("ssehc", "black"),
        ("smolowitz", "white"),
        ("unachess", "black"),
    ]
    .into_iter()
    .filter(|(base, _)| families::is_built_in(base))
    {
        for (number, start) in ["", "start = \"base\"\n"].into_iter().enumerate() {
            let name = format!("other-first-{base}-{number}");
            let game = variation(&name, base, &format!("{start}first = \"{side}\""));
            let base = games::find(base).expect("a game");
            let expected = Setup {
                side: !base.start(0).side,
                ..base.start(0)
            };
            assert_eq!(game.start(0), expected, "{base}");
            assert_eq!(game.first_side(), expected.side);
            let line = format!("{base} start={expected}");
            assert_eq!(game.definition(), line);
            let again = games::defined("again", &line).expect("a game");
            assert!(std::ptr::eq(again, game));
        }
    }
    let pending = "4k3/8/8/8/8/8/4R3/K7[QRBBNNPPPPPPPPqrrbbnnpppppppp] b - e5 1 10";
    variation("pending-base", "ssehc", &format!("start = \"{pending}\""));
    let error = add("name = \"x\"\nbase = \"pending-base\"\n[switches]\nfirst = \"white\"");
    let error = error
        .expect_err("no black piece can have left e5")
        .to_string();
    assert!(error.starts_with("line 4: start: "), "{error}");
}

#[test]
fn switches_without_effect_are_noted() {
    let full = "rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R[] w - - 0 60";
    for (number, (base, switches, notes)) in [
        (
            "smolowitz",
            format!("start = \"{full}\"\nswitch-colours = false\nhome-wins-early = true"),
            &[
                "switch-colours has no effect: all 32 pieces are on the board at the start",
                "home-wins-early has no effect: all 32 pieces are on the board at the start",
            ][..],
        ),
        (
            "unachess",
            "double-step = false\npawn-rows = [3, 5]".to_owned(),
            &["double-step has no effect: no pawn ever stands on its row 2"],
        ),
        ("unachess", "pawn-rows = [3, 6]".to_owned(), &[]),
        (
            "unachess",
            "start = \"4k3/8/8/8/8/8/8/4K3[QRq] w - - 0 1\"\ncapture-before-king = true".to_owned(),
            &["capture-before-king has no effect: both kings are on the board at the start"],
        ),
        (
            "unachess",
            "start = \"4k3/8/8/8/8/8/8/4K3[QRq] w - - 0 1\"\ncastling = false".to_owned(),
            &["castling has no effect: both kings are on the board at the start, and neither may castle"],
        ),
        (
            "ssehc-classic",
            "declare = \"never\"\ncompare = \"points\"\nstalemate = \"loses\"".to_owned(),
            &["compare has no effect: no result of this game depends on a comparison of the two sides"],
        ),
        (
            "unplay",
            "start = \"7K/8/8/8/8/8/8/k7 w - - 100 60\"".to_owned(),
            &["start: the halfmove clock has reached 100 in this position, so the game ends at once by fifty moves"],
        ),
    ]
    .into_iter()
    .enumerate()
    {
        let game = variation(&format!("no-effect-{number}"), base, &switches);
        assert_eq!(game.notes(), notes, "{base}: {switches}");
    }
}

/// Reads this FEN and returns the error.
struct ErrorOf<'a>(&'a str);

impl Visitor for ErrorOf<'_> {
    /// The reason why a position is refused; empty if it is accepted.
    type Output = String;

    fn visit<R: Rules>(self, game: TypedGame<R>) -> String {
        match game.read(self.0) {
            Ok(position) => {
                assert_eq!(position.setup().castling, Castling::NONE);
                assert_eq!(position.setup().pending, Pending::Nothing);
                String::new()
            }
            Err(error) => error.to_string(),
        }
    }
}

#[test]
fn the_switches_decide_which_positions_are_accepted() {
    let low = variation(
        "low-pawns",
        "unachess",
        "pawn-rows = [1, 4]\ndouble-step = false\ncastling = false",
    );
    for (fen, reason) in [
        ("4k3/8/8/8/8/8/8/P3K3[] w - - 0 1", ""),
        (
            "4k3/8/8/8/8/8/8/p3K3[] w - - 0 1",
            "placement: a black pawn cannot stand on a1",
        ),
        (
            "P3k3/8/8/8/8/8/8/4K3[] w - - 0 1",
            "placement: a white pawn cannot stand on a8",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R[] w K - 0 1",
            "castling: this game has no castling",
        ),
        (
            "4k3/8/8/8/4Pp2/8/8/4K3[] b - e3 0 1",
            "pending: this game has no double steps",
        ),
    ] {
        let found = low.dispatch(ErrorOf(fen));
        assert!(
            found.starts_with(reason) && found.is_empty() == reason.is_empty(),
            "{fen}: {found}"
        );
    }
    let free = variation(
        "free-pawns",
        "unplay",
        "pawns-on-a-file = \"any\"\nbishops = \"any\"",
    );
    let doubled = "7K/8/8/8/P7/P7/8/k1B1B3 w - - 0 1";
    assert_eq!(free.dispatch(ErrorOf(doubled)), "");
}

#[test]
fn notes_on_first_turns_come_from_the_base_if_the_start_differs_at_most_in_the_side_to_play() {
    let first_turns = |name, switches| {
        let game = variation(name, "unachess", switches);
        game.about().first_turns.clone()
    };
    let base = games::find("unachess").expect("a game");
    assert!(!base.about().first_turns.is_empty());
    let black_begins = first_turns(
        "black-drops-first",
        "first = \"black\"\ncapture-before-king = true",
    );
    assert_eq!(black_begins, base.about().first_turns);
    let kings = "start = \"4k3/8/8/8/8/8/8/4K3[QRRBBNNPPPPPPPPqrrbbnnpppppppp] w - - 0 1\"";
    assert!(first_turns("kings-on-the-board", kings).is_empty());
}
