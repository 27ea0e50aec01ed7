//! The page of a game shows the game and its forward game: the chess game that undoes its un-moves,
//! the last one first. The page loads no other file.

use reviver::analysis::Page;
use reviver::board::{Color, Turn};
use reviver::games::{Game, TypedGame, Visitor};
use reviver::record::forward::forward_game;
use reviver::record::pgn;
use reviver::record::{GameResult, Record};
use reviver::rules::{Rules, Seat};
use shakmaty::{CastlingMode, Chess, FromSetup, Piece, Position, Square, fen::Fen, san::San};

use crate::common::game;
use crate::diagrams::{attribute, drawn, standing};
use crate::played_games;
use crate::review::reviewed;

/// The boards of the game (`kind` is `game`) or of its forward game (`chess`): the caption and the
/// pieces of each board.
fn frames(page: &str, kind: &str) -> Vec<(String, Vec<(Square, Piece)>)> {
    let board = page.split("<svg id=\"board\"").nth(1).expect("a board");
    let board = board.split("</svg>").next().expect("it ends");
    let parts: Vec<&str> = board.split("<g id=\"").collect();
    let named = |ply: usize| {
        let start = format!("{kind}-{ply}\"");
        parts.iter().find(|part| part.starts_with(&start))
    };
    (0..)
        .map_while(named)
        .map(|part| {
            let label = attribute(part, "data-label").expect("a label");
            (label.replace("&#39;", "'"), drawn(part, Color::White))
        })
        .collect()
}

/// The texts of the buttons in the list of turns (`kind` is `game`) or of the moves of the forward
/// game (`chess`).
fn list(page: &str, kind: &str) -> Vec<String> {
    let Some(list) = page.split(&format!("<ol id=\"{kind}-list\"")).nth(1) else {
        return Vec::new();
    };
    let list = list.split("</ol>").next().expect("it ends");
    let buttons = list.split("<button").skip(1);
    buttons
        .map(|button| {
            let text = button.split('>').nth(1).expect("a text");
            text.trim_end_matches("</button").to_owned()
        })
        .collect()
}

/// The pieces on a board of chess.
fn pieces(chess: &Chess) -> Vec<(Square, Piece)> {
    let at = |square| Some((square, chess.board().piece_at(square)?));
    Square::ALL.into_iter().filter_map(at).collect()
}

/// Makes the page of a random game whose tags contain HTML special characters.
struct Paged {
    seed: u64,
    turns: usize,
}

/// A page, and what it must show.
struct Sample {
    page: String,
    record: Record,
    fens: Vec<String>,
    boards: Vec<Vec<(Square, Piece)>>,
    pgn: Option<String>,
}

impl Visitor for Paged {
    type Output = Sample;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> Sample {
        let mut game = played_games::random::<R>(variant, self.seed, self.turns);
        let mut record = Record::of(&game);
        record
            .tags
            .set("White", "<script>alert('Ann & Co.')</script>");
        record.tags.set("Black", "\"Bob\"");
        let review = reviewed(&game, 60);
        let page = Page::new(&record, &game, &review).to_string();
        let turns: Vec<Turn> = game.turns().collect();
        let forward = forward_game(game.start(), &turns).ok();
        let tags: Vec<(&str, &str)> = Vec::new();
        while game.undo().is_some() {}
        let (mut fens, mut boards) = (Vec::new(), Vec::new());
        loop {
            let setup = game.position().setup();
            fens.push(setup.to_string());
            boards.push(standing(&setup.placement));
            if game.redo().is_none() {
                break;
            }
        }
        Sample {
            page,
            record,
            fens,
            boards,
            pgn: forward.map(|game| pgn::write(&game, &tags)),
        }
    }
}

fn sample(variant: &'static Game) -> Sample {
    let seed = reviver::games::built_in()
        .iter()
        .position(|&known| known == variant);
    variant.dispatch(Paged {
        seed: seed.expect("a built-in variant") as u64,
        turns: 24,
    })
}

