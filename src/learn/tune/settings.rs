//! The settings of a fit.

/// How the weights are fitted.
#[derive(Clone, Copy, Debug)]
pub struct TuneSettings {
    /// The maximum number of passes over all positions.
    pub epochs: usize,
    /// The number of positions in a batch.
    pub batch: usize,
    /// The learning rate of the first pass, in centipawns. It decays exponentially, to a tenth of
    /// this value after all passes.
    pub learning_rate: f64,
    /// The share of the search score in the training target, from 0 to 1. The game result has the
    /// rest. For siblings (the successors of one position), the target is the search score alone.
    pub blend: f64,
    /// The weight of the loss on groups of siblings. The loss on single positions has the weight 1.
    pub order: f64,
    /// The L2 penalty for a weight that has changed by 100 centipawns. It keeps the weights of rare
    /// features close to their first values.
    pub l2_penalty: f64,
    /// The random seed for shuffling the positions and the groups of siblings before each pass.
    pub seed: u64,
}

impl Default for TuneSettings {
    fn default() -> Self {
        Self {
            epochs: 40,
            batch: 4096,
            learning_rate: 2.0,
            blend: 0.75,
            order: 1.0,
            l2_penalty: 2e-5,
            seed: 0,
        }
    }
}
