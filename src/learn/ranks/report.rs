//! The report: how well each evaluation ranks siblings in each phase of the game, with intervals.
//!
//! Siblings are the successors of one position. The *label* of a successor is its score by a deep
//! search. The *first choice* of an evaluation is the successor that it ranks first; successors
//! with equal evaluations can all be first choices. The *loss* of a choice is the highest label
//! among the siblings minus the label of the choice.

use std::iter::once;
use std::ops::RangeInclusive;

use serde::Serialize;

use super::figures::Figures;
use super::siblings::SiblingScores;
use crate::eval::{Scale, Weights};
use crate::stats::bootstrap::Bootstrap;
use crate::stats::counts::Estimate;
use crate::stats::ranks::spearman;

/// A part of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// The whole game.
    All,
    /// Positions whose [`lateness`](crate::eval::lateness) is in the lowest third of its range.
    Early,
    /// The second third.
    Middle,
    /// The last third.
    Late,
}

impl Phase {
    /// Every phase, in the order of the report.
    pub const ALL: [Phase; 4] = [Phase::All, Phase::Early, Phase::Middle, Phase::Late];

    /// The name in tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Phase::All => "all",
            Phase::Early => "early",
            Phase::Middle => "middle",
            Phase::Late => "late",
        }
    }

    /// The lateness of its positions.
    #[must_use]
    pub const fn lateness(self) -> RangeInclusive<i32> {
        const THIRD: i32 = Weights::LATEST / 3;
        match self {
            Phase::All => 0..=Weights::LATEST,
            Phase::Early => 0..=THIRD,
            Phase::Middle => THIRD + 1..=2 * THIRD + 1,
            Phase::Late => 2 * THIRD + 2..=Weights::LATEST,
        }
    }
}

/// What a report needs besides the scores.
#[derive(Clone, PartialEq, Debug)]
pub struct ReportSettings {
    /// The name of the game.
    pub variant: String,
    /// The names of the evaluators.
    pub evaluators: Vec<String>,
    /// The scale of the labels: that of the weights with which the deep search evaluated.
    pub scale: Scale,
    /// The seed of the bootstrap.
    pub seed: u64,
}

/// How well each evaluation ranks siblings. All intervals are 95 % bootstrap intervals. The
/// bootstrap resamples whole games, because positions of one game are similar.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RankReport {
    /// The name of the game.
    pub variant: String,
    /// The number of games.
    pub games: usize,
    /// The number of positions.
    pub positions: usize,
    /// The number of labelled successors of all positions together.
    pub successors: usize,
    /// The figures of the whole game, and of each other phase whose positions come from at least
    /// five games. Empty if there are no positions.
    pub phases: Vec<PhaseReport>,
}

/// The figures of one phase.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PhaseReport {
    /// The phase.
    pub phase: Phase,
    /// The number of positions.
    pub positions: usize,
    /// The number of positions whose successors all have the same label. They have no rank
    /// correlation.
    pub equal_labels: usize,
    /// The figures of each evaluator, then those of a random choice.
    pub evaluators: Vec<EvaluatorReport>,
}

/// How well one evaluation ranks siblings in one phase.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EvaluatorReport {
    /// The name of the evaluator.
    pub evaluator: String,
    /// The rank correlation between evaluations and labels of the successors of a position: the
    /// mean over all positions. A position whose labels are all equal is left out.
    pub sibling_correlation: Option<Estimate>,
    /// The successors of each position have a mean evaluation and a mean label. This is the rank
    /// correlation of the two means over all positions.
    pub position_correlation: Option<Estimate>,
    /// The share of positions in which the first choice of the evaluation has the highest label. A
    /// position with several first choices counts as the share of them that have the highest label.
    pub best: Option<Estimate>,
    /// The mean loss of the first choice in reported centipawns, the unit of `info ... score cp`.
    pub loss_centipawns: Option<Estimate>,
    /// The mean loss of the first choice in points. For this, each label is first converted to an
    /// expected result from 0 to 1.
    pub loss_points: Option<Estimate>,
    /// How much less this evaluator loses than the first evaluator in the list: the difference of
    /// their `loss_points`. Negative if this evaluator loses more. `None` for the first evaluator.
    pub saved_points: Option<Estimate>,
}

/// If the positions of a phase come from fewer games than this, its intervals mean nothing, and the
/// phase is left out. [`Phase::All`] is left out only if it has no positions.
const MIN_GAMES: usize = 5;

/// The name of a random choice in the report. Its figures are those of an evaluator that gives all
/// siblings the same evaluation. All siblings of a position are then first choices.
const RANDOM_CHOICE: &str = "random choice";

