//! The state that all requests share, and [`StopOnDrop`], which stops the search of a request.

use std::path::Path;
use std::sync::Arc;

use super::config::Config;
use super::limits::Usage;
use crate::questions::SearchCaps;
use crate::search::Control;

/// The state that all requests share.
#[derive(Clone, Debug)]
pub(super) struct Shared {
    /// The resources that each search may use.
    pub(super) caps: SearchCaps,
    /// The requests and searches that are open.
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

/// Dropping this guard stops a search, for example when the client closes the connection.
pub(super) struct StopOnDrop(pub(super) Arc<Control>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}
