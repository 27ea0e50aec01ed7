//! Every reverse game, played forwards, is a legal game of chess (rules, section 6): shakmaty plays
//! random games over again, and a PGN reader reads what was written.

use crate::common::typed;
use std::ops::ControlFlow;

use crate::oracle::random::{self, Play};
use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use reviver::board::Turn;
use reviver::games::TypedGame;
use reviver::record::forward::{ForwardError, ForwardGame, ForwardMove, forward_game};
use reviver::record::pgn;
use reviver::rules::{
    Rules, smolowitz::Smolowitz, ssehc::Ssehc, unachess::Unachess, unplay::Unplay,
};
use shakmaty::{CastlingMode, Chess, FromSetup, Position, PositionError, fen::Fen};

/// Random turns that a test converts, by default; `REVIVER_FORWARD_TURNS` sets another number.
const TURNS: usize = 20_000;

fn turns_wanted() -> usize {
    std::env::var("REVIVER_FORWARD_TURNS")
        .map_or(TURNS, |turns| turns.parse().expect("a number of turns"))
}

/// A chess program that reads a PGN: a game from a FEN, all its moves legal.
#[derive(Default)]
struct ChessProgram {
    setup: bool,
    variant: bool,
}

impl Visitor for ChessProgram {
    type Tags = Option<Chess>;
    type Movetext = (Chess, usize);
    type Output = (Chess, usize);

    fn begin_tags(&mut self) -> ControlFlow<Self::Output, Self::Tags> {
        ControlFlow::Continue(None)
    }

    fn tag(
        &mut self,
        tags: &mut Self::Tags,
        name: &[u8],
        value: RawTag<'_>,
    ) -> ControlFlow<Self::Output> {
        match name {
            b"FEN" => *tags = Some(read_fen(&value.decode_utf8_lossy())),
            b"SetUp" => self.setup = value.as_bytes() == b"1",
            b"Variant" => self.variant = true,
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, tags: Self::Tags) -> ControlFlow<Self::Output, Self::Movetext> {
        ControlFlow::Continue((tags.expect("a FEN tag"), 0))
    }

    fn begin_variation(
        &mut self,
        _movetext: &mut Self::Movetext,
    ) -> ControlFlow<Self::Output, Skip> {
        ControlFlow::Continue(Skip(true))
    }

    fn san(
        &mut self,
        (position, count): &mut Self::Movetext,
        san: SanPlus,
    ) -> ControlFlow<Self::Output> {
        let played = san.san.to_move(position).expect("a legal move");
        let again = SanPlus::from_move_and_play_unchecked(position, played);
        assert_eq!(again, san, "check marks and disambiguation");
        *count += 1;
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, movetext: Self::Movetext) -> Self::Output {
        movetext
    }
}

fn read_fen(fen: &str) -> Chess {
    let setup = fen.parse::<Fen>().expect(fen).into_setup();
    Chess::from_setup(setup, CastlingMode::Standard)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_too_much_material)
        .expect(fen)
}

/// Converts a game, writes it, reads it back, and compares its last position with the first one
/// of the reverse game.
fn read_back<R: Rules>(start: &R, turns: &[Turn]) -> ForwardGame {
    let game = forward_game(start, turns)
        .unwrap_or_else(|error| panic!("{} {turns:?}: {error}", start.setup()));
    let text = pgn::write(
        &game,
        &[("Event", "Random \"games\""), ("ReverseGame", "any")],
    );
    assert!(text.is_ascii());
    let mut program = ChessProgram::default();
    let (last, count) = Reader::new(text.as_bytes())
        .read_game(&mut program)
        .expect("a readable PGN")
        .expect("one game");
    assert!(program.setup && !program.variant);
    assert_eq!(count, game.moves().len());
    for line in text.lines().filter(|line| !line.starts_with('[')) {
        assert!(line.len() < 80, "{line}");
    }
    assert_ends_at_the_start(start, turns, &last);
    game
}

/// The forward game ends where the reverse game began: on the same board, completed by the
/// un-capture at the head of the first turn.
fn assert_ends_at_the_start<R: Rules>(start: &R, turns: &[Turn], last: &Chess) {
    let mut position = start.clone();
    let mut turns = turns.iter();
    // Before both kings are on the board there is no chess.
    while position.setup().placement.occupied().count() < 2 {
        position = position.play(*turns.next().expect("a king placement"));
    }
    let mut expected = crate::oracle::judge::board(position.setup());
    if let Some((role, square)) = turns.next().and_then(|turn| turn.head_revival()) {
        expected.set_piece_at(square, role.of(position.side()));
    }
    assert_eq!(*last.board(), expected);
}

