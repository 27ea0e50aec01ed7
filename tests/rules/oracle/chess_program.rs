//! Reads the PGN of a forward game, as other chess programs do, and replays it with `shakmaty`. The
//! forward game is a reverse game played backwards: an ordinary chess game.

use std::ops::ControlFlow;

use pgn_reader::{RawTag, Reader, SanPlus, Skip, Visitor};
use reviver::board::Turn;
use reviver::record::forward::{ForwardGame, forward_game};
use reviver::record::pgn;
use reviver::rules::Rules;
use shakmaty::{CastlingMode, Chess, FromSetup, Position, PositionError, fen::Fen};

/// A PGN reader. It asserts that the PGN has a FEN and that all moves are legal.
#[derive(Default)]
struct ChessProgram {
    has_setup_tag: bool,
    has_variant_tag: bool,
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
            b"SetUp" => self.has_setup_tag = value.as_bytes() == b"1",
            b"Variant" => self.has_variant_tag = true,
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

    fn san(&mut self, game: &mut Self::Movetext, san: SanPlus) -> ControlFlow<Self::Output> {
        let (position, count) = game;
        let played = san.san.to_move(position).expect("a legal move");
        let again = SanPlus::from_move_and_play_unchecked(position, played);
        assert_eq!(
            again, san,
            "the SAN of the PGN differs from the SAN of shakmaty, for example in check marks or \
             disambiguation"
        );
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

/// Converts a reverse game to its forward game, writes the forward game as PGN and reads it back.
/// Asserts that all moves are legal and lead back to the start: see `assert_ends_at_the_start`.
pub fn read_back<R: Rules>(start: &R, turns: &[Turn]) -> ForwardGame {
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
    assert!(program.has_setup_tag && !program.has_variant_tag);
    assert_eq!(count, game.moves().len());
    for line in text.lines().filter(|line| !line.starts_with('[')) {
        assert!(line.len() < 80, "{line}");
    }
    assert_ends_at_the_start(start, turns, &last);
    game
}

/// Asserts that the forward game ends where the reverse game starts. `last` is the last position of
/// the forward game. Its board must be the board of `start` with the kings that `turns` places. If
/// the first turn after these placements begins with an un-capture, the board must also have the
/// un-captured piece, because this un-capture completes the un-move before `start`.
fn assert_ends_at_the_start<R: Rules>(start: &R, turns: &[Turn], last: &Chess) {
    let mut position = start.clone();
    let mut turns = turns.iter();
    // The forward game has no king placements.
    while position.setup().placement.occupied().count() < 2 {
        position = position.play(*turns.next().expect("a king placement"));
    }
    let mut expected = super::judge::board(position.setup());
    if let Some(head) = turns.next().and_then(|turn| turn.head_revival()) {
        expected.set_piece_at(head.square, head.role.of(position.side()));
    }
    assert_eq!(*last.board(), expected);
}
