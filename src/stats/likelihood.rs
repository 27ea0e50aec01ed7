//! The likelihood of scores in a model with unknown strengths. A strength belongs to a player, or
//! is the advantage that an opening gives. If the expected score of a game is `e`, its odds are
//! `e / (1 - e)`. The natural logarithm of the odds is a signed sum of strengths, for example the
//! strength of one player minus that of the other.

use arrayvec::ArrayVec;

/// The maximum number of steps of Newton's method. A few are usually enough.
const MAX_NEWTON_STEPS: usize = 100;

pub(super) type Matrix = Vec<Vec<f64>>;

/// Games with the same odds between the same two players. The odds and points are from the view of
/// one of them, the *observed* player. The rating code also adds draws that nobody played, to keep
/// the estimates finite. Such a draw may have no players. Then its odds depend only on the
/// advantage that an opening gives.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Observation {
    /// Indices of strengths, each with its sign. The signed sum of these strengths is the natural
    /// logarithm of the odds.
    pub(super) terms: ArrayVec<(usize, f64), 3>,
    /// The number of games.
    pub(super) games: f64,
    /// The points of the observed player in these games.
    pub(super) points: f64,
    /// The index of the cluster. Observations of the same cluster are correlated.
    pub(super) cluster: usize,
}

impl Observation {
    /// The score that is expected in a game.
    fn expected(&self, strengths: &[f64]) -> f64 {
        let sum: f64 = self
            .terms
            .iter()
            .map(|&(at, sign)| sign * strengths[at])
            .sum();
        1.0 / (1.0 + (-sum).exp())
    }

    /// The points scored, less the expected points.
    fn surplus(&self, strengths: &[f64]) -> f64 {
        self.points - self.games * self.expected(strengths)
    }

    fn add_gradient(&self, strengths: &[f64], gradient: &mut [f64]) {
        let surplus = self.surplus(strengths);
        for &(at, sign) in &self.terms {
            gradient[at] += sign * surplus;
        }
    }
}

/// Unknown strengths and the games that depend on them.
pub(super) struct Likelihood<'a> {
    /// How many strengths there are.
    pub(super) strengths: usize,
    /// How many strengths are centred; they have the lowest indices. Centred strengths form a group
    /// if an observation, or a chain of observations, links them. The mean of each group is set to
    /// 0. The odds do not depend on the mean, because the signs of the centred strengths in an
    /// observation add up to 0, for example 1 and -1 for two players.
    pub(super) centred: usize,
    /// The games.
    pub(super) observations: &'a [Observation],
}

