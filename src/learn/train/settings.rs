//! The settings of a training.

/// How a network is trained.
#[derive(Clone, Copy, Debug)]
pub struct TrainSettings {
    /// The maximum number of passes over all positions.
    pub epochs: usize,
    /// The number of positions in a batch.
    pub batch: usize,
    /// The initial learning rate. It decays to a hundredth of that.
    pub learning_rate: f64,
    /// The share of the score of the search in the target; the rest is the result of the game. The target
    /// of siblings off the main line is the score alone.
    pub blend: f64,
    /// How much the loss of the order of siblings counts; the loss of single positions counts 1.
    pub order: f64,
    /// The seed of the order of the positions, and of the initial numbers of a network that starts with
    /// random numbers.
    pub seed: u64,
}

impl Default for TrainSettings {
    fn default() -> Self {
        Self {
            epochs: 20,
            batch: 8192,
            learning_rate: 0.002,
            blend: 0.75,
            order: 1.0,
            seed: 0,
        }
    }
}
