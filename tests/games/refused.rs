//! Errors of the reader of game files: the line, what is wrong, and what would be right.

use reviver::board::{Castling, Pending};
use reviver::games::{TypedGame, Visitor};
use reviver::rules::Rules;

use crate::{add, variation};

#[track_caller]
fn refuses(text: &str, words: &str) {
    let error = add(text).expect_err(text).to_string();
    assert!(error.contains(words), "{error}");
}

#[test]
fn a_file_names_its_game_and_its_base() {
    refuses("base = \"unplay\"", "missing field `name`");
    refuses(
        "name = \"A b\"\nbase = \"unplay\"",
        "line 1: name: 'A b' must begin",
    );
    refuses("name = \"x\"", "line 1: a game names its base");
    refuses(
        "name = \"x\"\nbase = \"chess\"",
        "line 2: base: no variant is called 'chess'; there are ssehc,",
    );
    refuses(
        "name = \"x\"\nrules = \"chess\"",
        "line 2: rules: there is no family 'chess', only ssehc, smolowitz, unplay, unachess",
    );
    refuses(
        "name = \"x\"\nbase = \"unplay\"\ncolour = 3",
        "line 3: unknown field `colour`",
    );
    refuses("name = \"x\"\nrules = \"unplay\"", "start is missing");
    refuses(
        "name = \"x\"\nbase = \"unplay\"\nweights = \"none.toml\"",
        "line 3: none.toml: there is no such file",
    );
    refuses(
        "name = \"unplay\"\nbase = \"unplay\"\n[switches]\nbishops = \"any\"",
        "line 1: name: another game is called 'unplay'",
    );
}

#[test]
fn a_switch_belongs_to_the_family_and_has_one_of_its_values() {
    let with =
        |base: &str, line: &str| format!("name = \"x\"\nbase = \"{base}\"\n[switches]\n{line}");
    for (base, line, words) in [
        (
            "unplay",
            "home-wins = true",
            "line 4: switches: games of the family unplay have no switch 'home-wins', only start, ",
        ),
        (
            "unplay",
            "own-check = \"maybe\"",
            "line 4: own-check: unknown value `maybe`, expected `free` or `removable`",
        ),
        (
            "ssehc",
            "home-wins = \"yes\"",
            "line 4: home-wins: invalid type: string \"yes\", expected a boolean",
        ),
        (
            "ssehc",
            "point-far = -10",
            "line 4: point-far: -10 is not a whole number from -9 to 9",
        ),
        (
            "unachess",
            "pawn-rows = [2, 8]",
            "line 4: pawn-rows: [2, 8] is not a range of rows within 1 to 7",
        ),
        (
            "unachess",
            "pawn-rows = [4, 2]",
            "line 4: pawn-rows: [4, 2] is not a range",
        ),
        (
            "unplay",
            "repetition = \"points\"",
            "line 4: repetition: games of the family unplay are not judged by points",
        ),
        (
            "ssehc",
            "declare = \"never\"",
            "line 4: declare = \"never\" with home-wins = false",
        ),
        (
            "unachess",
            "start = \"placement\"",
            "line 4: start: 'placement' is for games that are played backwards",
        ),
        (
            "unplay",
            "start = \"8/8 w - - 0 1\"",
            "line 4: start: placement: ",
        ),
        (
            "unplay",
            "start = \"8/8/8/8/8/8/8/kK6 w - - 0 1\"",
            "line 4: start: placement: the kings on b1 and a1 touch",
        ),
        ("unplay", "start = 3", "line 4: start: it is a text"),
        (
            "unplay",
            "first = \"black\"",
            "line 4: first: White is to play in the start position",
        ),
        (
            "unplay",
            "first = \"red\"",
            "line 4: first: unknown value `red`, expected `white` or `black`",
        ),
    ] {
        refuses(&with(base, line), words);
    }
}

struct Refuses<'a>(&'a str);

impl Visitor for Refuses<'_> {
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
fn positions_follow_the_switches() {
    let low = variation(
        "low-pawns",
        "unachess",
        "pawn-rows = [1, 4]\ndouble-step = false\ncastling = false",
    );
    for (fen, reason) in [
        ("4k3/8/8/8/8/8/8/P3K3[] w - - 0 1", ""),
        (
            "4k3/8/8/8/8/8/8/p3K3[] w - - 0 1",
            "placement: a black pawn stands on a1",
        ),
        (
            "P3k3/8/8/8/8/8/8/4K3[] w - - 0 1",
            "placement: a white pawn stands on a8",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2R[] w K - 0 1",
            "castling: this game has no castling",
        ),
        (
            "4k3/8/8/8/4Pp2/8/8/4K3[] b - e3 0 1",
            "pending: no pawn makes a double step",
        ),
    ] {
        let found = low.dispatch(Refuses(fen));
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
    assert_eq!(free.dispatch(Refuses(doubled)), "");
}
