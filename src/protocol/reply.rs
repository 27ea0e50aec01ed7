//! The lines of a search: `info` and `bestmove`.

use std::fmt;

use crate::board::Turn;
use crate::eval::Scale;
use crate::notation::turn::NO_TURN;
use crate::search::{Best, Bound, Info, Score};

/// A score as the protocol writes it: `cp` in centipawns, or `mate` and own turns to the forced end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoreText(pub Score);

impl fmt::Display for ScoreText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.forced_turns() {
            Some(turns) => write!(f, "mate {turns}"),
            None => write!(f, "cp {}", self.0.0),
        }
    }
}

/// The probabilities of a win, a draw and a loss in permille.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wdl {
    /// Of a win.
    pub win: u32,
    /// Of a draw.
    pub draw: u32,
    /// Of a loss.
    pub loss: u32,
}

impl Wdl {
    /// The probabilities that belong to a reported score, by the scale of its game: a logistic curve for
    /// the win, and its mirror image for the loss. They were fitted to games between equals.
    #[must_use]
    pub fn of(score: Score, scale: Scale) -> Self {
        if let Some(turns) = score.forced_turns() {
            let win = if turns > 0 || score > Score::DRAW {
                1000
            } else {
                0
            };
            return Self {
                win,
                draw: 0,
                loss: 1000 - win,
            };
        }
        let permille = |reported: i32| (1000.0 * scale.win_probability(reported)).round() as u32;
        let (win, loss) = (permille(score.0), permille(-score.0));
        Self {
            win,
            draw: 1000_u32.saturating_sub(win + loss),
            loss,
        }
    }
}

/// An `info` line with a principal variation.
#[derive(Clone, Copy, Debug)]
pub struct InfoLine<'a> {
    /// The analysis.
    pub info: &'a Info,
    /// The scale from which the probabilities of win, draw and loss follow; `None` leaves them out.
    pub wdl: Option<Scale>,
}

impl fmt::Display for InfoLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let info = self.info;
        let (depth, seldepth, multipv) = (info.depth, info.seldepth, info.multipv);
        let score = ScoreText(info.score);
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
        let nps = u128::from(nodes) * 1_000_000 / info.time.as_micros().max(1);
        let hashfull = info.hashfull;
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

/// The dialect that a client speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// The Universal Chess Interface.
    #[default]
    Uci,
    /// The Universal Game Interface, in which `bestmove` has exactly two words.
    Ugi,
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
