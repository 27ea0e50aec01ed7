//! What a board shows of a position: the pieces, the players, the last turn, what the player to
//! play may or must do, and how the game ended.

use std::collections::BTreeMap;

use serde::Serialize;

use super::declaring::Declaration;
use super::letters::{kinds, letters, reserve_letters};
use super::plain::{Tense, plain};
use super::steps::{Step, steps};
use super::turns::Changes;
use crate::board::{Act, Bitboard, Color, Square, Turn, home_squares};
use crate::diagram::{PendingAction, Scene};
use crate::engine::state::Pair;
use crate::live::LiveGame;
use crate::notation::{Native, NativeWords};
use crate::rules::{Goal, Outcome, Rules, side_name};

/// What a client needs to draw a board, in addition to [`State`](crate::engine::State).
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct BoardView {
    /// The player, 1 or 2, who holds each colour now.
    pub players: Pair<u8>,
    /// The first position of the game.
    pub start: String,
    /// The halfmove clock: the number of plies since the last irreversible ply.
    pub halfmove: u16,
    /// How often the position has occurred in this game, the present occurrence included.
    pub repetitions: usize,
    /// Whether turns capture and promote, as in chess.
    pub captures: bool,
    /// For each occupied square, the FEN letter of its piece.
    pub placement: BTreeMap<String, char>,
    /// For each FEN letter, the number of pieces with this letter in reserve. It may be 0.
    pub reserve: BTreeMap<char, u32>,
    /// The squares of kings and rooks that have un-castled and may not un-move any more.
    pub frozen: Vec<String>,
    /// The kings in check.
    pub checks: Checks,
    /// For each home square, the FEN letter of its piece in the initial array of chess. Empty in
    /// games in which home squares do not count.
    pub homes: BTreeMap<String, char>,
    /// What the player to play may or must do because of the last turn. An optional un-capture is
    /// given only if a legal turn makes it.
    pub due: Due,
    /// Whether the end can be declared; `None` if the game has no declarations or is over.
    pub declaration: Option<Declaration>,
    /// How points are counted, as sentences; `None` in games without points.
    pub scoring: Option<String>,
    /// The last turn; `None` before the first one.
    pub last: Option<LastTurn>,
    /// The result in words, if the game is over.
    pub result_words: Option<String>,
    /// What the player to play can or must do, in words, or the result.
    pub line: String,
}

/// The squares of the kings that are in check.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Checks {
    /// The square of the king of the side to play, if it is in check.
    pub own: Option<String>,
    /// The square of the king of the side that has just played, if it is in check.
    pub other: Option<String>,
}

/// What the player to play may or must do because of the last turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Due {
    /// Nothing.
    None,
    /// A piece may be un-captured.
    May {
        /// The square of the un-capture.
        square: String,
    },
    /// A piece must be un-captured.
    Must {
        /// The square of the un-capture. If the player un-captures a pawn en passant, the pawn
        /// appears on another square.
        square: String,
    },
    /// A pawn must take back its double step.
    DoubleStep {
        /// The square that the pawn passes.
        square: String,
        /// Where the pawn stands.
        from: String,
        /// Where it goes.
        to: String,
    },
    /// A pawn may be captured en passant.
    EnPassant {
        /// The target square of that capture.
        square: String,
    },
}

impl From<PendingAction> for Due {
    fn from(action: PendingAction) -> Self {
        match action {
            PendingAction::None => Due::None,
            PendingAction::MayUncapture(square) => Due::May {
                square: square.to_string(),
            },
            PendingAction::MustUncapture(square) => Due::Must {
                square: square.to_string(),
            },
            PendingAction::MustUnDoubleStep { over, from, to } => Due::DoubleStep {
                square: over.to_string(),
                from: from.to_string(),
                to: to.to_string(),
            },
            PendingAction::MayCapture(square) => Due::EnPassant {
                square: square.to_string(),
            },
        }
    }
}

/// A piece and its square.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PieceOn {
    /// The letter of FEN.
    pub piece: char,
    /// The square.
    pub square: String,
}

/// The last turn.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LastTurn {
    /// The turn in the notation of the protocol.
    pub text: String,
    /// The turn in native notation.
    pub native: String,
    /// The turn in plain words, in the past tense: "un-moved the king from f3 to e4".
    pub plain: String,
    /// The player, 1 or 2, who played it.
    pub player: u8,
    /// The side that played it, `w` or `b`.
    pub side: char,
    /// The squares that pieces left.
    pub from: Vec<String>,
    /// The squares to which pieces went.
    pub to: Vec<String>,
    /// The pieces that were un-captured or dropped.
    pub appeared: Vec<PieceOn>,
    /// The pieces that were captured.
    pub left: Vec<PieceOn>,
    /// What the turn did, step by step.
    pub steps: Vec<Step>,
    /// What the turn changed on the board and in the reserves.
    #[serde(flatten)]
    pub changes: Changes,
}