impl RankReport {
    /// The report on the positions of these games.
    #[must_use]
    pub fn new(settings: &ReportSettings, games: &[Vec<SiblingScores>]) -> Self {
        let positions = || games.iter().flatten();
        let bootstrap = Bootstrap::new(games.len(), settings.seed);
        let phases = Phase::ALL.into_iter().filter_map(|phase| {
            let in_phase = |scores: &&SiblingScores| phase.lateness().contains(&scores.lateness);
            let games: Vec<Vec<&SiblingScores>> = games
                .iter()
                .map(|game| game.iter().filter(in_phase).collect())
                .collect();
            let with_positions = games.iter().filter(|game| !game.is_empty()).count();
            let is_listed =
                with_positions >= MIN_GAMES || phase == Phase::All && with_positions > 0;
            is_listed.then(|| PhaseReport::new(phase, settings, &games, &bootstrap))
        });
        Self {
            variant: settings.variant.clone(),
            games: games.len(),
            positions: positions().count(),
            successors: positions().map(|scores| scores.labels.len()).sum(),
            phases: phases.collect(),
        }
    }
}

impl PhaseReport {
    fn new(
        phase: Phase,
        settings: &ReportSettings,
        games: &[Vec<&SiblingScores>],
        bootstrap: &Bootstrap,
    ) -> Self {
        let named = settings.evaluators.iter().map(String::as_str).enumerate();
        let named = named.map(|(index, name)| (name, Some(index)));
        let figures: Vec<(&str, Vec<Vec<Figures>>)> = named
            .chain(once((RANDOM_CHOICE, None)))
            .map(|(name, index)| (name, figures(games, index, settings.scale)))
            .collect();
        let first = figures.first().map(|(_, figures)| figures.as_slice());
        let evaluators = figures.iter().enumerate().map(|(index, (name, figures))| {
            let reference = first.filter(|_| index > 0);
            EvaluatorReport::new(name, figures, reference, bootstrap)
        });
        let of_first = || first.into_iter().flatten().flatten();
        Self {
            phase,
            positions: of_first().count(),
            equal_labels: of_first().filter(|one| one.correlation.is_none()).count(),
            evaluators: evaluators.collect(),
        }
    }
}

/// The figures of an evaluator in every position of every game. `evaluator` is its index; `None`
/// means a random choice.
fn figures(
    games: &[Vec<&SiblingScores>],
    evaluator: Option<usize>,
    scale: Scale,
) -> Vec<Vec<Figures>> {
    let of_position = |scores: &&SiblingScores| {
        let evaluations = evaluator.and_then(|index| scores.evaluations.get(index));
        match evaluations {
            Some(evaluations) => Figures::of(scores, evaluations, scale),
            None => Figures::of(scores, &vec![0; scores.labels.len()], scale),
        }
    };
    let of_game = |game: &Vec<&SiblingScores>| game.iter().map(of_position).collect();
    games.iter().map(of_game).collect()
}

impl EvaluatorReport {
    /// The report on an evaluator. `games` has its figures. `reference` has the figures of the
    /// first evaluator in the same positions; `None` if this is the first evaluator.
    fn new(
        name: &str,
        games: &[Vec<Figures>],
        reference: Option<&[Vec<Figures>]>,
        bootstrap: &Bootstrap,
    ) -> Self {
        let mean = |of: fn(&Figures) -> Option<f64>| {
            let numbers = |game: &Vec<Figures>| game.iter().filter_map(of).collect();
            mean_estimate(&games.iter().map(numbers).collect::<Vec<_>>(), bootstrap)
        };
        let saved = |reference: &[Vec<Figures>]| {
            let pairs = reference.iter().zip(games);
            let saved = pairs.map(|(first, own)| {
                let pairs = first.iter().zip(own);
                pairs
                    .map(|(first, own)| first.loss_points - own.loss_points)
                    .collect()
            });
            mean_estimate(&saved.collect::<Vec<_>>(), bootstrap)
        };
        Self {
            evaluator: name.to_owned(),
            sibling_correlation: mean(|figures| figures.correlation),
            position_correlation: bootstrap
                .estimate(|resample| correlation_across(games, resample)),
            best: mean(|figures| Some(figures.best)),
            loss_centipawns: mean(|figures| Some(figures.loss_centipawns)),
            loss_points: mean(|figures| Some(figures.loss_points)),
            saved_points: reference.and_then(saved),
        }
    }
}

/// The mean of all numbers of all games.
fn mean_estimate(games: &[Vec<f64>], bootstrap: &Bootstrap) -> Option<Estimate> {
    let sums: Vec<(f64, usize)> = games
        .iter()
        .map(|numbers| (numbers.iter().sum(), numbers.len()))
        .collect();
    bootstrap.estimate(|resample| {
        let sums = resample.iter().filter_map(|&game| sums.get(game));
        let (sum, count) = sums.fold((0.0, 0), |(sum, count), one| (sum + one.0, count + one.1));
        (count > 0).then(|| sum / count as f64)
    })
}

