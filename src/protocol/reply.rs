//! The lines of a search: `info` and `bestmove`.

use std::cmp::Ordering;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::board::Turn;
use crate::eval::Scale;
use crate::notation::turn::NO_TURN;
use crate::search::{Best, Bound, Info, Score, Wdl};

/// An `info` line with a score, and with the principal variation if it is known.
#[derive(Clone, Copy, Debug)]
pub struct InfoLine<'a> {
    /// The report of the search.
    pub info: &'a Info,
    /// The scale that gives the probabilities of win, draw and loss. `None` leaves them out.
    pub wdl: Option<Scale>,
}

impl fmt::Display for InfoLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let info = self.info;
        let (depth, seldepth, multipv) = (info.depth, info.seldepth, info.multipv);
        let score = info.score;
        write!(
            f,
            "info depth {depth} seldepth {seldepth} multipv {multipv} score {score}"
        )?;
        match info.bound {
            Bound::Exact => {}
            Bound::Lower => f.write_str(" lowerbound")?,
            Bound::Upper => f.write_str(" upperbound")?,
        }
        if let Some(scale) = self.wdl {
            let Wdl { win, draw, loss } = Wdl::of(info.score, scale);
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        let (nodes, milliseconds) = (info.nodes, info.time.as_millis());
        let (nps, hashfull) = (info.nps(), info.hashfull);
        write!(
            f,
            " nodes {nodes} nps {nps} hashfull {hashfull} time {milliseconds}"
        )?;
        if !info.pv.is_empty() {
            f.write_str(" pv")?;
        }
        info.pv.iter().try_for_each(|turn| write!(f, " {turn}"))
    }
}

/// The `info` line about a position in which the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DecidedLine {
    /// [`Score::WIN`], -[`Score::WIN`] or [`Score::DRAW`], from the view of the player to play.
    pub score: Score,
    /// Whether the line has the probabilities of win, draw and loss.
    pub wdl: bool,
}

impl fmt::Display for DecidedLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "info depth 0 score {}", self.score)?;
        match (self.wdl, self.score.cmp(&Score::DRAW)) {
            (false, _) => Ok(()),
            (true, Ordering::Greater) => f.write_str(" wdl 1000 0 0"),
            (true, Ordering::Equal) => f.write_str(" wdl 0 1000 0"),
            (true, Ordering::Less) => f.write_str(" wdl 0 0 1000"),
        }
    }
}

/// The dialect of the protocol that a client and an engine speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dialect {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The Universal Game Interface. Its `bestmove` line has no `ponder`.
    Ugi,
}

impl Dialect {
    /// The last line of an engine's introduction.
    #[must_use]
    pub const fn introduced(self) -> &'static str {
        match self {
            Dialect::Uci => "uciok",
            Dialect::Ugi => "ugiok",
        }
    }
}

/// A `bestmove` line.
#[derive(Clone, Copy, Debug)]
pub struct BestLine<'a> {
    /// The result of the search.
    pub best: &'a Best,
    /// The dialect.
    pub dialect: Dialect,
}

impl fmt::Display for BestLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |turn: Option<Turn>, none: &str| {
            turn.map_or_else(|| none.to_owned(), |turn| turn.to_string())
        };
        match self.dialect {
            Dialect::Uci => {
                write!(f, "bestmove {}", text(self.best.turn, "(none)"))?;
                match self.best.ponder {
                    Some(ponder) => write!(f, " ponder {ponder}"),
                    None => Ok(()),
                }
            }
            Dialect::Ugi => write!(f, "bestmove {}", text(self.best.turn, NO_TURN)),
        }
    }
}
