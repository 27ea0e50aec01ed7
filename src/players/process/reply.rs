//! Parses the lines that an engine sends.

use crate::play::score::ReportedScore;
use crate::protocol::excerpt::{error_line, excerpt};
use crate::search::{MAX_PLY, Score};

/// At most this many turns of a principal variation are read: twice the maximum search depth of
/// this program.
const MAX_PV_TURNS: usize = 2 * MAX_PLY as usize;

/// The contents of a *line of analysis*: an `info` line with a score or a principal variation.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Analysis {
    pub(crate) depth: Option<u32>,
    pub(crate) score: Option<Score>,
    /// Whether the score is a lower or an upper bound.
    pub(crate) is_bound: bool,
    /// The rank of the principal variation, 1 for the best; `None` if the line does not say it.
    pub(crate) multipv: Option<u32>,
    pub(crate) nodes: Option<u64>,
    /// The search time in milliseconds that the engine reports.
    pub(crate) millis: Option<u64>,
    /// The turns of the principal variation.
    pub(crate) pv: Vec<String>,
}

impl Analysis {
    /// This analysis, updated by a later line of analysis:
    ///
    /// * A bound replaces neither an exact score nor its depth: the search may be stopped before it
    ///   has an exact score for the new depth. The later line still replaces the principal
    ///   variation, the nodes and the time, if it has them.
    /// * In all other cases the later line replaces everything.
    pub(crate) fn followed_by(self, latest: Self) -> Self {
        if !latest.is_bound || self.is_bound || self.score.is_none() {
            return latest;
        }
        let pv = if latest.pv.is_empty() {
            self.pv
        } else {
            latest.pv
        };
        Self {
            pv,
            nodes: latest.nodes.or(self.nodes),
            millis: latest.millis.or(self.millis),
            ..self
        }
    }
}

/// An option that an engine declares.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Declared {
    pub(crate) name: String,
    pub(crate) kind: String,
    pub(crate) choices: Vec<String>,
}

impl Declared {
    /// The approximate number of bytes that the declaration takes in memory.
    pub(crate) fn size(&self) -> usize {
        let choices = self.choices.iter().map(String::len).sum::<usize>();
        let strings = 2 + self.choices.len();
        self.name.len() + self.kind.len() + choices + strings * 2 * size_of::<String>()
    }
}

/// A line from an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Reply {
    /// `id name` or `id author`.
    Id(String, String),
    /// A declared option.
    Option(Declared),
    /// `uciok` or `ugiok`.
    Introduced(&'static str),
    /// `readyok`.
    Ready,
    /// `bestmove`: the engine's turn, and the turn that it expects of the opponent. In a malformed
    /// line, both are `None`.
    Best(Option<String>, Option<String>),
    /// Analysis.
    Analysis(Box<Analysis>),
    /// An error in the form that this program uses: `info string error: ...`.
    Complaint(String),
    /// An `info` line without analysis.
    Remark,
    /// A malformed `info` line.
    BadInfo,
    /// The answer to a query of UGI.
    Response(String),
    /// The state of the game in JSON.
    State(String),
    /// The legal turns, separated by spaces: the answer to `legalmoves`, an extension of this
    /// program.
    Turns(String),
    /// An empty line.
    Empty,
    /// A line that is not part of the protocol.
    Other,
}