/// [`EvaluatorReport::position_correlation`] over the games whose indices are in `resample`.
fn correlation_across(games: &[Vec<Figures>], resample: &[usize]) -> Option<f64> {
    let positions = resample
        .iter()
        .filter_map(|&game| games.get(game))
        .flatten();
    let (evaluations, labels): (Vec<f64>, Vec<f64>) = positions
        .map(|figures| (figures.mean_evaluation, figures.mean_label))
        .unzip();
    spearman(&evaluations, &labels)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCALE: Scale = Scale {
        hundred: 100,
        even: 50,
        spread: 100,
    };

    fn scores(lateness: i32, labels: &[i32], evaluations: &[&[i32]]) -> SiblingScores {
        SiblingScores {
            lateness,
            labels: labels.to_vec(),
            evaluations: evaluations.iter().map(|list| list.to_vec()).collect(),
        }
    }

    fn report(games: &[Vec<SiblingScores>]) -> RankReport {
        let settings = ReportSettings {
            variant: "a game".to_owned(),
            evaluators: ["labels", "opposite"].map(str::to_owned).into(),
            scale: SCALE,
            seed: 1,
        };
        RankReport::new(&settings, games)
    }

    fn value(estimate: Option<Estimate>) -> f64 {
        estimate.expect("an estimate").value
    }

    /// Two games. The evaluations of the first evaluator are the labels. Those of the second are
    /// the labels with the opposite sign.
    fn games() -> Vec<Vec<SiblingScores>> {
        let with_opposite = |lateness, labels: &[i32]| {
            let opposite: Vec<i32> = labels.iter().map(|label| -label).collect();
            scores(lateness, labels, &[labels, &opposite])
        };
        vec![
            vec![with_opposite(2, &[10, 30, -40]), with_opposite(12, &[5, 5])],
            vec![with_opposite(3, &[0, 100])],
        ]
    }

    #[test]
    fn an_evaluator_that_equals_the_label_gets_1_and_loses_nothing() {
        let report = report(&games());
        let [labels, opposite, random] = report.phases[0].evaluators.as_slice() else {
            panic!("three evaluators: {report:?}");
        };
        assert!((value(labels.sibling_correlation) - 1.0).abs() < 1e-12);
        assert!((value(labels.position_correlation) - 1.0).abs() < 1e-12);
        assert_eq!(
            (value(labels.best), value(labels.loss_centipawns)),
            (1.0, 0.0)
        );
        assert_eq!(labels.saved_points, None);
        assert!((value(opposite.sibling_correlation) + 1.0).abs() < 1e-12);
        // The second evaluator loses 70, 0 and 100 centipawns in the three positions. Its first
        // choice has the highest label only in the position with two equal labels.
        assert!((value(opposite.loss_centipawns) - 170.0 / 3.0).abs() < 1e-12);
        assert!((value(opposite.best) - 1.0 / 3.0).abs() < 1e-12);
        let (saved, lost) = (value(opposite.saved_points), value(opposite.loss_points));
        assert!((saved + lost).abs() < 1e-12 && lost > 0.0);
        assert_eq!(random.evaluator, RANDOM_CHOICE);
        // A random choice loses 30, 0 and 50 centipawns on average in the three positions.
        assert!((value(random.loss_centipawns) - 80.0 / 3.0).abs() < 1e-12);
        assert_eq!(value(random.sibling_correlation), 0.0);
        assert_eq!(random.position_correlation, None);
    }

    #[test]
    fn every_position_is_in_one_phase() {
        for lateness in 0..=Weights::LATEST {
            let phases = Phase::ALL.iter().skip(1);
            let found = phases.filter(|phase| phase.lateness().contains(&lateness));
            assert_eq!(found.count(), 1, "{lateness}");
        }
        // Nine games: the first of the two games occurs five times, the second four times.
        let games: Vec<_> = games().into_iter().cycle().take(9).collect();
        let found = report(&games);
        let counts = found
            .phases
            .iter()
            .map(|phase| (phase.phase, phase.positions));
        let expected = [(Phase::All, 14), (Phase::Early, 9), (Phase::Middle, 5)];
        assert_eq!(counts.collect::<Vec<_>>(), expected);
        assert_eq!(found.phases[2].equal_labels, 5);
        assert_eq!(
            (found.games, found.positions, found.successors),
            (9, 14, 33)
        );
        // Now only four games have a position in the middle.
        let phases = report(&games[1..]).phases.into_iter();
        let phases: Vec<Phase> = phases.map(|phase| phase.phase).collect();
        assert_eq!(phases, [Phase::All, Phase::Early]);
    }

    #[test]
    fn a_report_without_positions_has_no_phases() {
        assert_eq!(report(&[]).phases, []);
        assert_eq!(report(&[Vec::new()]).positions, 0);
    }
}
