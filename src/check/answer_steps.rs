//! Two steps of a check, done for each variant. One step checks the last lines of analysis before
//! `bestmove`. The other step checks the answer to `go` in a *decided* position: the game is over,
//! and no turn is legal.

use std::collections::BTreeSet;
use std::thread;
use std::time::Duration;

use super::client::{Client, Failure, SearchAnswer};
use super::game_steps::begin;
use super::judge::FinalScore;
use super::step::Step;
use crate::games::{Game, TypedGame, Visitor};
use crate::players::process::reply::Analysis;
use crate::rules::Rules;
use crate::search::Score;

/// The number of principal variations to ask for (MultiPV).
const LINES: usize = 4;

/// At least one search must send this many lines, or a line for each legal turn if there are fewer
/// turns. Fewer than [`LINES`] are enough, because some engines only allow a lower MultiPV.
const FEWEST_LINES: usize = 2;

/// Limits that usually end a search in the middle of an iteration.
const LIMITS: [&str; 3] = ["nodes 700", "nodes 1500", "nodes 4000"];

/// How long `go infinite` runs after its first line of analysis.
const MOMENT: Duration = Duration::from_millis(200);

/// Checks the last lines of analysis of searches with several principal variations.
pub(super) fn last_lines(client: &mut Client, variant: &'static Game) -> Step {
    let promise = format!("{variant}: all lines of MultiPV are sent again just before bestmove");
    if client.option("MultiPV").is_none() {
        return client.absent(&promise, "it has no option MultiPV");
    }
    let expected = variant.dispatch(StartTurns).min(FEWEST_LINES);
    let done = begin(client, variant).and_then(|()| {
        client.send(&format!("setoption name MultiPV value {LINES}"));
        client.send("position startpos");
        client.ready_without_complaint()?;
        let mut most = 0;
        for limit in LIMITS {
            client.send(&format!("go {limit}"));
            let answer = client.answer()?;
            let count = check_last_lines(&answer);
            most = most.max(count.map_err(|failure| format!("go {limit}: {failure}"))?);
        }
        client.send("go infinite");
        let first = client.first_analysis()?;
        thread::sleep(MOMENT);
        client.send("stop");
        let mut answer = client.answer()?;
        answer.analyses.insert(0, first);
        let count = check_last_lines(&answer);
        most = most.max(count.map_err(|failure| format!("go infinite: {failure}"))?);
        // A short search may end before it has sent all lines. One search must have enough of them.
        if most < expected {
            return Err(format!(
                "MultiPV is {LINES}, but no search sends a line with multipv {expected}"
            ));
        }
        Ok(())
    });
    if client.is_up() {
        client.send("setoption name MultiPV value 1");
    }
    client.step(&promise, done)
}

/// The number of legal turns of the start position.
struct StartTurns;

impl Visitor for StartTurns {
    type Output = usize;

    fn visit<R: Rules>(self, variant: TypedGame<R>) -> usize {
        variant.start_position(0).count()
    }
}

/// Checks the *last lines*: the last line of analysis with `multipv 1`, and all lines of analysis
/// after it. A line without `multipv` counts as a line with `multipv 1`. Returns how many last
/// lines there are.
///
/// * They are numbered 1, 2, 3 and so on. If an earlier line has number N, there are at least N
///   last lines.
/// * Their depths differ by at most 1.
/// * Their scores are in order, the best score first.
/// * No two of them begin with the same turn.
/// * The first of them begins with the turn of `bestmove`.
fn check_last_lines(answer: &SearchAnswer) -> Result<usize, Failure> {
    let start = answer.analyses.iter().rposition(|line| number(line) == 1);
    let Some(start) = start else {
        return Err("no line of analysis has multipv 1".to_owned());
    };
    let (before, last) = answer.analyses.split_at(start);
    if !(1..)
        .zip(last)
        .all(|(expected, line)| number(line) == expected)
    {
        return Err("the last lines are not numbered multipv 1, 2, 3 and so on".to_owned());
    }
    let depths = || last.iter().filter_map(|line| line.depth);
    let (least, most) = (depths().min(), depths().max());
    let (Some(least), Some(most)) = (least, most) else {
        return Err("the last lines have no depth".to_owned());
    };
    if most - least > 1 {
        return Err(format!("the last lines have depths {least} to {most}"));
    }
    let earlier = before.iter().map(number).max().unwrap_or(1);
    if last.len() < earlier as usize {
        let count = last.len();
        return Err(format!(
            "only {count} of the {earlier} lines of MultiPV are sent again just before bestmove"
        ));
    }
    if !last.is_sorted_by(|one, next| one.score >= next.score) {
        return Err("a line has a better score than the line before it".to_owned());
    }
    let turns: Vec<&String> = last.iter().filter_map(|line| line.pv.first()).collect();
    if turns.len() < last.len() {
        return Err("one of the last lines has no pv".to_owned());
    }
    if turns.iter().collect::<BTreeSet<_>>().len() < last.len() {
        return Err("two of the last lines begin with the same turn".to_owned());
    }
    match turns.first() {
        Some(first) if **first == answer.turn => Ok(last.len()),
        _ => Err("the best of the last lines does not begin with the turn of bestmove".to_owned()),
    }
}

/// The number of the line in MultiPV.
fn number(line: &Analysis) -> u32 {
    line.multipv.unwrap_or(1)
}

/// Checks that `go` reports the result of decided positions.
pub(super) fn game_over(client: &mut Client, variant: &'static Game) -> Step {
    let promise = format!("{variant}: go reports the result of a decided position");
    // Keep one game for each score: a second game would only test the same answer.
    let mut games = Vec::new();
    for line in variant.results_text().lines() {
        let mut fields = line.split(';').map(str::trim);
        if let (Some(fen), Some(turns)) = (fields.next(), fields.next())
            && let Some(score) = variant.dispatch(FinalScore { fen, turns })
            && games.iter().all(|&(_, _, other)| other != score)
        {
            games.push((fen, turns, score));
        }
    }
    if games.is_empty() {
        return client.absent(&promise, "no decided position of this game is known");
    }
    let done = begin(client, variant).and_then(|()| {
        games.into_iter().try_for_each(|(fen, turns, score)| {
            let moves = if turns.is_empty() { "" } else { " moves " };
            client.send(&format!("position fen {fen}{moves}{turns}"));
            client.ready_without_complaint()?;
            client.send("go depth 3");
            check_answer_after_end(&client.answer()?, score)
        })
    });
    client.step(&promise, done)
}

fn check_answer_after_end(answer: &SearchAnswer, score: Score) -> Result<(), Failure> {
    if answer.turn != "(none)" {
        return Err(format!(
            "the game is over, but the engine answers {}",
            answer.turn
        ));
    }
    // Compare the texts, not the scores. `mate 1` stands for two scores: the player to play has
    // already won, or wins with the next turn.
    let text = |score: Score| match score.forced_turns() {
        Some(turns) => format!("mate {turns}"),
        None => format!("cp {}", score.0),
    };
    let expected = text(score);
    let is_expected = |line: &Analysis| {
        line.depth == Some(0)
            && line.pv.is_empty()
            && line.score.map(text) == Some(expected.clone())
    };
    match answer.analyses.as_slice() {
        [line] if is_expected(line) => Ok(()),
        _ => Err(format!(
            "the only line before bestmove must be: info depth 0 score {expected}"
        )),
    }
}
