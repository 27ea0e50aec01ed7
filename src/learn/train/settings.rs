//! The settings of a training.

/// How a network is trained.
#[derive(Clone, Copy, Debug)]
pub struct TrainSettings {
    /// The maximum number of passes over all positions.
    pub epochs: usize,
    /// The number of positions in a batch.
    pub batch: usize,
    /// The learning rate of the first batch. It decays exponentially, to a hundredth of this value
    /// after all passes.
    pub learning_rate: f64,
    /// The share of the search score in the training target, from 0 to 1. The game result has the
    /// rest. Siblings (the successors of one position) have the search score alone as target.
    pub blend: f64,
    /// The weight of the loss on groups of siblings. The loss on single positions has the weight 1.
    pub order: f64,
    /// The random seed for shuffling the positions and the groups of siblings before each pass, and
    /// for the initial numbers of a random network.
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