impl Likelihood<'_> {
    /// The groups of centred strengths, each with the indices of its strengths in order.
    fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = (0..self.centred).map(|at| vec![at]).collect();
        for observation in self.observations {
            let (linked, mut others): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| {
                let mut terms = observation.terms.iter();
                terms.any(|(at, _)| group.contains(at))
            });
            let mut linked = linked.concat();
            linked.sort_unstable();
            others.push(linked);
            groups = others;
        }
        groups
    }

    /// The Fisher information at these strengths, plus a term that fixes the mean of each group of
    /// centred strengths.
    fn information(&self, strengths: &[f64]) -> Matrix {
        let mut matrix = vec![vec![0.0; self.strengths]; self.strengths];
        // The observations do not determine the mean of a group. Without a term for it, the matrix
        // would be singular. The term does not change the steps of Newton's method, because the
        // elements of the gradient add up to 0 in each group.
        for group in self.groups() {
            add_to_block(&mut matrix, &group, 1.0 / group.len() as f64);
        }
        for observation in self.observations {
            let expected = observation.expected(strengths);
            let weight = observation.games * expected * (1.0 - expected);
            for &(one, sign) in &observation.terms {
                for &(other, other_sign) in &observation.terms {
                    matrix[one][other] += weight * sign * other_sign;
                }
            }
        }
        matrix
    }

    /// The maximum-likelihood strengths, and whether Newton's method has converged.
    pub(super) fn likeliest(&self) -> (Vec<f64>, bool) {
        let mut strengths = vec![0.0; self.strengths];
        let mut converged = false;
        for _ in 0..MAX_NEWTON_STEPS {
            let mut gradient = vec![0.0; self.strengths];
            for observation in self.observations {
                observation.add_gradient(&strengths, &mut gradient);
            }
            let inverse = inverse(self.information(&strengths));
            let steps: Vec<f64> = inverse.iter().map(|row| dot(row, &gradient)).collect();
            let largest_step = steps
                .iter()
                .fold(0.0_f64, |largest_step, step| largest_step.max(step.abs()));
            // Far from the maximum a full step may overshoot.
            let scale = if largest_step > 1.0 {
                1.0 / largest_step
            } else {
                1.0
            };
            for (strength, step) in strengths.iter_mut().zip(steps) {
                *strength += scale * step;
            }
            if scale * largest_step < 1e-12 {
                converged = true;
                break;
            }
        }
        for group in self.groups() {
            let sum: f64 = group.iter().map(|&at| strengths[at]).sum();
            for &at in &group {
                strengths[at] -= sum / group.len() as f64;
            }
        }
        (strengths, converged)
    }

    /// The covariance of these strengths according to the model.
    pub(super) fn expected_covariance(&self, strengths: &[f64]) -> Matrix {
        let mut inverse = inverse(self.information(strengths));
        for group in self.groups() {
            add_to_block(&mut inverse, &group, -1.0 / group.len() as f64);
        }
        inverse
    }

    /// The covariance of these strengths by the sandwich estimator. It uses the difference between
    /// the actual and the expected score of each cluster of games.
    pub(super) fn covariance(&self, strengths: &[f64]) -> Matrix {
        let inverse = self.expected_covariance(strengths);
        let clusters = self
            .observations
            .iter()
            .map(|observation| observation.cluster + 1)
            .max();
        let mut gradients = vec![vec![0.0; self.strengths]; clusters.unwrap_or(0)];
        for observation in self.observations {
            observation.add_gradient(strengths, &mut gradients[observation.cluster]);
        }
        let mut covariance = vec![vec![0.0; self.strengths]; self.strengths];
        for gradient in gradients {
            let influence: Vec<f64> = inverse.iter().map(|row| dot(row, &gradient)).collect();
            for (row, one) in covariance.iter_mut().zip(&influence) {
                for (value, other) in row.iter_mut().zip(&influence) {
                    *value += one * other;
                }
            }
        }
        // The sandwich estimate of a variance can be almost 0, for example if all games are drawn.
        // It then says nothing about the error. So if it is almost 0 for any strength with games,
        // the covariance of the model is returned.
        let mut terms = self
            .observations
            .iter()
            .flat_map(|observation| &observation.terms);
        let has_no_variance = |at: usize| covariance[at][at] < 1e-12 * inverse[at][at];
        if terms.any(|&(at, _)| has_no_variance(at)) {
            return inverse;
        }
        covariance
    }
}

/// Adds a constant to the entries whose row and column are both in the group.
fn add_to_block(matrix: &mut Matrix, group: &[usize], constant: f64) {
    for &row in group {
        for &column in group {
            matrix[row][column] += constant;
        }
    }
}

fn dot(row: &[f64], column: &[f64]) -> f64 {
    row.iter().zip(column).map(|(one, other)| one * other).sum()
}

/// The inverse of a matrix by Gauss-Jordan elimination. A column is skipped if all candidates for
/// its pivot are 0.
fn inverse(mut matrix: Matrix) -> Matrix {
    let count = matrix.len();
    let mut inverse: Matrix = (0..count)
        .map(|row| {
            (0..count)
                .map(|column| f64::from(u8::from(row == column)))
                .collect()
        })
        .collect();
    for pivot in 0..count {
        let best = (pivot..count).max_by(|&one, &other| {
            let size = |row: usize| matrix[row][pivot].abs();
            size(one).total_cmp(&size(other))
        });
        let Some(best) = best.filter(|&row| matrix[row][pivot].abs() > 1e-300) else {
            continue;
        };
        matrix.swap(pivot, best);
        inverse.swap(pivot, best);
        let scale = matrix[pivot][pivot];
        for value in matrix[pivot].iter_mut().chain(inverse[pivot].iter_mut()) {
            *value /= scale;
        }
        let pivot_row = matrix[pivot].clone();
        let inverse_pivot_row = inverse[pivot].clone();
        for row in (0..count).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for (value, subtrahend) in matrix[row].iter_mut().zip(&pivot_row) {
                *value -= factor * subtrahend;
            }
            for (value, subtrahend) in inverse[row].iter_mut().zip(&inverse_pivot_row) {
                *value -= factor * subtrahend;
            }
        }
    }
    inverse
}
