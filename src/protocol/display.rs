//! Answers of several lines, laid out for people.

use std::fmt;

use crate::engine::{Engine, Evaluation};

/// What `help` answers.
pub(super) const HELP: &str = "\
uci | ugi                     introduce yourself in one of the two dialects
isready                       answer readyok
setoption name N [value V]    set an option; uci lists them
ucinewgame                    forget the last game
position startpos|fen F [moves M ...]
go [searchmoves M ...] [ponder] [wtime T btime T winc T binc T movestogo N]
   [p1time T p2time T p1inc T p2inc T] [depth N] [nodes N] [mate N] [movetime T] [infinite]
go perft N                    count the turn sequences of length N
stop | ponderhit | quit
legalmoves                    every legal turn
state                         the state of the game as JSON
d                             draw the board
explain MOVE                  whether it is legal, or the rule that forbids it
eval                          every term of the evaluation
forward                       the game so far as an ordinary chess game in PGN
flip                          exchange the colours
query gameover|p1turn|result  the same three questions for UGI
register | debug on|off | help
protocol.md tells the rest.";

/// What `d` answers: the board with both reserves, then a line for each thing that it cannot show,
/// the position last.
pub(super) struct Drawing<'a>(pub(super) &'a dyn Engine);

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.0.state();
        let [castling, pending] =
            [2, 3].map(|field| state.fen.split(' ').nth(field).unwrap_or_default());
        writeln!(f, "{}\n", self.0.drawing().trim_end_matches('\n'))?;
        writeln!(f, "Variant: {}", state.variant)?;
        let side = if state.side == 'w' { "White" } else { "Black" };
        writeln!(f, "To play: {side}, player {}", state.player)?;
        writeln!(f, "Castling: {castling}")?;
        writeln!(f, "Pending: {pending}")?;
        if let Some(square) = &state.square {
            writeln!(f, "Un-capture: {} on {square}", state.uncapture)?;
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

/// What `eval` answers: a line for each term, then the sum.
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
            "Evaluation: {total} centipawns for player {player}, who is to play, told as a score of {score}"
        )
    }
}