impl Reply {
    /// Reads a line.
    pub(crate) fn read(line: &str) -> Self {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            [] => Reply::Empty,
            ["uciok"] => Reply::Introduced("uciok"),
            ["ugiok"] => Reply::Introduced("ugiok"),
            ["readyok"] => Reply::Ready,
            ["id", kind @ ("name" | "author"), rest @ ..] => {
                Reply::Id((*kind).to_owned(), excerpt(&rest.join(" ")))
            }
            ["option", "name", rest @ ..] => declared(rest).map_or(Reply::Other, Reply::Option),
            ["bestmove"] => Reply::Best(None, None),
            ["bestmove", turn] => Reply::Best(Some(excerpt(turn)), None),
            ["bestmove", turn, "ponder", expected] => {
                Reply::Best(Some(excerpt(turn)), Some(excerpt(expected)))
            }
            ["bestmove", ..] => Reply::Best(None, None),
            ["info", "string", "error:", rest @ ..] => {
                Reply::Complaint(error_line(&rest.join(" ")))
            }
            ["info", "string", ..] => Reply::Remark,
            ["info", rest @ ..] => info(rest),
            ["legalmoves", turns @ ..] => Reply::Turns(turns.join(" ")),
            ["response", rest @ ..] => Reply::Response(excerpt(&rest.join(" "))),
            [first, ..] if first.starts_with('{') => Reply::State(line.trim().to_owned()),
            _ => Reply::Other,
        }
    }
}

fn declared(words: &[&str]) -> Option<Declared> {
    let at = words.iter().position(|&word| word == "type")?;
    let kind = *words.get(at + 1)?;
    let name = words.get(..at)?.join(" ");
    let mut choices = Vec::new();
    let mut rest = words.get(at + 2..)?.iter().peekable();
    while let Some(&word) = rest.next() {
        if word == "var" {
            let mut choice: Vec<&str> = Vec::new();
            while let Some(&word) = rest.next_if(|&&word| word != "var") {
                choice.push(word);
            }
            choices.push(choice.join(" "));
        }
    }
    let known = ["check", "spin", "combo", "button", "string"].contains(&kind);
    (known && !name.is_empty()).then(|| Declared {
        name,
        kind: kind.to_owned(),
        choices,
    })
}

/// Reads the words after `info`. The value after a known word must be valid.
fn info(words: &[&str]) -> Reply {
    let mut analysis = Analysis::default();
    let mut is_analysis = false;
    let mut words = words.iter().copied();
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|text| text.parse::<u64>().ok());
        let small = |number: Option<u64>| number.and_then(|number| u32::try_from(number).ok());
        let read = match word {
            "depth" => set(&mut analysis.depth, small(number())),
            "multipv" => set(&mut analysis.multipv, small(number())),
            "nodes" => set(&mut analysis.nodes, number()),
            "time" => set(&mut analysis.millis, number()),
            "seldepth" | "nps" | "hashfull" | "currmovenumber" | "tbhits" | "cpuload" => {
                number().is_some()
            }
            "currmove" => words.next().is_some(),
            "wdl" => (0..3).all(|_| number().is_some()),
            "score" => {
                let kind = words.next().unwrap_or_default();
                let text = words.next().unwrap_or_default();
                is_analysis = true;
                set(
                    &mut analysis.score,
                    ReportedScore::read(kind, text).map(|score| score.0),
                )
            }
            "lowerbound" | "upperbound" => {
                analysis.is_bound = true;
                true
            }
            "pv" => {
                let turns = words.by_ref().take(MAX_PV_TURNS);
                analysis.pv = turns.map(excerpt).collect();
                words.by_ref().for_each(drop);
                is_analysis = true;
                true
            }
            "string" => {
                words.by_ref().for_each(drop);
                true
            }
            // Unknown words are ignored: other programs have their own extensions.
            _ => true,
        };
        if !read {
            return Reply::BadInfo;
        }
    }
    if is_analysis {
        Reply::Analysis(Box::new(analysis))
    } else {
        Reply::Remark
    }
}

