//! The steps of D. Kingma and J. Ba, *Adam: A Method for Stochastic Optimization* (2014), with its usual
//! constants.

/// How fast means and squares of a gradient are forgotten.
const MEMORY: [f64; 2] = [0.9, 0.999];

/// What keeps numbers without a gradient where they are.
const LEAST: f64 = 1e-8;

/// What is remembered of the gradients so far.
pub(in crate::learn) struct Adam {
    means: Vec<f64>,
    squares: Vec<f64>,
    steps: i32,
}

impl Adam {
    /// For so many numbers.
    pub(in crate::learn) fn new(size: usize) -> Self {
        Self {
            means: vec![0.0; size],
            squares: vec![0.0; size],
            steps: 0,
        }
    }

    /// How many steps have been made.
    pub(in crate::learn) const fn steps(&self) -> i32 {
        self.steps
    }

    /// Makes a step: `lower` hears by how much to lower the number at each place.
    pub(in crate::learn) fn step(
        &mut self,
        slopes: impl Iterator<Item = f64>,
        size: f64,
        mut lower: impl FnMut(usize, f64),
    ) {
        self.steps += 1;
        let [first, second] = MEMORY;
        let [unbiased, unbiased_square] = MEMORY.map(|memory| 1.0 - memory.powi(self.steps));
        let moments = self.means.iter_mut().zip(&mut self.squares);
        for (place, (slope, (mean, square))) in slopes.zip(moments).enumerate() {
            *mean = first * *mean + (1.0 - first) * slope;
            *square = second * *square + (1.0 - second) * slope * slope;
            let deviation = (*square / unbiased_square).sqrt();
            lower(place, size * (*mean / unbiased) / (deviation + LEAST));
        }
    }
}
