//! What Ssehc asks of a position that is read: that play can have led to it.

use super::Ssehc;
use crate::rules::{Refusal, validate};

impl Ssehc {
    /// Refuses a position that cannot have arisen.
    pub(super) fn check_arisen(&self) -> Result<(), Refusal> {
        validate::reverse(&self.setup)
    }
}
