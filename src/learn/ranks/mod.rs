//! How well an evaluation ranks siblings: the successors of positions near the leaves of searches.
//!
//! A search chooses between siblings. An evaluation may predict well who wins and still rank siblings
//! badly. Then the engine may play badly. The measurement has three steps:
//!
//! 1. The engine plays games against itself. After some of its searches, a position at the frontier
//!    of the search tree is taken (`game`).
//! 2. A deeper search scores each successor of the position. This score is its label (`siblings`).
//! 3. Each evaluation of the successors is compared with the labels: rank correlation, and what the
//!    first choice of the evaluation loses (`figures`, `report`).

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