#[test]
fn the_board_steps_through_the_positions_of_the_game() {
    for variant in reviver::games::built_in() {
        let sample = sample(variant);
        let (captions, boards): (Vec<String>, Vec<_>) =
            frames(&sample.page, "game").into_iter().unzip();
        assert_eq!(captions, sample.fens, "{variant}");
        assert_eq!(boards, sample.boards, "{variant}");
        let turns = list(&sample.page, "game");
        let texts = turns
            .iter()
            .map(|text| text.trim_end_matches(['!', '?']).to_owned());
        let played: Vec<String> = sample
            .record
            .turns
            .iter()
            .map(|t| t.turn.to_string())
            .collect();
        assert_eq!(texts.collect::<Vec<_>>(), played, "{variant}");
        let count = format!("data-turns=\"{}\"", played.len());
        assert!(sample.page.contains(&count), "{variant}");
    }
}

#[test]
fn the_page_shows_the_forward_game_of_the_pgn() {
    for variant in reviver::games::built_in() {
        let sample = sample(variant);
        let frames = frames(&sample.page, "chess");
        let Some(pgn) = &sample.pgn else {
            assert!(!variant.is_reverse(), "{variant}");
            assert!(frames.is_empty() && !sample.page.contains("value=\"chess\""));
            continue;
        };
        let (tags, moves) = pgn.split_once("\n\n").expect("tags, then moves");
        let sans: Vec<&str> = moves
            .split_whitespace()
            .filter(|word| !word.ends_with('.') && *word != "*")
            .collect();
        assert_eq!(list(&sample.page, "chess"), sans, "{variant}");

        let fen = tags
            .split("[FEN \"")
            .nth(1)
            .and_then(|rest| rest.split('"').next());
        let fen: Fen = fen.expect("a FEN").parse().expect("a FEN");
        let mut chess = Chess::from_setup(fen.into_setup(), CastlingMode::Standard)
            .or_else(shakmaty::PositionError::ignore_impossible_check)
            .or_else(shakmaty::PositionError::ignore_too_much_material)
            .expect("a position of chess");
        assert_eq!(frames.len(), sans.len() + 1, "{variant}");
        assert_eq!(frames[0].1, pieces(&chess), "{variant}");
        for (san, (caption, drawn)) in sans.iter().zip(&frames[1..]) {
            let san: San = san.trim_end_matches(['+', '#']).parse().expect("a move");
            let played = san.to_move(&chess).expect("a legal move");
            chess.play_unchecked(played);
            assert_eq!(*drawn, pieces(&chess), "{variant} {san}");
            let position = format!("{} {}", chess.board(), chess.turn().char());
            assert_eq!(*caption, position, "{variant} {san}");
        }
        let shown = sample
            .page
            .split("<pre id=\"pgn\">")
            .nth(1)
            .expect("the PGN");
        let shown = shown.split("</pre>").next().expect("it ends");
        for line in moves.lines() {
            assert!(shown.contains(line), "{variant}: {line}");
        }
    }
}

#[test]
fn the_page_loads_nothing_and_runs_no_script_from_a_record() {
    let page = sample(game("ssehc")).page;
    for word in [
        "http:",
        "https:",
        " src=",
        "@import",
        "url(",
        "<link",
        "<script>alert",
    ] {
        assert!(!page.contains(word), "{word}");
    }
    assert!(page.contains("&lt;script&gt;alert(&#39;Ann &amp; Co.&#39;)"));
    assert_eq!(page.matches("<script>").count(), 1);
    assert_eq!(page.matches("<svg").count(), page.matches("</svg>").count());
    assert_eq!(
        page.matches("<button").count(),
        page.matches("</button>").count()
    );
    assert_eq!(page.matches("<div").count(), page.matches("</div>").count());
}

