//! Replies of several lines, laid out for people.

use std::fmt;

use crate::engine::{Engine, Evaluation};
use crate::rules::side_name;

/// The reply to `help`.
pub(super) const HELP: &str = "\
uci | ugi                     introduce the engine in one of the two dialects
isready                       answer readyok
setoption name N [value V]    set an option; uci lists them
ucinewgame | uginewgame       clear what searches have learned, go to the start position
position startpos|fen F [moves M ...]
go [searchmoves M ...] [ponder] [wtime T btime T winc T binc T movestogo N]
   [p1time T p2time T p1inc T p2inc T] [depth N] [nodes N] [mate N] [movetime T] [infinite]
go perft N                    count the turn sequences of length N
stop | ponderhit | quit
legalmoves                    every legal turn
state                         the state of the game as JSON
d                             draw the board
explain MOVE                  say whether MOVE is legal, or which rule forbids it
eval                          every term of the evaluation
forward                       the game so far as an ordinary chess game in PGN
flip                          exchange the colours and mirror the ranks (rank 1 becomes rank 8)
query gameover|p1turn|result  the questions of UGI about the game
json QUESTION [OBJECT]        ask a question; the answer is JSON
register | debug on|off | help
protocol.md describes every command.";

/// The reply to `d`: the board with both reserves, then one fact on each line. The last line is the
/// FEN of the position.
pub(super) struct Drawing<'a>(pub(super) &'a dyn Engine);

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (setup, state) = (self.0.setup(), self.0.state());
        let (castling, pending) = (setup.castling, setup.pending);
        writeln!(f, "{}\n", self.0.text_diagram().trim_end_matches('\n'))?;
        writeln!(f, "Variant: {}", state.variant)?;
        let side = side_name(setup.side);
        writeln!(f, "To play: {side}, player {}", state.player)?;
        writeln!(f, "Castling: {castling}")?;
        writeln!(f, "Pending: {pending}")?;
        if let Some(square) = &state.square {
            let uncapture = if state.uncapture == "must" {
                "forced"
            } else {
                "allowed"
            };
            writeln!(f, "Un-capture: {uncapture} on {square}")?;
        }
        let check = match state.check.as_str() {
            "" => "none",
            kings => kings,
        };
        writeln!(f, "Check: {check}")?;
        if let Some(reason) = state.reason {
            writeln!(f, "Over: {} ({reason})", state.result)?;
        }
        writeln!(f, "Key: {:016X}", self.0.key())?;
        write!(f, "Fen: {}", state.fen)
    }
}

/// The reply to `eval`: a line for each term, then the evaluation.
pub(super) struct Terms(pub(super) Evaluation);

impl fmt::Display for Terms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<32}{:>10}{:>10}", "term", "player 1", "player 2")?;
        for term in &self.0.terms {
            let (name, first, second) = (term.name, term.first, term.second);
            writeln!(f, "{name:<32}{first:>10}{second:>10}")?;
        }
        let (total, score, player) = (self.0.total, self.0.score, self.0.player);
        write!(
            f,
            "Evaluation: {total} centipawns for player {player}, whose turn it is; reported as a score of {score}"
        )
    }
}