impl LastTurn {
    fn of<R: NativeWords>(game: &LiveGame<R>) -> Option<Self> {
        let (before, turn) = (game.before_last()?, game.last_turn()?);
        let steps = steps(before, turn);
        let mut last = Self {
            text: turn.to_string(),
            native: Native::new(before).write(turn),
            plain: plain(before, &steps, Tense::Finished),
            player: before.seat().number(),
            side: before.side().char(),
            from: Vec::new(),
            to: Vec::new(),
            appeared: Vec::new(),
            left: Vec::new(),
            changes: Changes::between(before.setup(), game.position().setup()),
            steps: steps.clone(),
        };
        for step in steps {
            match step {
                Step::Move { from, to, .. } | Step::Castle { from, to } => {
                    last.from.push(from);
                    last.to.push(to);
                }
                Step::Uncapture { piece, square }
                | Step::Appear { piece, square }
                | Step::Drop { piece, square } => last.appeared.push(PieceOn { piece, square }),
                Step::Capture { piece, square } => last.left.push(PieceOn { piece, square }),
                Step::Unpromote { .. } | Step::Promote { .. } | Step::Declare => {}
            }
        }
        Some(last)
    }
}

impl BoardView {
    /// The view of the present position of a game.
    #[must_use]
    pub fn of<R: NativeWords>(game: &LiveGame<R>) -> Self {
        let position = game.position();
        let setup = position.setup();
        let scene = Scene::of(position, game.last_turn());
        let outcome = game.outcome();
        let turns = position.turns();
        let action = match outcome {
            Some(_) => PendingAction::None,
            None => action_due(scene.pending_action, &turns),
        };
        let king = |color: Color| {
            let square = setup.placement.king(color)?;
            position.checks().get(color).then(|| square.to_string())
        };
        Self {
            players: Pair {
                w: game.seat_of(Color::White).number(),
                b: game.seat_of(Color::Black).number(),
            },
            start: game.start().setup().to_string(),
            halfmove: setup.halfmove,
            repetitions: game.repetitions(),
            captures: position.has_captures(),
            placement: letters(&setup.placement),
            reserve: reserve_letters(setup.placement.reserve()),
            frozen: square_names(scene.frozen).collect(),
            checks: Checks {
                own: king(position.side()),
                other: king(!position.side()),
            },
            homes: home_letters(position.goal()),
            due: action.into(),
            declaration: match outcome {
                Some(_) => None,
                None => Declaration::of(position, &turns),
            },
            scoring: position.scoring(),
            last: LastTurn::of(game),
            result_words: outcome.map(|outcome| result_words(game, outcome)),
            line: match outcome {
                Some(outcome) => result_words(game, outcome),
                None => prompt(position, action, &turns),
            },
        }
    }
}

/// The action that is due. Replaces an optional un-capture by [`PendingAction::None`] if no legal
/// turn makes one, for example because the reserve is empty.
fn action_due(action: PendingAction, turns: &[Turn]) -> PendingAction {
    let has_revival = || turns.iter().any(|turn| turn.head_revival().is_some());
    match action {
        PendingAction::MayUncapture(_) if !has_revival() => PendingAction::None,
        action => action,
    }
}

/// Whether a legal turn declares the end without an un-capture.
fn may_declare_now(turns: &[Turn]) -> bool {
    let mut turns = turns.iter();
    turns.any(|turn| turn.act() == Act::End && turn.head_revival().is_none())
}

/// The value of [`BoardView::homes`] in a game with this goal.
fn home_letters(goal: Goal) -> BTreeMap<String, char> {
    let counted = kinds().filter(|_| counts_homes(goal));
    let homes = counted.flat_map(|piece| {
        let squares = square_names(home_squares(piece.color, piece.role));
        squares.map(move |square| (square, piece.char()))
    });
    homes.collect()
}

fn square_names(squares: Bitboard) -> impl Iterator<Item = String> {
    squares.into_iter().map(|square| square.to_string())
}

