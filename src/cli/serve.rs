//! `reviver serve`: the board in the browser.

use std::io::{Write, stdout};
use std::net::{AddrParseError, IpAddr, Ipv6Addr};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use tokio::sync::Notify;

use super::args::SearchResources;
use super::interrupt::on_first_signal;
use super::{Error, note};
use crate::questions::SearchCaps;
use crate::serve::{Config, PORT, Server};

/// The longest search that a page can ask for.
const SEARCH_TIME: Duration = Duration::from_secs(600);

/// The most nodes that a page can ask for.
const SEARCH_NODES: u64 = 1_000_000_000;

/// The most lines of analysis that a page can ask for: enough for every turn of a position.
const MULTIPV: usize = 2000;

/// Open a board in the browser: play, analyse, learn, solve puzzles, watch
///
/// The program prints the address of the board, and serves it until Ctrl-C. No network is needed.
/// Only this machine can reach the board, and only with the key in the address. With --listen,
/// other machines can reach the board too. The connection is plain HTTP: anybody who can read the
/// traffic of the network can read everything, the key included.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:\n  \
    reviver serve --open\n  \
    reviver serve --event my-tournament\n  \
    reviver serve --listen 192.168.1.5        for a phone in the same network\n  \
    reviver serve --listen 0.0.0.0 --host board.example")]
pub(super) struct Args {
    /// The port
    #[arg(long, value_name = "PORT", default_value_t = PORT)]
    port: u16,
    /// The address of this machine at which other machines can reach the board; 0.0.0.0 means all
    /// its IPv4 addresses, and :: all its addresses
    #[arg(long, value_name = "ADDRESS", value_parser = address)]
    listen: Option<IpAddr>,
    /// A name by which browsers reach the board; repeat the option for several
    #[arg(long, value_name = "NAME", value_parser = host)]
    host: Vec<String>,
    /// Open the board in the browser
    #[arg(long)]
    open: bool,
    /// Let the board watch the tournament in this folder
    #[arg(long, value_name = "FOLDER")]
    event: Option<PathBuf>,
    #[command(flatten)]
    resources: SearchResources,
}

impl Args {
    /// Serves until Ctrl-C.
    pub(super) fn run(self) -> Result<(), Error> {
        if let Some(folder) = self.event.as_ref().filter(|folder| !folder.is_dir()) {
            return Err(Error::Usage(format!(
                "--event: {} is not a folder",
                folder.display()
            )));
        }
        let server =
            Server::bind(self.config()).map_err(|error| Error::Failed(error.to_string()))?;
        let mut out = stdout();
        writeln!(out, "Open the board: {}", server.address())?;
        if self.listen.is_some_and(|address| address.is_loopback())
            && let Some(address) = server.outside_address()
        {
            if address != server.address() {
                writeln!(out, "Also: {address}")?;
            }
        } else if self.listen.is_some() {
            note::note(
                "Other machines can reach the board. Plain HTTP can be overheard, so use --listen only \
                 in networks that you trust.",
            );
            match server.outside_address() {
                Some(address) => writeln!(out, "From other machines: {address}")?,
                None => note::note(
                    "On other machines, replace 127.0.0.1 in the link by the address of this \
                     machine.",
                ),
            }
        }
        writeln!(out, "Ctrl-C ends the program.")?;
        out.flush()?;
        if self.open
            && let Err(error) = open::that_detached(server.address())
        {
            note::note(&format!("No browser could be opened: {error}"));
        }
        let stop = stop_signal();
        server
            .run(async move { stop.notified().await })
            .map_err(|error| Error::Failed(error.to_string()))
    }

    fn config(&self) -> Config {
        let threads = self.resources.threads();
        let cores = available_parallelism().map_or(1, usize::from);
        Config {
            port: self.port,
            listen: self.listen,
            hosts: self.host.clone(),
            event: self.event.clone(),
            searches: (cores / threads).max(1),
            caps: SearchCaps {
                time: Some(SEARCH_TIME),
                nodes: Some(SEARCH_NODES),
                multipv: MULTIPV,
                hash: self.resources.hash(),
                threads,
            },
        }
    }
}

/// An address. `::ffff:127.0.0.1`, an IPv4 address in the form of IPv6, is `127.0.0.1`.
fn address(text: &str) -> Result<IpAddr, AddrParseError> {
    text.parse().map(|address: IpAddr| address.to_canonical())
}

/// A name that can stand before the port in the header `Host`. An IPv6 address is written in its
/// shortest form, as browsers do.
fn host(text: &str) -> Result<String, &'static str> {
    let inner = text
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    if let Some(address) = inner.and_then(|inner| inner.parse::<Ipv6Addr>().ok()) {
        return Ok(match (address.to_ipv4_mapped(), address.segments()) {
            (Some(_), [.., high, low]) => format!("[::ffff:{high:x}:{low:x}]"),
            _ => format!("[{address}]"),
        });
    }
    let is_letter = |one: char| one.is_ascii_alphanumeric() || "-._".contains(one);
    let is_name = !text.is_empty() && text.chars().all(is_letter);
    is_name
        .then(|| text.to_owned())
        .ok_or("expected a name without http:// and without a port, such as board.example")
}

/// A notification that the first Ctrl-C sends. A later Ctrl-C ends the program at once.
fn stop_signal() -> Arc<Notify> {
    let stop = Arc::new(Notify::new());
    let notified = Arc::clone(&stop);
    on_first_signal(move || notified.notify_one());
    stop
}
