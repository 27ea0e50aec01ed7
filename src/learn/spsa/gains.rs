//! The gain sequences: how large the perturbations and the steps are in each iteration.

/// The exponent with which the gain `a_k` becomes smaller (Spall's alpha).
const ALPHA: f64 = 0.602;

/// The exponent with which the perturbation `c_k` becomes smaller (Spall's gamma).
const GAMMA: f64 = 0.101;

/// The stability constant (Spall's A) as a share of the number of iterations. It keeps the first
/// steps small.
const STABILITY: f64 = 0.1;

/// The default perturbation in the last iteration, as a share of the range of a parameter.
pub const C_END: f64 = 0.05;

/// The default ratio of the last gain to the square of the last perturbation, as in Fishtest.
pub const R_END: f64 = 0.002;

/// The perturbation and the gain of iteration `k`, each divided by its value in the last iteration
/// `N`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Gains {
    /// `c_k / c_N`.
    pub(super) perturbation: f64,
    /// `a_k / a_N`.
    pub(super) gain: f64,
}

impl Gains {
    /// The gains of this iteration. Iterations are counted from 1.
    pub(super) fn of(iteration: u64, iterations: u64) -> Self {
        let (iteration, iterations) = (iteration as f64, iterations as f64);
        let stability = STABILITY * iterations;
        // The results of `f64::powf` may differ between systems, and shards may run on different
        // systems. The results of `libm::pow` are the same on all systems.
        Self {
            perturbation: libm::pow(iterations / iteration, GAMMA),
            gain: libm::pow((stability + iterations) / (stability + iteration), ALPHA),
        }
    }

    /// `a_k / c_k`, divided by its value in iteration `N`. That value is `r_end * c_N`, because
    /// `a_N` is `r_end * c_N^2`. If the plus vector of a pair of games wins one game more than it
    /// loses, each parameter moves by `a_k / c_k` towards this vector.
    pub(super) fn step(self) -> f64 {
        self.gain / self.perturbation
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_fall_to_those_of_the_last_iteration() {
        let last = Gains::of(100, 100);
        assert_eq!((last.perturbation, last.gain, last.step()), (1.0, 1.0, 1.0));
        let first = Gains::of(1, 100);
        assert!((first.perturbation - 100_f64.powf(GAMMA)).abs() < 1e-12);
        assert!((first.gain - 10_f64.powf(ALPHA)).abs() < 1e-12);
        for iteration in 1..100 {
            let [one, next] = [iteration, iteration + 1].map(|k| Gains::of(k, 100));
            assert!(one.perturbation > next.perturbation && one.gain > next.gain);
        }
    }
}
