//! A drawing shows the pieces on their squares, the reserves, and marks.

use reviver::board::{Color, Piece, Placement, ROLES, Role, Square};
use reviver::diagram::{
    Arrow, ArrowColor, Drawing, HEIGHT, PendingAction, Scene, WIDTH, arrows_of, png,
};
use reviver::games::{Game, TypedGame, Visitor};
use reviver::rules::Rules;

use crate::common::program::{Folder, words};
use crate::common::{game, some_game};
use crate::played_games;

/// The value of an attribute of a tag.
pub(crate) fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let start = tag.find(&format!(" {name}=\""))? + name.len() + 3;
    tag[start..].split('"').next()
}

/// The `<use>` elements of a drawing: the piece that each one draws, and the text of its tag.
fn uses(svg: &str) -> impl Iterator<Item = (Piece, &str)> {
    svg.split("<use").skip(1).map(|rest| {
        let tag = rest.split("/>").next().expect("the end of a tag");
        let name = attribute(tag, "href").expect("the name of a piece");
        let role = name.chars().last().and_then(Role::from_char);
        let color = Color::from_white(name.contains('w'));
        (role.expect("a kind").of(color), tag)
    })
}

/// The pieces that a drawing has on its board.
pub(crate) fn drawn(svg: &str, bottom: Color) -> Vec<(Square, Piece)> {
    let mut pieces = Vec::new();
    for (piece, tag) in uses(svg) {
        let at = |name| attribute(tag, name).map(|text| text.parse::<f64>().expect("a number"));
        let (Some(x), Some(y)) = (at("x"), at("y")) else {
            continue;
        };
        // The board begins below the upper reserve and to the right of the margin.
        let (column, row) = (((x - 44.0) / 100.0) as u32, ((y - 76.0) / 100.0) as u32);
        let square = match bottom {
            Color::White => Square::new(8 * (7 - row) + column),
            Color::Black => Square::new(8 * row + (7 - column)),
        };
        pieces.push((square, piece));
    }
    pieces.sort_by_key(|(square, _)| square.to_u32());
    pieces
}

/// The pieces that stand on a board.
pub(crate) fn standing(placement: &Placement) -> Vec<(Square, Piece)> {
    let at = |square| Some((square, placement.piece_at(square)?));
    placement.occupied().into_iter().filter_map(at).collect()
}

/// The reserves that a drawing shows.
fn reserved(svg: &str) -> Vec<(Piece, u32)> {
    uses(svg)
        .filter_map(|(piece, tag)| Some((piece, attribute(tag, "data-count")?.parse().ok()?)))
        .collect()
}

#[test]
fn every_piece_is_drawn_on_its_square() {
    struct Look;
    impl Visitor for Look {
        type Output = ();
        fn visit<R: Rules>(self, variant: TypedGame<R>) {
            for seed in 0..6 {
                let game = played_games::random::<R>(variant, seed, 10 + 10 * seed as usize);
                let scene = Scene::of(game.position(), game.last_turn());
                let placement = &game.position().setup().placement;
                for bottom in Color::ALL {
                    let svg = Drawing::new(scene).with_bottom(bottom).to_string();
                    assert_eq!(drawn(&svg, bottom), standing(placement), "{variant} {seed}");
                    let mut expected = Vec::new();
                    for color in [Color::White, Color::Black] {
                        for role in ROLES {
                            let count = placement.reserve().count(color, role);
                            expected.extend((count > 0).then(|| (role.of(color), count)));
                        }
                    }
                    assert_eq!(reserved(&svg), expected, "{variant} {seed}");
                }
            }
        }
    }
    for variant in reviver::games::built_in() {
        variant.dispatch(Look);
    }
}

#[test]
fn every_drawing_becomes_a_png_of_the_requested_size() {
    for variant in reviver::games::built_in() {
        struct Svg;
        impl Visitor for Svg {
            type Output = String;
            fn visit<R: Rules>(self, variant: TypedGame<R>) -> String {
                let game = played_games::random::<R>(variant, 3, 25);
                let scene = Scene::of(game.position(), game.last_turn());
                Drawing::new(scene).titled("a < b & \"c\"").to_string()
            }
        }
        let picture = png(&variant.dispatch(Svg), 222).expect("it is a drawing");
        assert!(picture.starts_with(b"\x89PNG\r\n\x1a\n"));
        // The header of a PNG has the width and the height (PNG specification, 11.2.2).
        let number = |at: usize| {
            let bytes: [u8; 4] = picture[at..at + 4].try_into().expect("four bytes");
            f64::from(u32::from_be_bytes(bytes))
        };
        assert_eq!(
            (number(16), number(20)),
            (222.0, (222.0 * HEIGHT / WIDTH).round())
        );
    }
    assert!(png("<svg", 100).is_err());
    assert!(png("<svg/>", 0).is_err());
    assert!(png("<svg/>", 1_000_000).is_err());
}

