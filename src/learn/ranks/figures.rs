//! How well one evaluation ranks the successors of one position.

use super::siblings::SiblingScores;
use crate::eval::Scale;
use crate::stats::ranks::spearman;

/// The evaluations of the successors of a position, compared with their labels. The *label* of a
/// successor is its score by a deeper search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Figures {
    /// Spearman's rank correlation of evaluations and labels. `None` if all labels are equal. 0 if
    /// the labels differ but all evaluations are equal.
    pub(super) correlation: Option<f64>,
    /// How many of the *first choices* have the highest label, as a share from 0 to 1. The first
    /// choices are the successors with the highest evaluation.
    pub(super) best: f64,
    /// The mean loss of the first choices in reported centipawns. The loss of a choice is the
    /// highest label minus the label of the choice.
    pub(super) loss_centipawns: f64,
    /// The mean loss of the first choices in points. Here each label is first converted to an
    /// expected result, from 0 for a lost game to 1 for a won game.
    pub(super) loss_points: f64,
    /// The mean evaluation.
    pub(super) mean_evaluation: f64,
    /// The mean label.
    pub(super) mean_label: f64,
}

impl Figures {
    /// The figures of one evaluator. `evaluations` are its evaluations of the successors.
    /// `siblings` gives the labels, and `scale` is the scale of the labels.
    pub(super) fn of(siblings: &SiblingScores, evaluations: &[i32], scale: Scale) -> Self {
        let labels = &siblings.labels;
        let best_label = labels.iter().copied().max().unwrap_or_default();
        let top = evaluations.iter().copied().max().unwrap_or_default();
        let is_top = |&(_, &evaluation): &(&i32, &i32)| evaluation == top;
        let pairs = labels.iter().zip(evaluations).filter(is_top);
        let chosen: Vec<i32> = pairs.map(|(&label, _)| label).collect();
        // `expected_result` uses `hundred` to convert reported centipawns to centipawns of the
        // evaluation. Labels are already in centipawns of the evaluation. The `hundred` of `PLAIN`
        // leaves them as they are.
        let plain = Scale {
            hundred: Scale::PLAIN.hundred,
            ..scale
        };
        let points = |label| plain.expected_result(label);
        let to_reported = 100.0 / f64::from(scale.hundred);
        let [labels, evaluations] = [labels.as_slice(), evaluations]
            .map(|list| -> Vec<f64> { list.iter().map(|&number| f64::from(number)).collect() });
        let has_order = labels.iter().any(|label| Some(label) != labels.first());
        Self {
            correlation: has_order.then(|| spearman(&evaluations, &labels).unwrap_or(0.0)),
            best: mean(
                chosen
                    .iter()
                    .map(|&label| f64::from(u8::from(label == best_label))),
            ),
            loss_centipawns: to_reported
                * mean(chosen.iter().map(|&label| f64::from(best_label - label))),
            loss_points: mean(
                chosen
                    .iter()
                    .map(|&label| points(best_label) - points(label)),
            ),
            mean_evaluation: mean(evaluations.iter().copied()),
            mean_label: mean(labels.iter().copied()),
        }
    }
}

/// The mean of numbers; 0 if there are none.
fn mean(numbers: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = numbers.len().max(1) as f64;
    numbers.sum::<f64>() / count
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCALE: Scale = Scale {
        hundred: 200,
        even: 100,
        spread: 80,
    };

    fn siblings(labels: &[i32]) -> SiblingScores {
        SiblingScores {
            lateness: 0,
            labels: labels.to_vec(),
            evaluations: Vec::new(),
        }
    }

    #[test]
    fn an_evaluation_that_equals_the_label_is_perfect() {
        let labels = [30, -20, 30, 7];
        let found = Figures::of(&siblings(&labels), &labels, SCALE);
        let correlation = found.correlation.expect("labels that differ");
        assert!((correlation - 1.0).abs() < 1e-12);
        assert_eq!(
            [found.best, found.loss_centipawns, found.loss_points],
            [1.0, 0.0, 0.0]
        );
    }

    #[test]
    fn a_first_choice_loses_the_difference_between_the_best_label_and_its_own() {
        // The two first choices have the labels 40 and 0; the best label is 40.
        let found = Figures::of(&siblings(&[40, 0, 10]), &[5, 5, 1], SCALE);
        assert_eq!(found.best, 0.5);
        // The mean loss is 20 centipawns of the evaluation, which are reported as 10.
        assert_eq!(found.loss_centipawns, 10.0);
        let plain = Scale {
            hundred: 100,
            ..SCALE
        };
        let lost = plain.expected_result(40) - plain.expected_result(0);
        assert!((found.loss_points - lost / 2.0).abs() < 1e-12);
        assert!((found.mean_label - 50.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn equal_labels_have_no_correlation_and_equal_evaluations_have_0() {
        let same_labels = Figures::of(&siblings(&[4, 4]), &[1, 2], SCALE);
        assert_eq!((same_labels.correlation, same_labels.best), (None, 1.0));
        let same_evaluations = Figures::of(&siblings(&[4, 5]), &[1, 1], SCALE);
        assert_eq!(
            (same_evaluations.correlation, same_evaluations.best),
            (Some(0.0), 0.5)
        );
    }
}
