//! Tests of starting a reverse game from a chess game.

use super::*;
use crate::board::Castling;
use crate::record::forward::forward_game;
use crate::record::pgn;

/// Plays two turns from a position. They must be legal, and leave the castling field empty.
struct Takes(Setup, [&'static str; 2]);

impl games::Visitor for Takes {
    type Output = ();
    fn visit<R: Rules>(self, game: TypedGame<R>) {
        let mut position: R = game.position(self.0).expect("a position");
        for text in self.1 {
            let turn = text.parse().expect("a turn");
            assert_eq!(position.illegality(turn), None, "{text}");
            position = position.play(turn);
            assert_eq!(position.setup().castling, Castling::NONE, "{text}");
        }
    }
}

fn start(game: &str, pgn: &str) -> Result<ReverseStart, FromChessError> {
    reverse_start(games::find(game).expect("a game"), pgn)
}

#[test]
fn a_reverse_game_starts_where_the_chess_game_ended() {
    let fools_mate = "1. f3 e5 2. g4 Qh4# 0-1";
    for game in ["ssehc", "ssehc-classic"] {
        let start = start(game, fools_mate).expect("a start");
        assert_eq!((start.ply, &start.start_error), (4, &None));
        assert_eq!(
            start.setup.to_string(),
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR[] b - - 0 1"
        );
    }
}

#[test]
fn the_chess_game_ends_at_its_result() {
    for pgn in [
        "1. e4 e5 1-0\n1. d4 d5 *",
        "1. e4 e5 1/2-1/2 2. Nf3",
        "1. e4 (1. d4 *) e5 * 2. Nf3",
        "1. e4 e5 0\u{2013}1 2. Sf3",
        "Bob - Ann 1-0\n1. e4 e5 1-0 Nf3",
        "1. e4 e5 White resigns",
        "1. e4 e5 White resigns. 0-1",
    ] {
        let start = start("ssehc", pgn).expect("a start");
        assert_eq!((start.ply, start.start_error), (2, None), "{pgn}");
    }
}

#[test]
fn the_chess_game_goes_on_after_an_empty_line_if_a_move_number_above_1_follows() {
    for pgn in [
        "1. e4 e5\n\n2. Nf3 Nc6 3. Bb5 a6 *\n",
        "1. e4 e5\r\n\r\n2. Nf3 Nc6 3. Bb5 a6 *\r\n",
        "[Event \"x\"]\n\n1. e4 e5 2. Nf3\n \n{ a note }\n\n2... Nc6 3. Bb5 a6\n\n[Event \"y\"]\n\n1. d4 *",
        "1. e4 e5 2. Nf3 Nc6\n\n3. Bb5 a6\n\n1. d4 d5 *",
    ] {
        let start = start("ssehc", pgn).expect("a start");
        assert_eq!((start.ply, start.start_error), (6, None), "{pgn}");
    }
    for pgn in [
        "1. e4 e5\n\n{ next game }\n1. d4 d5",
        "1. e4 e5\n\n(see below) Some words on e4",
        "1. e4 e5\n\n{ the end of the text }",
    ] {
        let start = start("ssehc", pgn).expect("a start");
        assert_eq!((start.ply, start.start_error), (2, None), "{pgn}");
    }
    let misspelled = start("ssehc", "1. e4 e5\n\n2. Sf3 Nc6 *").expect_err("a wrong move");
    assert!(
        misspelled.to_string().contains("turn 3: 'Sf3'"),
        "{misspelled}"
    );
}

#[test]
fn captured_pieces_are_in_reserve() {
    let start = start("ssehc", "1. e4 d5 2. exd5 Qxd5 *").expect("a start");
    assert!(
        start.setup.to_string().contains("[Pp] b - - 0 1"),
        "{}",
        start.setup
    );
}

#[test]
fn a_king_that_castled_and_came_home_is_not_frozen() {
    let home = "1. h4 Nc6 2. e4 Nb8 3. Nf3 Nc6 4. Be2 Nb8 5. O-O Nc6 6. Re1 Nb8 7. Bf1 Nc6 8. Re3 Nb8 \
                9. Ne1 Nc6 10. Rh3 Nb8 11. Rh1 Nc6 12. Nf3 Nb8 13. Be2 Nc6 14. Kf1 Nb8 15. Ke1 Nc6 *";
    let setup = start("ssehc", home).expect("a start").setup.to_string();
    assert!(setup.contains(" b - - "), "{setup}");
    let ssehc = games::find("ssehc").expect("a game");
    // The reverse game takes back 15... Nc6 and 15. Ke1.
    ssehc.dispatch(Takes(
        start("ssehc", home).expect("a start").setup,
        ["c6b8", "e1f1"],
    ));
}

#[test]
fn the_start_is_the_latest_possible_position() {
    let pgn = "1. e4 f5 2. exf5 g6 3. fxg6 Nf6 4. g7 Nc6 5. gxh8=Q Nb8 *";
    let start = start("ssehc", pgn).expect("a start");
    assert_eq!(start.ply, 8);
    let error = start.start_error.expect("a reason").to_string();
    assert!(error.contains("White has 2 queens"), "{error}");
}

#[test]
fn the_reverse_game_is_not_over_at_its_start() {
    let pgn = "1. e4 d5 2. exd5 Qxd5 3. f3 *";
    let found = start("unplay", pgn).expect("a start");
    assert_eq!((found.ply, found.start_error), (5, None));
    let error = start("unplay", "1. f3 e5 2. g4 Qh4# 0-1").expect_err("over");
    let FromChessError::NoStart { reason, other } = error else {
        panic!("{error}");
    };
    assert_eq!(reason, StartError::Over(Ending::Army));
    let other = other.expect("a game");
    assert!(start(&other, "1. f3 e5 2. g4 Qh4# 0-1").is_ok(), "{other}");
}

/// Writes the forward game of a game without turns, from this position.
struct Forward(&'static str);

impl games::Visitor for Forward {
    type Output = String;
    fn visit<R: Rules>(self, game: TypedGame<R>) -> String {
        let start: R = game.read(self.0).expect(self.0);
        pgn::write(&forward_game(&start, &[]).expect("a forward game"), &[])
    }
}

#[test]
fn a_forward_game_with_two_bishops_on_one_colour_is_read() {
    let fen = "4k3/8/8/8/8/B7/PPPPPPPP/2B1K3 w - - 0 1";
    let free_bishops = games::defined("free-bishops", "unplay bishops=any").expect("a game");
    let line = "rules=smolowitz possible=false start=8/8/4K3/8/8/4k3/8/8 b - - 0 1";
    let impossible = games::defined("impossible", line).expect("a game");
    let ssehc = games::find("ssehc").expect("a game");
    for game in [ssehc, free_bishops, impossible] {
        let forward = game.dispatch(Forward(fen));
        let start = reverse_start(game, &forward).expect(&forward);
        let board = "4k3/8/8/8/8/B7/PPPPPPPP/2B1K3[";
        assert!(start.setup.to_string().starts_with(board), "{game}");
        assert_eq!((start.ply, start.start_error), (0, None), "{game}");
    }
}

#[test]
fn a_chess_game_may_begin_with_a_check_that_no_move_gives() {
    let triple_check = "[FEN \"4k3/8/3N1N2/8/8/8/8/4R1K1 b - - 0 1\"]\n\n1... Kf8 *";
    let start = start("unplay", triple_check).expect("a start");
    assert_eq!((start.ply, start.start_error), (1, None));
}

#[test]
fn text_that_is_not_a_chess_game_is_refused() {
    let refused = |game, pgn| start(game, pgn).expect_err("refused").to_string();
    for text in [
        "",
        "hello",
        "Dear diary, today I won.",
        "1-0",
        "[White \"Ann\"]\n\n*",
    ] {
        assert!(refused("ssehc", text).contains("no chess game"), "{text}");
    }
    let only_fen = "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 0 1\"]\n\n*";
    assert!(start("ssehc", only_fen).is_ok());
    assert!(refused("ssehc", "1. e4 e4 *").contains("turn 2: e4 is"));
    for (pgn, words) in [
        (
            "1. e4 e5 2. Sf3 Sc6 3. d4 exd4 *",
            "turn 3: 'Sf3' is not a move",
        ),
        ("1. e4 e5 2. Zf3 *", "turn 3: 'Zf3' is not a move"),
        ("1. Sf3 d5 2. Sc3 *", "turn 1: 'Sf3' is not a move"),
        ("1. Sf3 Sf6 *", "turn 1: 'Sf3' is not a move"),
        (
            "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. Sf3 *",
            "turn 1: 'Sf3' is not a move",
        ),
        ("1. e4 e4 2. Sf3 *", "turn 2: e4 is"),
        ("1. e4 e5 2. Nf3 Nx6", "turn 4: 'Nx6' is not a move"),
        (
            "1. e4 e5 2. hello Nc6 3. d4",
            "turn 3: 'hello' is not a move",
        ),
        ("1.e4 e5 2.Nf3 N c6 *", "turn 4: 'N c6' is not a move"),
        (
            "1. e2e4 e7e5 2. g1f3 *",
            "turn 3: 'g1f3' is not a move in English notation",
        ),
        (
            "1. e2e4 e7e5 2. Sg1f3 d7d6 *",
            "turn 3: 'Sg1f3' is not a move in English notation",
        ),
        (
            "[Event \"x\"]\n\n1. e4 {open",
            "line 3, column 7: the comment that starts here is not closed",
        ),
        (
            "[FEN \"4k3/8/8/8/8/8/8/4K1N1 w - - 0 1\"]\n\n1. Sf3 *",
            "turn 1: 'Sf3' is not a move",
        ),
    ] {
        assert!(refused("ssehc", pgn).contains(words), "{pgn}");
    }
    assert!(refused("ssehc", "[Variant \"Atomic\"]\n\n1. e4 *").contains("Atomic"));
    let escape = refused("ssehc", "[Variant \"\u{1b}[31mred\u{7}\"]\n\n1. e4 *");
    assert!(escape.contains("says  [31mred ;"), "{escape}");
    assert!(refused("ssehc", "[FEN \"nonsense\"]\n\n1. e4 *").contains("FEN"));
    assert!(refused("unachess", "1. e4 *").contains("forwards"));
}