fn scene(variant: &'static Game, fen: &str) -> Scene {
    struct Read<'a>(&'a str);
    impl Visitor for Read<'_> {
        type Output = Scene;
        fn visit<R: Rules>(self, variant: TypedGame<R>) -> Scene {
            let position: R = variant.read(self.0).expect("a position");
            Scene::of(&position, None)
        }
    }
    variant.dispatch(Read(fen))
}

#[test]
fn a_vacated_square_shows_whether_an_un_capture_is_optional_or_forced() {
    let optional = scene(game("ssehc"), "8/8/5k2/8/4K3/8/8/8 b - f3 1 1");
    assert_eq!(
        optional.pending_action,
        PendingAction::MayUncapture(Square::F3)
    );
    let svg = Drawing::new(optional).to_string();
    assert!(svg.contains("class=\"duty may f3\""));
    assert!(!svg.contains("class=\"duty must"));

    let forced = scene(
        game("ssehc"),
        "2q5/P2br3/PRQPk1n1/4P1p1/n3KP2/2PpN1pN/5PP1/8[RBBrbppppp] b - b7! 0 17",
    );
    assert_eq!(
        forced.pending_action,
        PendingAction::MustUncapture(Square::B7)
    );
    assert!(
        Drawing::new(forced)
            .to_string()
            .contains("class=\"duty must b7\"")
    );

    let un_double_step = scene(
        game("unplay-strict"),
        "6Kn/2B1q3/1R3R1r/8/3Pp3/2P4N/2r4n/k3Nb2[QBPPPPPPbppppppp] w - d3 0 10",
    );
    assert_eq!(
        un_double_step.pending_action,
        PendingAction::MustUnDoubleStep {
            over: Square::D3,
            from: Square::D4,
            to: Square::D2,
        }
    );
    let svg = Drawing::new(un_double_step).to_string();
    assert!(svg.contains("class=\"duty must-step d3\""));
    assert!(svg.contains("class=\"arrow d4d2 orange\""));
}

#[test]
fn a_square_for_an_en_passant_capture_is_marked() {
    let fen = "4k3/8/8/8/3pP3/8/8/4K3[] b - e3 0 1";
    let optional = scene(game("unachess"), fen);
    assert_eq!(
        optional.pending_action,
        PendingAction::MayCapture(Square::E3)
    );
    let svg = Drawing::new(optional).to_string();
    assert!(svg.contains("class=\"duty en-passant e3\""));
    assert_eq!(svg.matches("class=\"duty").count(), 1);
}

#[test]
fn frozen_pieces_and_kings_in_check_are_marked() {
    let fen = "1n1qk2r/1pppp1pp/1bn2r2/7R/4P3/2P1BB1P/P1PPPPN1/1N1Q2KR[bpp] w k - 16 59";
    let svg = Drawing::new(scene(game("ssehc"), fen)).to_string();
    for square in ["e8", "h8"] {
        assert!(svg.contains(&format!("class=\"frozen {square}\"")));
        assert!(svg.contains(&format!("class=\"ice {square}\"")));
    }
    assert!(!svg.contains("class=\"frozen a8\""));

    // White is to play, and in check.
    let fen = "8/8/8/8/8/4k3/8/r3K3 w - - 1 5";
    let checked = scene(game("unachess"), fen);
    assert!(
        Drawing::new(checked)
            .to_string()
            .contains("class=\"check e1\"")
    );
    // Black has left its own king in check, which Smolowitz' game allows.
    let fen = "8/8/4K3/8/8/4k3/8/4R3 w - - 1 5";
    let left_in_check = scene(game("smolowitz"), fen);
    assert!(
        Drawing::new(left_in_check)
            .to_string()
            .contains("class=\"kcehc e3\"")
    );
    // White has left its own king in check, and Black has no legal turn. So White has won by
    // retro-checkmate. The check is marked although the game is over.
    let won = scene(game("unplay"), "7b/6K1/8/8/8/8/8/k7 b - - 0 1");
    assert!(Drawing::new(won).to_string().contains("class=\"kcehc g7\""));
}

