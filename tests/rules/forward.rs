//! Every reverse game, played forwards, is a legal game of chess. Random games are written as PGN,
//! read back by a PGN reader, and replayed by `shakmaty`.

use reviver::board::Turn;
use reviver::games::{self, TypedGame};
use reviver::record::forward::{ForwardError, ForwardGame, ForwardMove, forward_game};
use reviver::record::pgn;
use reviver::rules::{Rules, ssehc::Ssehc, unachess::Unachess, unplay::Unplay};

use crate::common::{in_every_game, typed};
use crate::oracle::chess_program::read_back;
use crate::oracle::random::{self, PlayedGame};

/// The minimum number of random turns per variant. `REVIVER_FORWARD_TURNS` sets another number.
const TURNS: usize = 20_000;

fn turns_wanted() -> usize {
    std::env::var("REVIVER_FORWARD_TURNS")
        .map_or(TURNS, |turns| turns.parse().expect("a number of turns"))
}

fn random_games_are_legal_chess<R: Rules>(variant: TypedGame<R>) {
    let wanted = turns_wanted();
    let mut played = 0;
    let mut games = random::games::<R>(variant);
    let (mut castlings, mut promotions, mut en_passants) = (0, 0, 0);
    while played < wanted {
        let PlayedGame { start, turns } = games.next().expect("the iterator is endless");
        if turns.len() < 2 {
            continue;
        }
        played += turns.len();
        let game = read_back(&start, &turns);
        for chess in game.moves().iter().map(ForwardMove::chess) {
            castlings += usize::from(chess.is_castle());
            promotions += usize::from(chess.is_promotion());
            en_passants += usize::from(chess.is_en_passant());
        }
    }
    eprintln!(
        "{variant}: {castlings} castlings, {promotions} promotions, {en_passants} en passant"
    );
    // A test of fewer turns need not contain these moves.
    assert!(wanted < TURNS || (castlings > 0 && promotions > 0 && en_passants > 0));
}

#[derive(Clone, Copy)]
struct ForwardIsChess;

impl games::Visitor for ForwardIsChess {
    type Output = ();

    fn visit<R: Rules>(self, variant: TypedGame<R>) {
        if variant.is_reverse() {
            random_games_are_legal_chess(variant);
        }
    }
}

#[test]
fn every_reverse_game_is_chess_forwards() {
    in_every_game(ForwardIsChess);
}

fn line<R: Rules>(variant: TypedGame<R>, fen: &str, turns: &str) -> (R, Vec<Turn>) {
    let start = variant.read(fen).expect(fen);
    let turns = turns
        .split_ascii_whitespace()
        .map(|turn| turn.parse().expect(turn))
        .collect();
    (start, turns)
}

fn sans(game: &ForwardGame) -> String {
    let sans: Vec<String> = game.moves().iter().map(|played| played.san()).collect();
    sans.join(" ")
}

#[test]
fn forward_moves_come_in_reverse_order() {
    let fen = "7K/8/8/8/8/8/8/k7 w - - 0 1";
    let (start, turns) = line::<Unplay>(typed("unplay"), fen, "h8g8*n a1b1*n g8g7");
    let game = read_back(&start, &turns);
    assert_eq!(game.fen(), "7n/6K1/8/8/8/8/8/Nk6 w - - 0 1");
    assert_eq!(sans(&game), "Kg8 Kxa1 Kxh8");
    let tags = [
        ("White", "first"),
        ("ReverseGame", "unplay"),
        ("F EN", "ignored"),
    ];
    let text = pgn::write(&game, &tags);
    assert_eq!(
        text,
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"first\"]\n\
         [Black \"?\"]\n[Result \"*\"]\n[SetUp \"1\"]\n\
         [FEN \"7n/6K1/8/8/8/8/8/Nk6 w - - 0 1\"]\n[ReverseGame \"unplay\"]\n\n\
         1. Kg8 Kxa1 2. Kxh8 *\n"
    );
}

#[test]
fn in_pgn_the_moves_of_a_game_that_black_begins_start_with_1_and_three_dots() {
    let fen = "7K/8/8/8/8/8/8/k7 w - - 0 1";
    let (start, turns) = line::<Unplay>(typed("unplay"), fen, "h8g8*n a1b1*n");
    let text = pgn::write(&read_back(&start, &turns), &[]);
    assert!(text.ends_with("\n\n1... Kxa1 2. Kxh8 *\n"), "{text}");
}

#[test]
fn pgn_keeps_its_own_tags_and_escapes_the_others() {
    let fen = "7K/8/8/8/8/8/8/k7 w - - 0 1";
    let (start, turns) = line::<Unplay>(typed("unplay"), fen, "");
    let game = read_back(&start, &turns);
    let tags = [
        ("Result", "1-0"),
        ("Variant", "unplay"),
        ("FEN", "x"),
        ("SetUp", "0"),
        ("Site", "a \"quoted\" \\ line\nand another"),
        ("bad name]", "x"),
    ];
    let text = pgn::write(&game, &tags);
    assert!(text.contains("[Result \"*\"]"), "{text}");
    assert!(!text.contains("Variant"), "{text}");
    for own in ["[FEN \"7K/8/8/8/8/8/8/k7 b - - 0 1\"]", "[SetUp \"1\"]"] {
        assert!(text.contains(own), "{text}");
    }
    for name in ["[FEN ", "[SetUp "] {
        assert_eq!(text.matches(name).count(), 1, "{text}");
    }
    assert!(
        text.contains("[Site \"a \\\"quoted\\\" \\\\ line and another\"]"),
        "{text}"
    );
    assert!(text.contains("[badname \"x\"]"), "{text}");
}