/// Stores `value` in `place`, and returns whether `value` is `Some`.
fn set<T>(place: &mut Option<T>, value: Option<T>) -> bool {
    let known = value.is_some();
    *place = value;
    known
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Best, Bound, Info};

    #[test]
    fn the_lines_of_this_program_are_read() {
        let turns: Vec<_> = ["f3e2", "N@f3,f6e6"]
            .map(|text| text.parse().expect("a turn"))
            .into();
        let info = Info {
            depth: 5,
            seldepth: 9,
            multipv: 2,
            score: Score(-17),
            bound: Bound::Upper,
            nodes: 1234,
            time: std::time::Duration::from_millis(7),
            hashfull: 3,
            pv: turns.clone(),
        };
        let line = crate::protocol::reply::InfoLine {
            info: &info,
            wdl: Some(crate::eval::Scale::PLAIN),
        }
        .to_string();
        let expected = Analysis {
            depth: Some(5),
            score: Some(Score(-17)),
            is_bound: true,
            multipv: Some(2),
            nodes: Some(1234),
            millis: Some(7),
            pv: vec!["f3e2".to_owned(), "N@f3,f6e6".to_owned()],
        };
        assert_eq!(Reply::read(&line), Reply::Analysis(Box::new(expected)));
        let best = Best {
            turn: turns.first().copied(),
            ponder: turns.last().copied(),
            ..Best::default()
        };
        for (dialect, ponder) in [
            (
                crate::protocol::reply::Dialect::Uci,
                Some("N@f3,f6e6".to_owned()),
            ),
            (crate::protocol::reply::Dialect::Ugi, None),
        ] {
            let line = crate::protocol::reply::BestLine {
                best: &best,
                dialect,
            }
            .to_string();
            assert_eq!(
                Reply::read(&line),
                Reply::Best(Some("f3e2".to_owned()), ponder)
            );
        }
    }

    #[test]
    fn a_bound_replaces_the_pv_the_nodes_and_the_time_but_not_an_exact_score() {
        let read = |line: &str| match Reply::read(line) {
            Reply::Analysis(analysis) => *analysis,
            other => panic!("{other:?}"),
        };
        let exact = read("info depth 3 score cp 75 time 10 nodes 51 pv b2a3 d7b8");
        let bound = read("info depth 4 score cp 157 lowerbound time 900 nodes 200 pv h8g7");
        let both = exact.clone().followed_by(bound.clone());
        assert_eq!(
            both,
            read("info depth 3 score cp 75 time 900 nodes 200 pv h8g7")
        );
        let without_pv = read("info depth 4 score cp 157 lowerbound time 900 nodes 200");
        let both = exact.clone().followed_by(without_pv);
        assert_eq!(
            both,
            read("info depth 3 score cp 75 time 900 nodes 200 pv b2a3 d7b8")
        );
        let without_figures = read("info depth 4 score cp 157 lowerbound");
        assert_eq!(exact.clone().followed_by(without_figures), exact);
        assert_eq!(bound.clone().followed_by(exact.clone()), exact);
        let without_score = read("info depth 3 pv b2a3 d7b8");
        assert_eq!(without_score.followed_by(bound.clone()), bound);
    }

    #[test]
    fn options_are_read_with_their_choices() {
        let line = "option name Clear Hash type button";
        let Reply::Option(button) = Reply::read(line) else {
            panic!("'{line}' is not read as an option")
        };
        assert_eq!(
            (button.name.as_str(), button.kind.as_str()),
            ("Clear Hash", "button")
        );
        let line = "option name UCI_Variant type combo default a var a var b c";
        let Reply::Option(combo) = Reply::read(line) else {
            panic!("'{line}' is not read as an option")
        };
        assert_eq!(combo.choices, ["a", "b c"]);
        assert_eq!(Reply::read("option name x"), Reply::Other);
    }

    #[test]
    fn malformed_lines_are_distinguished_from_unknown_ones() {
        for line in [
            "info depth x",
            "info score cp",
            "info score 5",
            "info depth 3 nodes -1",
        ] {
            assert_eq!(Reply::read(line), Reply::BadInfo, "{line}");
        }
        assert_eq!(
            Reply::read("info depth 3 currmove e2e4 currmovenumber 1"),
            Reply::Remark
        );
        assert_eq!(
            Reply::read("info novelty 3 score cp 1 pv a"),
            Reply::read("info score cp 1 pv a")
        );
        assert_eq!(Reply::read("bestmove a b c"), Reply::Best(None, None));
        assert_eq!(Reply::read("Segmentation fault"), Reply::Other);
        assert_eq!(Reply::read("  "), Reply::Empty);
    }
}