/// Whether pieces on their home squares count in a game with this goal.
const fn counts_homes(goal: Goal) -> bool {
    match goal {
        Goal::Checkmate | Goal::ReviveEnemy => false,
        Goal::OwnHome | Goal::SwitchedHome => true,
    }
}

/// How the game ended, in words. In games with points, the scores follow. In games in which the
/// players switch colours, the result and the scores are those of the colours after the switch.
fn result_words<R: Rules>(game: &LiveGame<R>, outcome: Outcome) -> String {
    let why = outcome.ending.description();
    let points = game.position().points();
    let score = if game.position().scoring().is_some() {
        format!(
            " White's score is {}, Black's is {}.",
            points.white, points.black
        )
    } else {
        String::new()
    };
    match outcome.winner {
        Some(winner) => {
            let color = game.position().color_of_owner(winner);
            let switched = if game.color_of(winner) == color {
                ""
            } else {
                " The colours are those after the switch."
            };
            format!("{} wins: {why}.{score}{switched}", side_name(color))
        }
        None => format!("A draw: {why}.{score}"),
    }
}

/// What the player to play can or must do, in words. `turns` are the legal turns.
fn prompt<R: Rules>(position: &R, action: PendingAction, turns: &[Turn]) -> String {
    let may_declare = may_declare_now(turns);
    let side = side_name(position.side());
    let in_check = *position.checks().get(position.side());
    let check = if in_check { ", in check" } else { "" };
    let what = match action {
        PendingAction::MayUncapture(square) => {
            let declare = if may_declare {
                ", or declare the end"
            } else {
                ""
            };
            format!(
                "You may un-capture on {square}: choose a piece in reserve. Or un-move at once{declare}."
            )
        }
        PendingAction::MustUncapture(square) => {
            let place = uncapture_place(square, turns);
            let must = if in_check {
                "end the check by an un-capture"
            } else {
                "un-capture"
            };
            format!("You must {must} {place}: choose a piece in reserve.")
        }
        PendingAction::MustUnDoubleStep { from, to, .. } => {
            format!("The pawn must take back its double step: choose {from}, then {to}.")
        }
        PendingAction::None | PendingAction::MayCapture(_) => {
            let placement = &position.setup().placement;
            let may_move = !placement.by_color(position.side()).is_empty();
            let may_drop = !placement.reserve().is_empty(position.side());
            match (may_move, position.has_captures(), may_drop) {
                (false, _, _) => "Choose a piece in reserve, then a square.",
                (true, false, _) if may_declare => "You may declare the end, or un-move a piece.",
                (true, false, _) => "Choose a piece to un-move.",
                (true, true, true) if in_check => {
                    "Your turn must end the check: move a piece, or drop one from reserve."
                }
                (true, true, false) if in_check => "Your turn must end the check: move a piece.",
                (true, true, true) => "Move a piece, or drop one from reserve.",
                (true, true, false) => "Move a piece.",
            }
            .to_owned()
        }
    };
    let forced = enemy_check_words(position, "your turn");
    let forced = forced.map_or(String::new(), |forced| format!("{forced} "));
    format!("{side} to play{check}. {forced}{what}")
}

/// Where the legal turns `turns` un-capture a piece before the un-move: "on e3", or "on e3 or, en
/// passant, on e4", or "en passant on e4". `vacated` is the square that the last un-move left. A
/// pawn that is un-captured en passant appears on another square.
#[must_use]
pub fn uncapture_place(vacated: Square, turns: &[Turn]) -> String {
    let heads = || turns.iter().filter_map(|turn| turn.head());
    let en_passant = heads().find(|&head| head != vacated);
    match en_passant {
        None => format!("on {vacated}"),
        Some(other) if heads().any(|head| head == vacated) => {
            format!("on {vacated} or, en passant, on {other}")
        }
        Some(other) => format!("en passant on {other}"),
    }
}

/// In reverse games, a sentence about a check on the enemy king; `None` without such a check. The
/// side to play gives this check. Its turn takes back the chess move that gave the check, so the
/// turn must end the check. In games with an un-capture before the un-move, the enemy's next
/// un-capture may end the check instead.
/// `turn` names the turn, for example "your turn".
#[must_use]
pub fn enemy_check_words<R: Rules>(position: &R, turn: &str) -> Option<String> {
    let other = !position.side();
    if position.has_captures() || !*position.checks().get(other) {
        return None;
    }
    let name = side_name(other);
    Some(if R::FORM.pending_uncapture {
        format!("{name} is in check: {turn} or {name}'s next un-capture must end it.")
    } else {
        format!("{name} is in check, and {turn} must end it.")
    })
}
