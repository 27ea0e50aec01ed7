//! The diagrams of Unachess games by e-mail. A diagram that the program writes is read as the same
//! placement. The error for a wrong diagram names line and character.

use reviver::board::{Color, Role, Square};
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
            for bottom in Color::ALL {
                let drawn = EmailDiagram(placement).with_bottom(bottom).to_string();
                for text in [drawn.clone(), format!("Black to play\n{drawn}")] {
                    let found = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                    assert_eq!(found.placement, *placement, "{text}");
                }
                let ninth = drawn
                    .replacen(" 8  ", " 8  - ", 1)
                    .replacen("8  ", " 8  - ", 1);
                assert!(read(&ninth).is_err(), "{ninth}");
            }
        });
    });
}

#[test]
fn the_error_for_a_wrong_diagram_names_line_and_character() {
    let repeated = |row: &str, count| format!("{row}\n").repeat(count);
    let empty = "- - - - - - - -";
    for (text, expected) in [
        (
            String::new(),
            "diagram: line 1, character 1: found the end of the text",
        ),
        (
            repeated(empty, 3),
            "diagram: line 4, character 1: found the end of the text, expected the squares of rank 5",
        ),
        (
            repeated("- - - x - - - -", 8),
            "diagram: line 1, character 7: found 'x', expected one of KQRBNPkqrbnp, or '-', for the square d8",
        ),
        (
            repeated("- \u{1b}", 8),
            "diagram: line 1, character 3: found ' ', expected one of KQRBNPkqrbnp",
        ),
        (
            repeated("- - - -", 8),
            "diagram: line 1, character 8: found the end of the line",
        ),
        (
            repeated(empty, 8) + "  KK",
            "diagram: line 9, character 4: found 'K', expected at most 1 'K' in the reserve",
        ),
        (
            repeated(empty, 8) + "  who",
            "diagram: line 9, character 3: found 'w', expected a reserve such as rrbbn-qk",
        ),
        (
            repeated("- - - - - - - - k", 8),
            "diagram: line 1, character 17: found 'k', expected two spaces or the end of the line after eight squares",
        ),
        (
            repeated("---------", 8),
            "diagram: line 1, character 9: found '-', expected two spaces or the end of the line after eight squares",
        ),
    ] {
        let error = read(&text).expect_err(&text).to_string();
        assert!(error.starts_with(expected), "{error}");
    }
    // The spaces between squares may be left out. The letters of a reserve may be anywhere to the
    // right of the board or below it, with any number of spaces and dashes between them.
    let loose = repeated("-------k   ppp", 1)
        + "\n"
        + &repeated(empty, 7)
        + "White's pieces: Q\nK P---\nBlack's pieces";
    let placement = read(&loose).expect("a diagram").placement;
    for (color, role, count) in [
        (Color::Black, Role::Pawn, 3),
        (Color::White, Role::Queen, 1),
        (Color::White, Role::King, 1),
        (Color::White, Role::Pawn, 1),
    ] {
        let found = placement.reserve().count(color, role);
        assert_eq!(found, count, "{color:?} {role:?}");
    }
    let kings: Vec<Option<Square>> = Color::ALL.map(|color| placement.king(color)).to_vec();
    assert!(kings.contains(&Some(Square::H8)) && kings.contains(&None));
}

#[test]
fn a_diagram_for_a_player_has_coordinates_and_the_players_side_at_the_bottom() {
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
