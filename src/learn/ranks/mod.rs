//! How well an evaluation ranks siblings. Siblings are the successors of one position, here of a
//! position near the leaves of a search tree.
//!
//! A search chooses between siblings. An evaluation may predict well who wins and still rank
//! siblings badly. Then the engine may play badly. The measurement has three steps:
//!
//! 1. The engine plays games against itself. After some of its searches, a position near the leaves
//!    of the search tree is taken (module `game`).
//! 2. A deeper search scores each successor of the position. This score is its label (`siblings`).
//! 3. Each tested evaluation scores the successors too. Its scores are compared with the labels
//!    (`figures`, `report`) by the rank correlation, and by the loss of its first choice: the best
//!    label minus the label of the successor that the evaluation ranks first.

mod evaluators;
mod figures;
mod game;
mod plan;
mod report;
mod siblings;

pub use evaluators::NamedEvaluator;
pub use plan::RankPlan;
pub use report::{EvaluatorReport, Phase, PhaseReport, RankReport, ReportSettings};
pub use siblings::SiblingScores;
