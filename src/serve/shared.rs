//! What the answers share.

use std::path::Path;
use std::sync::Arc;

use super::config::Config;
use super::limits::Usage;
use crate::questions::SearchCaps;

/// What the answers share.
#[derive(Clone, Debug)]
pub(super) struct Shared {
    /// What each search may cost.
    pub(super) caps: SearchCaps,
    /// What is under way.
    pub(super) usage: Usage,
    /// The folder of the event that pages may watch.
    pub(super) event: Option<Arc<Path>>,
}

impl Shared {
    pub(super) fn new(config: &Config) -> Self {
        Self {
            caps: config.caps,
            usage: Usage::new(config.searches),
            event: config.event.as_deref().map(Arc::from),
        }
    }
}
