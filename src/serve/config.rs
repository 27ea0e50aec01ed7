//! What is served, where and to whom.

use std::net::IpAddr;
use std::path::PathBuf;

use crate::questions::SearchCaps;

/// The port by default.
pub const PORT: u16 = 7392;

/// What is served, where and to whom.
#[derive(Clone, Debug)]
pub struct Config {
    /// The port; 0 for a free one.
    pub port: u16,
    /// An address besides those of this machine.
    pub listen: Option<IpAddr>,
    /// Names besides `localhost` by which browsers may reach the server.
    pub hosts: Vec<String>,
    /// The folder of a tournament that pages may watch.
    pub event: Option<PathBuf>,
    /// The number of searches at a time.
    pub searches: usize,
    /// What each search may cost.
    pub caps: SearchCaps,
}
