//! A diagram of Unachess's e-mail form is read back, and a wrong one is refused with line and character.

use reviver::board::Color;
use reviver::notation::native::email::{EmailDiagram, read};
use reviver::rules::{Rules, unachess::Unachess};

use crate::common::play::{run_deterministically, scripts};
use crate::common::typed;

#[test]
fn every_diagram_of_random_games_reads_back() {
    run_deterministically(40, &scripts(60), |script| {
        script.play::<Unachess>(typed("unachess"), |position, _| {
            let placement = &position.setup().placement;
            let drawn = EmailDiagram(placement).to_string();
            let name = position.side().fold_wb("White", "Black");
            let found = read(&format!("{drawn}\n{name} to play\n")).expect(&drawn);
            assert_eq!(found.placement, *placement, "{drawn}");
            assert_eq!(found.side, position.side());
        });
    });
}

#[test]
fn a_diagram_is_refused_where_it_goes_wrong() {
    let rows = |row: &str, count| format!("{row}\n").repeat(count);
    let empty = "- - - - - - - -";
    for (text, expected) in [
        (
            String::new(),
            "diagram: line 2, character 1: found the end of the text",
        ),
        (
            rows(empty, 3),
            "diagram: line 4, character 1: found the end of the text, expected the squares of rank 5",
        ),
        (
            rows("- - - x - - - -", 8),
            "diagram: line 1, character 7: found 'x', expected a piece KQRBNPkqrbnp or '-' for the square d8",
        ),
        (
            rows("- - - -", 8),
            "diagram: line 1, character 8: found the end of the line",
        ),
        (
            rows(empty, 8) + "  KK",
            "diagram: line 9, character 4: found 'K', expected a reserve",
        ),
        (
            rows(empty, 8) + "  who",
            "diagram: line 9, character 3: found 'w'",
        ),
    ] {
        let error = read(&text).expect_err(&text).to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    // Indentation and separators do not matter.
    let loose = rows("-------k   ppp", 1) + "\n" + &rows(empty, 7) + "White's pieces:\nK P---";
    let setup = read(&loose).expect("a diagram");
    assert_eq!(
        EmailDiagram(&setup.placement)
            .to_string()
            .matches('p')
            .count(),
        5
    );
}

#[test]
fn a_player_sees_coordinates_and_the_own_side_at_the_bottom() {
    let rows = "- - - - - - - -\n".repeat(7);
    let setup = read(&format!("{rows}R - - - - - - k\n  QPP  q")).expect("a diagram");
    let diagram = EmailDiagram(&setup.placement);
    let (white, black) = (
        diagram.with_bottom(Color::White),
        diagram.with_bottom(Color::Black),
    );
    let (white, black) = (white.to_string(), black.to_string());
    for line in [
        "8  - - - - - - - -    Black's pieces in reserve:\n",
        "1  R - - - - - - k\n",
        "\n   a b c d e f g h    ",
    ] {
        assert!(white.contains(line), "{line}\n{white}");
    }
    for line in [
        "1  k - - - - - - R    White's pieces in reserve:\n",
        "\n   h g f e d c b a    ",
    ] {
        assert!(black.contains(line), "{line}\n{black}");
    }
}
