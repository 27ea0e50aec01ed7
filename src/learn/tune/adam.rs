//! The optimizer Adam: D. Kingma and J. Ba, *Adam: A Method for Stochastic Optimization* (2014),
//! with the constants of the paper.

/// The decay rates of the moving averages: first of the derivatives, then of their squares.
const DECAY: [f64; 2] = [0.9, 0.999];

/// Prevents a division by 0 if a derivative has been 0 in every step so far.
const EPSILON: f64 = 1e-8;

/// The moving averages of the derivatives (`means`) and of their squares (`squares`).
pub(in crate::learn) struct Adam {
    means: Vec<f64>,
    squares: Vec<f64>,
    steps: i32,
}

impl Adam {
    /// The optimizer of this many numbers. All moving averages are 0.
    pub(in crate::learn) fn new(size: usize) -> Self {
        Self {
            means: vec![0.0; size],
            squares: vec![0.0; size],
            steps: 0,
        }
    }

    /// The number of steps so far.
    pub(in crate::learn) const fn steps(&self) -> i32 {
        self.steps
    }

    /// Makes a step. `size` is the learning rate. `lower` gets the index of each number, and the
    /// amount to subtract from this number.
    pub(in crate::learn) fn step(
        &mut self,
        gradient: impl Iterator<Item = f64>,
        size: f64,
        mut lower: impl FnMut(usize, f64),
    ) {
        self.steps += 1;
        let [first, second] = DECAY;
        // The averages start at 0, so they are biased towards 0. These divisors correct the bias.
        let [mean_correction, square_correction] = DECAY.map(|decay| 1.0 - decay.powi(self.steps));
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for (index, (derivative, (mean, square))) in gradient.zip(moments).enumerate() {
            *mean = first * *mean + (1.0 - first) * derivative;
            *square = second * *square + (1.0 - second) * derivative * derivative;
            let deviation = (*square / square_correction).sqrt();
            lower(
                index,
                size * (*mean / mean_correction) / (deviation + EPSILON),
            );
        }
    }
}