#[test]
fn the_forward_game_of_a_game_without_turns_is_only_a_position() {
    let (start, turns) = line::<Unplay>(typed("unplay"), "7K/8/8/8/8/8/8/k7 w - - 0 1", "");
    let game = read_back(&start, &turns);
    assert_eq!(game.fen(), "7K/8/8/8/8/8/8/k7 b - - 0 1");
    assert!(game.moves().is_empty());
}

#[test]
fn a_pending_un_double_step_is_the_en_passant_square() {
    let fen = "7K/8/4P3/8/8/8/8/k7 w - - 0 1";
    let (start, turns) = line::<Unplay>(typed("unplay"), fen, "e6d5*ep");
    let game = read_back(&start, &turns);
    assert_eq!(game.fen(), "7K/8/8/3Pp3/8/8/8/k7 w - e6 0 1");
    assert_eq!(sans(&game), "dxe6");
}

#[test]
fn a_side_that_un_castles_may_castle_in_the_forward_game() {
    let fen = "8/8/8/k7/8/8/8/5RK1 w - - 0 1";
    let (start, turns) = line::<Unplay>(typed("unplay"), fen, "g1e1 a5a6");
    let game = read_back(&start, &turns);
    assert_eq!(game.fen(), "8/8/k7/8/8/8/8/4K2R b K - 0 1");
    assert_eq!(sans(&game), "Ka5 O-O");
}

#[test]
fn an_un_promotion_is_a_promotion_in_the_forward_game() {
    let fen = "6Q1/8/8/k7/8/8/8/7K w - - 0 1";
    let (start, turns) = line::<Unplay>(typed("unplay"), fen, "g8h7p*r");
    assert_eq!(sans(&read_back(&start, &turns)), "hxg8=Q");
}

#[test]
fn king_placements_are_no_moves() {
    let fen = "8/8/8/8/8/8/8/8[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 1";
    let (start, turns) = line::<Unplay>(typed("unplay-placement"), fen, "K@e4 K@h8 e4e3*q");
    assert_eq!(sans(&read_back(&start, &turns)), "Kxe4");
    assert!(matches!(
        forward_game(&start, &turns[..1]),
        Err(ForwardError::NoKings)
    ));
}

#[test]
fn unachess_has_no_forward_game() {
    let start = random::start::<Unachess>(typed("unachess"), 0);
    assert!(matches!(
        forward_game(&start, &[]),
        Err(ForwardError::NotReverse)
    ));
}

#[test]
fn an_illegal_turn_is_named() {
    let (start, turns) =
        line::<Unplay>(typed("unplay"), "7K/8/8/8/8/8/8/k7 w - - 0 1", "h8g8 a1a3");
    let error = forward_game(&start, &turns).expect_err("a1a3 is no king's step");
    let words = "turn 2: a1a3 is not legal: ";
    assert!(error.to_string().starts_with(words), "{error}");
}

#[test]
fn an_un_capture_belongs_to_the_un_move_of_the_turn_before() {
    let fen = "8/8/5k2/8/8/5K2/8/8 w - - 0 1";
    let (start, turns) = line::<Ssehc>(typed("ssehc"), fen, "f3e2 N@f3,f6e6 B@f6,e2d3");
    let game = read_back(&start, &turns);
    assert_eq!(game.fen(), "8/8/4kB2/8/8/3K1n2/8/8 w - - 0 1");
    assert_eq!(sans(&game), "Ke2 Kxf6 Kxf3");
}

#[test]
fn a_last_un_move_without_its_forced_un_capture_is_left_out() {
    let fen = "8/8/5k2/8/8/5K2/8/8 w - - 0 1";
    let (start, turns) = line::<Ssehc>(typed("ssehc"), fen, "f3f2 P@f3,f6e6 f2g1 f3g4");
    let game = read_back(&start, &turns);
    assert_eq!(game.omitted_unmoves(), 1);
    assert_eq!(sans(&game), "Kf2 Kf6 Kxf3");
}

#[test]
fn an_un_capture_before_a_declared_end_completes_the_last_un_move() {
    // White's last piece comes back on the square that the black knight vacates.
    let fen = "8/8/8/4k3/8/8/PPPPPPPP/RNBQKBNn b - - 0 1";
    let (start, turns) = line::<Ssehc>(typed("ssehc"), fen, "h1g3 R@h1,end");
    let game = read_back(&start, &turns);
    assert_eq!(game.omitted_unmoves(), 0);
    assert_eq!(game.fen(), "8/8/8/4k3/8/6n1/PPPPPPPP/RNBQKBNR b - - 0 1");
    assert_eq!(sans(&game), "Nxh1");
}
