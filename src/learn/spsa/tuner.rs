//! The vector of parameters, its perturbations, and its steps. The module `spsa` explains these
//! terms and gives the formulas.

use std::ops::Range;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use super::gains::Gains;
use super::parameter::TunedParam;

/// Everything on which the steps depend, apart from the results of the games.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SpsaSettings {
    /// The parameters.
    #[serde(rename = "parameters")]
    pub params: Vec<TunedParam>,
    /// The number of iterations.
    pub iterations: u64,
    /// The number of pairs of games in each iteration.
    pub pairs: u64,
    /// The perturbation of a parameter in the last iteration, as a share of the range of the
    /// parameter. If `c_end` times the range is below 0.5, the perturbation is 0.5.
    pub c_end: f64,
    /// The gain in the last iteration, divided by the square of the perturbation in the last
    /// iteration: `a_N / c_N^2`.
    pub r_end: f64,
    /// The seed of all random choices.
    pub seed: u64,
}

impl SpsaSettings {
    /// The number of pairs in all iterations.
    #[must_use]
    pub const fn all_pairs(&self) -> u64 {
        self.iterations.saturating_mul(self.pairs)
    }
}

/// The two vectors that a pair of games compares. Their values are in the order of the parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidates {
    /// The plus vector: the present vector plus the perturbations, rounded.
    pub plus: Vec<i32>,
    /// The minus vector: the present vector minus the perturbations, rounded.
    pub minus: Vec<i32>,
}

/// The random choices of a pair for one parameter.
struct RandomChoice {
    /// The sign of the perturbation in the plus vector, 1 or -1.
    sign: f64,
    /// The fraction, at least 0 and below 1, that is added to the value in each of the two vectors
    /// before it is rounded down.
    fraction: f64,
}

/// A vector that is tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct Spsa {
    settings: SpsaSettings,
    values: Vec<f64>,
    /// The number of complete iterations.
    iteration: u64,
}

impl Spsa {
    /// The vector before the first iteration.
    #[must_use]
    pub fn new(settings: SpsaSettings) -> Self {
        let values = settings.params.iter();
        Self {
            values: values.map(|param| f64::from(param.start)).collect(),
            settings,
            iteration: 0,
        }
    }

    /// The settings of the run.
    #[must_use]
    pub const fn settings(&self) -> &SpsaSettings {
        &self.settings
    }

    /// The number of complete iterations.
    #[must_use]
    pub const fn iteration(&self) -> u64 {
        self.iteration
    }

    /// Whether all iterations are complete.
    #[must_use]
    pub const fn is_finished(&self) -> bool {
        self.iteration >= self.settings.iterations
    }

    /// The numbers of the pairs of the next iteration. Pairs are numbered from 0. Each iteration
    /// continues the numbers of the iteration before it.
    #[must_use]
    pub const fn pairs(&self) -> Range<u64> {
        let first = self.iteration * self.settings.pairs;
        first..first + self.settings.pairs
    }

    /// The two vectors of a pair of the next iteration.
    #[must_use]
    pub fn candidates(&self, pair: u64) -> Candidates {
        let gains = self.gains();
        let mut candidates = Candidates {
            plus: Vec::new(),
            minus: Vec::new(),
        };
        let params = self.settings.params.iter().zip(&self.values);
        for ((param, value), choice) in params.zip(self.random_choices(pair)) {
            let last = param.last_perturbation(self.settings.c_end);
            let perturbation = choice.sign * last * gains.perturbation;
            let rounded = |value| param.rounded(value, choice.fraction);
            candidates.plus.push(rounded(value + perturbation));
            candidates.minus.push(rounded(value - perturbation));
        }
        candidates
    }

    /// Takes the step of the next iteration. `scores` has the [score](super::PlayedPair::score) of
    /// each pair, in the order of [`Self::pairs`].
    pub fn update(&mut self, scores: &[i32]) {
        let mut sums = vec![0.0; self.values.len()];
        for (pair, &score) in self.pairs().zip(scores) {
            for (sum, choice) in sums.iter_mut().zip(self.random_choices(pair)) {
                *sum += choice.sign * f64::from(score);
            }
        }
        let step = self.settings.r_end * self.gains().step();
        let params = self.settings.params.iter();
        for ((value, param), sum) in self.values.iter_mut().zip(params).zip(sums) {
            let last = param.last_perturbation(self.settings.c_end);
            *value = param.clamped(*value + step * last * sum);
        }
        self.iteration += 1;
    }

    /// The parameters with their present values, which are not rounded.
    pub fn values(&self) -> impl Iterator<Item = (&TunedParam, f64)> {
        let values = self.values.iter().copied();
        self.settings.params.iter().zip(values)
    }

    /// The parameters with their present values. Those that have moved by the largest share of
    /// their range come first.
    #[must_use]
    pub fn moved(&self) -> Vec<(&TunedParam, f64)> {
        let share = |param: &TunedParam, value: f64| {
            (value - f64::from(param.start)).abs() / param.range().max(1.0)
        };
        let mut moved: Vec<(&TunedParam, f64)> = self.values().collect();
        moved.sort_by(|one, other| {
            let [one, other] = [one, other].map(|(param, value)| share(param, *value));
            other.total_cmp(&one)
        });
        moved
    }