fn random_games_are_legal_chess<R: Rules>(variant: TypedGame<R>) {
    let wanted = turns_wanted();
    let mut played = 0;
    let mut games = random::games::<R>(variant);
    let (mut castlings, mut promotions, mut en_passants) = (0, 0, 0);
    while played < wanted {
        let Play { start, turns } = games.next().expect("games never end");
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
    assert!(wanted < TURNS || (castlings > 0 && promotions > 0 && en_passants > 0));
}

#[test]
fn unplay_forward_is_chess() {
    random_games_are_legal_chess::<Unplay>(typed("unplay"));
}

#[test]
fn unplay_random_forward_is_chess() {
    random_games_are_legal_chess::<Unplay>(typed("unplay-random"));
}

#[test]
fn unplay_placement_forward_is_chess() {
    random_games_are_legal_chess::<Unplay>(typed("unplay-placement"));
}

#[test]
fn unplay_strict_forward_is_chess() {
    random_games_are_legal_chess::<Unplay>(typed("unplay-strict"));
}

#[test]
fn ssehc_forward_is_chess() {
    random_games_are_legal_chess::<Ssehc>(typed("ssehc"));
}

#[test]
fn ssehc_classic_forward_is_chess() {
    random_games_are_legal_chess::<Ssehc>(typed("ssehc-classic"));
}

#[test]
fn smolowitz_forward_is_chess() {
    random_games_are_legal_chess::<Smolowitz>(typed("smolowitz"));
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
    let text = pgn::write(&game, &[("White", "first"), ("ReverseGame", "unplay")]);
    assert_eq!(
        text,
        "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"first\"]\n\
         [Black \"?\"]\n[Result \"*\"]\n[SetUp \"1\"]\n\
         [FEN \"7n/6K1/8/8/8/8/8/Nk6 w - - 0 1\"]\n[ReverseGame \"unplay\"]\n\n\
         1. Kg8 Kxa1 2. Kxh8 *\n"
    );
}

#[test]
fn pgn_numbers_a_game_that_black_begins() {
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
        ("Site", "a \"quoted\" \\ line\nand another"),
        ("bad name]", "x"),
    ];
    let text = pgn::write(&game, &tags);
    assert!(text.contains("[Result \"*\"]"), "{text}");
    assert!(!text.contains("Variant"), "{text}");
    assert_eq!(text.matches("[FEN ").count(), 1, "{text}");
    assert!(
        text.contains("[Site \"a \\\"quoted\\\" \\\\ line and another\"]"),
        "{text}"
    );
    assert!(text.contains("[badname \"x\"]"), "{text}");
}

#[test]
fn a_game_without_turns_is_a_position() {
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
fn un_castled_sides_may_castle() {
    let fen = "8/8/8/k7/8/8/8/5RK1 w - - 0 1";
    let (start, turns) = line::<Unplay>(typed("unplay"), fen, "g1e1 a5a6");
    let game = read_back(&start, &turns);
    assert_eq!(game.fen(), "8/8/k7/8/8/8/8/4K2R b K - 0 1");
    assert_eq!(sans(&game), "Ka5 O-O");
}

#[test]
fn un_promotions_promote() {
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
    assert!(error.to_string().starts_with("turn 2, a1a3:"), "{error}");
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
fn an_un_move_whose_un_capture_is_forced_is_left_out() {
    let fen = "8/8/5k2/8/8/5K2/8/8 w - - 0 1";
    let (start, turns) = line::<Ssehc>(typed("ssehc"), fen, "f3f2 P@f3,f6e6 f2g1 f3g4");
    let game = read_back(&start, &turns);
    assert_eq!(game.left_out(), 1);
    assert_eq!(sans(&game), "Kf2 Kf6 Kxf3");
}

#[test]
fn an_un_capture_before_a_declared_end_completes_the_last_un_move() {
    // White's last piece comes back on the square that the black knight vacates.
    let fen = "8/8/8/4k3/8/8/PPPPPPPP/RNBQKBNn b - - 0 1";
    let (start, turns) = line::<Ssehc>(typed("ssehc"), fen, "h1g3 R@h1,end");
    let game = read_back(&start, &turns);
    assert_eq!(game.left_out(), 0);
    assert_eq!(game.fen(), "8/8/8/4k3/8/6n1/PPPPPPPP/RNBQKBNR b - - 0 1");
    assert_eq!(sans(&game), "Nxh1");
}
