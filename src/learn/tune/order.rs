//! A loss that compares the order of siblings by evaluation with their order by score. Siblings are
//! successors of one position.
//!
//! A softmax turns the scores of the siblings into shares that sum to 1. It does the same with
//! their evaluations. The loss is the Kullback-Leibler divergence of the shares by score from the
//! shares by evaluation. The method is ListNet (Z. Cao and others, "Learning to Rank: From Pairwise
//! Approach to Listwise Approach", 2007). The loss does not change if all evaluations of the
//! siblings change by the same amount. The best siblings count most, as in a search.

/// The loss that compares the evaluations of siblings with their scores.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::learn) struct SiblingOrder {
    /// If two siblings differ by this many centipawns, the share of the better one is e times the
    /// share of the other.
    pub(in crate::learn) temperature: f64,
}

impl SiblingOrder {
    /// The loss at the temperature that fits these groups of scores. A group has the scores of the
    /// successors of one position. The temperature is the root mean square of the differences
    /// between each score and the mean score of its group. It is 1 if all differences are 0.
    pub(in crate::learn) fn fitted<'a>(groups: impl Iterator<Item = &'a [f64]>) -> Self {
        let [mut squares, mut count] = [0.0; 2];
        for scores in groups {
            let mean = scores.iter().sum::<f64>() / scores.len().max(1) as f64;
            squares += scores
                .iter()
                .map(|score| (score - mean).powi(2))
                .sum::<f64>();
            count += scores.len() as f64;
        }
        let temperature = (squares / count).sqrt();
        let is_usable = temperature.is_finite() && temperature > 0.0;
        Self {
            temperature: if is_usable { temperature } else { 1.0 },
        }
    }

    /// The loss of these evaluations, in nats. Both lists are centipawns from the view of the
    /// player who chooses between the siblings.
    pub(in crate::learn) fn loss(self, scores: &[f64], evaluations: &[f64]) -> f64 {
        let [targets, shares] = [scores, evaluations].map(|list| self.log_shares(list));
        let terms = targets.iter().zip(&shares);
        terms
            .map(|(target, share)| target.exp() * (target - share))
            .sum()
    }

    /// The derivative of the loss with respect to each evaluation.
    pub(in crate::learn) fn derivatives(self, scores: &[f64], evaluations: &[f64]) -> Vec<f64> {
        let [targets, shares] = [scores, evaluations].map(|list| self.log_shares(list));
        let pairs = targets.iter().zip(&shares);
        let derivative = |(target, share): (&f64, &f64)| share.exp() - target.exp();
        pairs
            .map(|pair| derivative(pair) / self.temperature)
            .collect()
    }

    /// The logarithms of the shares of siblings. `numbers` are their scores or their evaluations.
    fn log_shares(self, numbers: &[f64]) -> Vec<f64> {
        let most = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let exponent = |number: &f64| (number - most) / self.temperature;
        let sum: f64 = numbers.iter().map(|number| exponent(number).exp()).sum();
        numbers
            .iter()
            .map(|number| exponent(number) - sum.ln())
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDER: SiblingOrder = SiblingOrder { temperature: 50.0 };

    #[test]
    fn only_differences_between_siblings_count() {
        let scores = [10.0, -40.0, 200.0];
        let moved = scores.map(|score| score - 500.0);
        assert!(ORDER.loss(&scores, &moved).abs() < 1e-12);
        let reversed = [200.0, 10.0, -40.0];
        assert!(ORDER.loss(&scores, &reversed) > 0.5);
        let far = [-30_000.0, 0.0, 30_000.0];
        assert!(ORDER.loss(&scores, &far).is_finite());
    }

    #[test]
    fn the_derivative_is_the_slope_of_the_loss() {
        let (scores, evaluations) = ([10.0, -40.0, 200.0], [30.0, 20.0, -10.0]);
        let derivatives = ORDER.derivatives(&scores, &evaluations);
        for (index, derivative) in derivatives.iter().enumerate() {
            let at = |step: f64| {
                let mut moved = evaluations;
                moved[index] += step;
                ORDER.loss(&scores, &moved)
            };
            let slope = (at(0.01) - at(-0.01)) / 0.02;
            assert!((slope - derivative).abs() < 1e-8, "{slope} {derivative}");
        }
    }

    #[test]
    fn the_temperature_is_the_spread_among_siblings() {
        let groups: [&[f64]; 2] = [&[100.0, 140.0], &[-500.0, -540.0]];
        assert_eq!(SiblingOrder::fitted(groups.into_iter()).temperature, 20.0);
        assert_eq!(SiblingOrder::fitted([].into_iter()).temperature, 1.0);
    }
}
