//! The configuration of the server.

use std::net::IpAddr;
use std::path::PathBuf;

use crate::questions::SearchCaps;

/// The default port.
pub const PORT: u16 = 7392;

/// The configuration of the server.
#[derive(Clone, Debug)]
pub struct Config {
    /// The port; 0 for a free one.
    pub port: u16,
    /// An address to listen on besides the loopback addresses.
    pub listen: Option<IpAddr>,
    /// Host names besides `localhost` by which browsers may reach the server.
    pub hosts: Vec<String>,
    /// The folder of a tournament whose results and games the server shows.
    pub event: Option<PathBuf>,
    /// The maximum number of searches at a time.
    pub searches: usize,
    /// The resources that each search may use.
    pub caps: SearchCaps,
}