    /// The present vector as words `NAME=VALUE`, which a player takes as settings. The values are
    /// rounded to the nearest whole numbers.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let words = self
            .values()
            .map(|(param, value)| format!("{}={}", param.name, value.round() as i32));
        words.collect()
    }

    /// The gains of the next iteration.
    fn gains(&self) -> Gains {
        Gains::of(self.iteration + 1, self.settings.iterations)
    }

    /// The random choices of a pair, in the order of the parameters.
    fn random_choices(&self, pair: u64) -> impl Iterator<Item = RandomChoice> + use<> {
        let mut random = ChaCha8Rng::seed_from_u64(self.settings.seed);
        random.set_stream(pair);
        std::iter::repeat_with(move || RandomChoice {
            sign: if random.random() { 1.0 } else { -1.0 },
            fraction: random.random(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAMS: [(&str, i32, i32, i32); 4] = [
        ("wide", 100, 0, 1000),
        ("narrow", 1, 0, 6),
        ("signed", 0, -300, 300),
        ("idle", 40, 0, 100),
    ];

    fn settings(iterations: u64, pairs: u64) -> SpsaSettings {
        let params = PARAMS.map(|(name, start, min, max)| TunedParam {
            name,
            start,
            min,
            max,
        });
        SpsaSettings {
            params: params.to_vec(),
            iterations,
            pairs,
            c_end: 0.05,
            r_end: 0.02,
            seed: 3,
        }
    }

    /// How good a vector is: a quadratic function with its maximum at 600, 4 and -150. The last
    /// parameter does not matter.
    fn strength(values: &[i32]) -> f64 {
        let best = [600.0, 4.0, -150.0];
        let params = settings(1, 1).params;
        let terms = values.iter().zip(&params).zip(best);
        terms
            .map(|((&value, param), best)| {
                -10.0 * ((f64::from(value) - best) / param.range()).powi(2)
            })
            .sum()
    }

    /// The score of a pair of games in which chance counts for more than strength.
    fn noisy_score(candidates: &Candidates, random: &mut ChaCha8Rng) -> i32 {
        let difference = strength(&candidates.plus) - strength(&candidates.minus);
        let wins = 1.0 / (1.0 + (-difference).exp());
        let mut score = 0;
        for _ in 0..2 {
            let luck: f64 = random.random();
            score += match random.random_range(0..3) {
                0 => 0,
                _ if luck < wins => 1,
                _ => -1,
            };
        }
        score
    }

    #[test]
    fn noisy_games_lead_to_the_best_vector() {
        let mut spsa = Spsa::new(settings(2000, 16));
        let mut random = ChaCha8Rng::seed_from_u64(1);
        while !spsa.is_finished() {
            let scores: Vec<i32> = spsa
                .pairs()
                .map(|pair| noisy_score(&spsa.candidates(pair), &mut random))
                .collect();
            spsa.update(&scores);
        }
        let ends: Vec<f64> = spsa.values().map(|(_, value)| value).collect();
        for (end, (best, error)) in ends.iter().zip([(600.0, 60.0), (4.0, 0.5), (-150.0, 40.0)]) {
            assert!((end - best).abs() < error, "{ends:?}");
        }
        let first = spsa.moved().first().map(|(param, _)| param.name);
        assert!(
            first == Some("wide") || first == Some("narrow"),
            "{first:?}"
        );
    }

    #[test]
    fn candidates_depend_on_the_pair_and_lie_on_both_sides_of_the_vector() {
        let spsa = Spsa::new(settings(10, 4000));
        let mut sums = [[0.0; 2]; 4];
        for pair in spsa.pairs() {
            let candidates = spsa.candidates(pair);
            assert_eq!(candidates, spsa.candidates(pair));
            let both = candidates.plus.iter().zip(&candidates.minus);
            for ((sum, (plus, minus)), param) in sums.iter_mut().zip(both).zip(spsa.values()) {
                let range = param.0.min..=param.0.max;
                assert!(range.contains(plus) && range.contains(minus));
                // Every pair compares two different values of every parameter.
                assert_ne!(plus, minus);
                sum[0] += f64::from(*plus);
                sum[1] += f64::from(*minus);
            }
        }
        assert_ne!(spsa.candidates(0), spsa.candidates(1));
        for (sum, (param, value)) in sums.iter().zip(spsa.values()) {
            for sum in sum {
                let error = (sum / 4000.0 - value).abs();
                assert!(error < 0.01 * param.range(), "{}: {error}", param.name);
            }
        }
    }

    #[test]
    fn a_drawn_pair_changes_no_value_and_no_value_leaves_its_range() {
        let mut spsa = Spsa::new(settings(3, 2));
        let before = spsa.clone();
        spsa.update(&[0, 0]);
        assert!(spsa.values().eq(before.values()));
        assert_eq!((spsa.iteration(), spsa.pairs()), (1, 2..4));
        let mut wild = settings(3, 2);
        wild.r_end = 1000.0;
        let mut spsa = Spsa::new(wild);
        for _ in 0..3 {
            spsa.update(&[2, 2]);
            for (param, value) in spsa.values() {
                let (min, max) = (f64::from(param.min), f64::from(param.max));
                assert!((min..=max).contains(&value));
            }
        }
        assert!(spsa.is_finished());
    }

    #[test]
    fn a_win_moves_the_vector_towards_the_plus_vector() {
        let mut spsa = Spsa::new(settings(100, 1));
        let candidates = spsa.candidates(0);
        let before: Vec<f64> = spsa.values().map(|(_, value)| value).collect();
        spsa.update(&[2]);
        for (at, (param, value)) in spsa.values().enumerate() {
            let towards = f64::from(candidates.plus[at]) - before[at];
            assert!((value - before[at]) * towards > 0.0, "{}", param.name);
        }
        assert_eq!(spsa.words().len(), PARAMS.len());
        assert!(spsa.words().iter().all(|word| word.contains('=')));
    }
}