#[test]
fn the_page_shows_the_curve_the_marks_and_the_better_turns() {
    let sample = sample(game("unplay-strict"));
    let page = &sample.page;
    for part in [
        "id=\"curve\"",
        "class=\"hit\" data-game=\"0\"",
        "class=\"hit\" data-game=\"24\"",
        "id=\"note-24\"",
        "Best now: ",
        "<th scope=\"row\">accuracy</th>",
        "aria-live=\"polite\"",
        "id=\"legend\"",
        "@media (prefers-color-scheme: dark)",
        "id=\"back\"",
        "id=\"next\"",
        "ArrowLeft",
        "ArrowRight",
        "a king in check",
        "a king that its own side has just left in check",
        "disc at a reserve",
        "<dt><code>e4d3*q</code></dt><dd>un-move and un-capture an enemy queen</dd>",
        "a score in pawns",
    ] {
        assert!(page.contains(part), "{part}");
    }
    for part in ["<code>N@f3", "an un-capture is allowed on this square"] {
        assert!(!page.contains(part), "{part}");
        assert!(self::sample(game("ssehc")).page.contains(part), "{part}");
    }
    // Repetition and fifty moves can win in `smolowitz`. In `unplay-strict` they draw.
    let names_wins = |name: &str| {
        let page = self::sample(game(name)).page;
        page.contains("to win or lose by repetition or fifty moves")
    };
    assert!(names_wins("smolowitz") && !names_wins("unplay-strict"));
    // The legend explains the key `c` only if the page has a forward game.
    let names_key = |name: &str| {
        self::sample(game(name))
            .page
            .contains("; c: show the game as a chess game")
    };
    assert!(names_key("ssehc") && !names_key("unachess"));
    // The turns of the sample are random, so some of them are errors.
    assert!(page.contains(" percentage points; better was "));
    assert!(page.contains("class=\"dot "));
}

/// Makes the page of a short drawn game. The field is the tag `Termination` of its record.
struct Terminated(&'static str);

impl Visitor for Terminated {
    type Output = String;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> String {
        let game = played_games::random::<R>(variant, 1, 4);
        let mut record = Record::of(&game);
        record.result = GameResult::Drawn;
        record.tags.set("Termination", self.0);
        let review = reviewed(&game, 60);
        Page::new(&record, &game, &review).to_string()
    }
}

#[test]
fn the_page_describes_the_end_of_the_game() {
    for (ending, sentence) in [
        (
            "ply-limit",
            "A draw: the game was as long as the event allows",
        ),
        ("agreement", "A draw: the players agreed to a draw"),
        ("by the arbiter", "A draw: by the arbiter"),
    ] {
        let page = game("ssehc").dispatch(Terminated(ending));
        assert!(page.contains(sentence), "{ending}");
    }
}

#[test]
fn an_empty_tag_adds_no_separator_to_the_subtitle() {
    struct Unnamed;
    impl Visitor for Unnamed {
        type Output = String;
        fn visit<R: Rules>(self, variant: TypedGame<R>) -> String {
            let game = played_games::random::<R>(variant, 1, 4);
            let mut record = Record::of(&game);
            record.tags.set("Event", "");
            let review = reviewed(&game, 60);
            Page::new(&record, &game, &review).to_string()
        }
    }
    let page = game("ssehc").dispatch(Unnamed);
    assert!(!page.contains(" &middot; </p>") && !page.contains("&middot;  &middot;"));
}

#[test]
fn players_with_the_same_name_are_told_apart() {
    struct Named(&'static str);
    impl Visitor for Named {
        type Output = String;
        fn visit<R: Rules>(self, variant: TypedGame<R>) -> String {
            let game = played_games::random::<R>(variant, 1, 4);
            let mut record = Record::of(&game);
            record.result = GameResult::Won(Seat::Second);
            record.tags.set("White", "Ann");
            record.tags.set("Black", self.0);
            let review = reviewed(&game, 60);
            Page::new(&record, &game, &review).to_string()
        }
    }
    for (second, title, winner) in [
        (
            "Ann",
            "<h1>Ann (first player) - Ann (second player)</h1>",
            "Ann (second player) wins",
        ),
        ("Bob", "<h1>Ann - Bob</h1>", "Bob wins"),
    ] {
        let page = game("ssehc").dispatch(Named(second));
        assert!(page.contains(title) && page.contains(winner), "{second}");
    }
}