#[test]
fn the_latest_turn_and_arrows_are_drawn() {
    let svg = Folder::new().run(
        &[
            "diagram",
            "ssehc",
            "f3e4",
            "N@f3,f6e6",
            "--arrow",
            "e4d4=red",
        ],
        "",
    );
    for part in [
        "class=\"came f3\"",
        "class=\"came e6\"",
        "class=\"left f6\"",
        "class=\"arrow e4d4 red\"",
        "class=\"to-play\"",
    ] {
        assert!(svg.stdout.contains(part), "{part}");
    }
    let turn = "N@f3,f6e6".parse().expect("a turn");
    let arrow = |from, to| Arrow {
        from,
        to,
        color: ArrowColor::Blue,
    };
    assert_eq!(
        arrows_of(turn, ArrowColor::Blue),
        [arrow(Square::F3, Square::F3), arrow(Square::F6, Square::E6)]
    );
}

#[test]
fn the_command_draws_into_files() {
    let folder = Folder::new();
    let run = folder.run(
        &[
            "diagram",
            "unplay",
            "h8g7",
            "--out",
            "board.png",
            "--width",
            "100",
        ],
        "",
    );
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), ""));
    assert!(run.stderr.contains("board.png"), "{}", run.stderr);
    assert!(folder.bytes("board.png").starts_with(b"\x89PNG"));

    let record = played_games::record(some_game(), 5, 12);
    folder.write("game.pgn", record.to_string().as_bytes());
    let start = folder.run(
        &[
            "diagram", "--file", "game.pgn", "--ply", "0", "--bottom", "black",
        ],
        "",
    );
    let expected = standing(&record.start.placement);
    assert_eq!(drawn(&start.stdout, Color::Black), expected);
    let end = folder.run(
        &[
            "diagram",
            "--file",
            "game.pgn",
            "--no-coordinates",
            "--out",
            "b.svg",
        ],
        "",
    );
    assert_eq!(end.code, Some(0), "{}", end.stderr);
    let last = folder.read("b.svg");
    assert!(last.ends_with("</svg>\n"));
    let full = folder.run_ok(&["diagram", "--file", "game.pgn"]).stdout;
    assert_eq!(drawn(&last, Color::White), drawn(&full, Color::White));
    assert_ne!(drawn(&last, Color::White), expected);
    // Each coordinate is a path: eight letters for the files, eight digits for the ranks.
    let paths = |svg: &str| svg.matches("<path").count();
    assert_eq!(paths(&last) + 16, paths(&full));
}

#[test]
fn the_command_names_the_error_in_its_arguments() {
    let folder = Folder::new();
    let record = played_games::record(some_game(), 5, 12);
    folder.write("game.pgn", record.to_string().as_bytes());
    for (arguments, error) in [
        ("diagram unplay h8h8", "turn 1: h8h8 is not legal"),
        (
            "diagram unplay --arrow e2e9",
            "write an arrow as e2e4 or e2e4=red",
        ),
        (
            "diagram unplay --arrow e2e4=pink",
            "the colours are green, blue, red and orange",
        ),
        (
            "diagram unplay --width 1 --out x.png",
            "the width of a picture must be 16 to 8192 pixels, not 1",
        ),
        (
            "diagram unplay --out x.gif",
            "drawings are written as .svg or .png, not as .gif",
        ),
        ("diagram", "<GAME>"),
        (
            "diagram --file game.pgn --seed 1",
            "cannot be used with '--seed <N>'",
        ),
        (
            "diagram --file game.pgn --fen startpos",
            "cannot be used with '--fen <FEN>'",
        ),
    ] {
        let run = folder.run(&words(arguments), "");
        assert_eq!(run.code, Some(2), "{arguments}: {}", run.stderr);
        assert!(run.stderr.contains(error), "{arguments}: {}", run.stderr);
    }
    let missing = folder.run(&["diagram", "--file", "game.pgn", "--number", "2"], "");
    assert_eq!(missing.code, Some(1));
    assert_eq!(
        missing.stderr,
        "reviver: game.pgn: there is no game 2; the file has 1 game\n"
    );
}

#[test]
fn a_png_shows_the_whole_drawing_whatever_its_width() {
    let scene = Scene::of_chess(
        Placement::empty(reviver::board::Reserve::full()),
        Color::White,
    );
    let svg = Drawing::new(scene).to_string();
    for width in [16, 400, reviver::diagram::MAX_SIDE] {
        let bytes = png(&svg, width).expect("a picture");
        let side =
            |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        let (width, height) = (f64::from(side(16)), f64::from(side(20)));
        assert!(
            (width / height - WIDTH / HEIGHT).abs() < 0.05,
            "{width} x {height}"
        );
    }
}
