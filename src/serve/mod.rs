//! The board in the browser: a small web server that sends the page and answers its questions.
//!
//! * `config`, `shared`: the configuration, and the state that all requests share
//! * `connections`: accepting connections, timeouts, and the shutdown
//! * `guard`, `token`: access control
//! * `limits`: how many requests and searches may run at a time
//! * `routes`: the handler of each address; questions are answered by
//!   [`questions`](crate::questions)
//! * `answers`: request bodies and refusals
//! * `searches`, `mailbox`: questions that take long; each answer is a stream of server-sent events
//! * `event`: the standings of a tournament, even while it is played
//! * `pages`: the report of that tournament, and the reviews of its games
//! * `assets`: the files of the page
//!
//! The server keeps no game: each question about a game carries the whole game. Nothing here
//! depends on the rules of a game. A request can name only files that the program contains.

mod answers;
mod assets;
mod config;
mod connections;
mod event;
mod guard;
mod limits;
mod mailbox;
mod pages;
mod routes;
mod searches;
mod shared;
mod token;

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, UdpSocket};

use socket2::{Domain, Socket, Type};
use thiserror::Error;

pub use config::{Config, PORT};

use guard::Hosts;
use token::Token;

/// Why the board cannot be served.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The port is taken.
    #[error("{0} is taken by another program; choose another port with --port")]
    Taken(SocketAddr),
    /// The server cannot listen.
    #[error("cannot listen on {address}: {source}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        source: io::Error,
    },
    /// The system cannot provide a thread, a socket or random bytes.
    #[error("the server cannot run: {0}")]
    System(#[from] io::Error),
}

/// The number of threads that reviews of an event's games leave free for quick questions. Reviews
/// use at most [`Config::searches`] other threads.
const QUICK_THREADS: usize = 2;

/// A server that listens but does not answer yet.
#[derive(Debug)]
pub struct Server {
    config: Config,
    listeners: Vec<TcpListener>,
    token: Token,
    port: u16,
}

impl Server {
    /// Listens on the loopback addresses, and on [`Config::listen`].
    ///
    /// # Errors
    ///
    /// If the server cannot listen on an address, or if the system has no random bytes for the
    /// token. On `::1`, only a taken port is an error, because the machine may have no IPv6.
    pub fn bind(config: Config) -> Result<Self, ServeError> {
        let mut listeners = Vec::new();
        let mut port = config.port;
        let (v4, v6) = (Ipv4Addr::LOCALHOST.into(), Ipv6Addr::LOCALHOST.into());
        let outside = config
            .listen
            .filter(|&address| ![v4, v6].contains(&address));
        if let Some(address) = outside {
            let listener = listen(SocketAddr::new(address, port))?;
            port = listener.local_addr()?.port();
            listeners.push(listener);
        }
        // `0.0.0.0` includes the IPv4 loopback address. `::` includes both loopback addresses.
        let covers = |address: IpAddr| {
            outside.is_some_and(|outside| {
                outside.is_unspecified() && (outside.is_ipv6() || address.is_ipv4())
            })
        };
        if !covers(v4) {
            let listener = listen(SocketAddr::new(v4, port))?;
            port = listener.local_addr()?.port();
            listeners.push(listener);
        }
        if !covers(v6) {
            match listen(SocketAddr::new(v6, port)) {
                Ok(listener) => listeners.push(listener),
                // The system chose a port that is free for IPv4 only. Ask for another one.
                Err(ServeError::Taken(_)) if config.port == 0 => return Self::bind(config),
                Err(error @ ServeError::Taken(_)) => return Err(error),
                // The machine may have no IPv6.
                Err(_) => {}
            }
        }
        Ok(Self {
            config,
            listeners,
            token: Token::random()?,
            port,
        })
    }

    /// The address to open, with the token.
    #[must_use]
    pub fn address(&self) -> String {
        format!("http://127.0.0.1:{}/?key={}", self.port, self.token)
    }

    /// The address at [`Config::listen`], with the token. For `0.0.0.0` and `::`, this is the
    /// address of this machine in its network. `None` if [`Config::listen`] is `None`, or if the
    /// address in the network is not found.
    #[must_use]
    pub fn outside_address(&self) -> Option<String> {
        let address = self.config.listen?;
        let address = if address.is_unspecified() {
            own_address()?
        } else {
            address
        };
        let host = SocketAddr::new(address, self.port);
        Some(format!("http://{host}/?key={}", self.token))
    }

    /// Answers requests until `stopped` is done. Responses that are still open half a second later
    /// are cut.
    ///
    /// # Errors
    ///
    /// If the system cannot provide a thread or a socket.
    pub fn run(self, stopped: impl Future<Output = ()>) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .max_blocking_threads(self.config.searches + QUICK_THREADS)
            .build()?;
        runtime.block_on(async {
            let hosts = Hosts::new(self.port, self.config.listen, &self.config.hosts);
            let app = routes::app(&self.config, self.token, hosts);
            connections::serve(self.listeners, app, stopped).await
        })?;
        // This drops the streams of server-sent events, and so stops the searches.
        runtime.shutdown_background();
        Ok(())
    }
}

fn listen(address: SocketAddr) -> Result<TcpListener, ServeError> {
    listener(address).map_err(|source| match source.kind() {
        io::ErrorKind::AddrInUse => ServeError::Taken(address),
        _ => ServeError::Listen { address, source },
    })
}

/// The maximum number of connections that wait to be accepted.
const BACKLOG: i32 = 128;

/// A listener. On `::` it also accepts connections over IPv4, on every system.
fn listener(address: SocketAddr) -> io::Result<TcpListener> {
    let socket = Socket::new(Domain::for_address(address), Type::STREAM, None)?;
    if address.is_ipv6() && address.ip().is_unspecified() {
        socket.set_only_v6(false)?;
    }
    // On Unix, this option lets a restarted server use its port at once. On Windows, it would let
    // another program use the port at the same time.
    #[cfg(unix)]
    socket.set_reuse_address(true)?;
    socket.bind(&address.into())?;
    socket.listen(BACKLOG)?;
    socket.set_nonblocking(true)?;
    Ok(socket.into())
}

/// The address of this machine in its network: the source address of its packets to other networks.
/// Sends no packet.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}
