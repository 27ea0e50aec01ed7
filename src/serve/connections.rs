//! Connections: accepting them, timeouts, and a shutdown within half a second.

use std::io;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Extension;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};
use tokio::time::timeout;

/// How long a connection may be idle or take to send the headers of a request.
const HEADER_TIMEOUT: Duration = Duration::from_secs(30);

/// How long open responses may go on after the server is told to stop.
const GRACE: Duration = Duration::from_millis(500);

/// The maximum number of connections at a time. Further connections wait until one ends.
const CONNECTIONS: usize = 512;

/// How long the server waits before it accepts again after an error.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// The two ends of a connection.
#[derive(Clone, Copy, Debug)]
pub(super) struct Connection {
    /// The address of the client.
    pub(super) client: IpAddr,
    /// The address of this machine to which the client connected.
    pub(super) local: IpAddr,
}

/// A connection that was accepted.
struct Accepted {
    stream: TcpStream,
    connection: Connection,
    place: OwnedSemaphorePermit,
}

/// Serves all listeners until `stopped` is done.
pub(super) async fn serve(
    listeners: Vec<std::net::TcpListener>,
    app: Router,
    stopped: impl Future<Output = ()>,
) -> io::Result<()> {
    let (sender, mut accepted) = mpsc::channel(1);
    let places = Arc::new(Semaphore::new(CONNECTIONS));
    for listener in listeners {
        let listener = TcpListener::from_std(listener)?;
        tokio::spawn(accept(listener, Arc::clone(&places), sender.clone()));
    }
    let graceful = GracefulShutdown::new();
    tokio::pin!(stopped);
    loop {
        let Accepted {
            stream,
            connection,
            place,
        } = tokio::select! {
            () = &mut stopped => break,
            Some(accepted) = accepted.recv() => accepted,
        };
        let service = TowerToHyperService::new(app.clone().layer(Extension(connection)));
        let answering = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADER_TIMEOUT)
            .serve_connection(TokioIo::new(stream), service);
        let answering = graceful.watch(answering);
        tokio::spawn(async move {
            // A broken connection needs no handling here.
            let _ = answering.await;
            drop(place);
        });
    }
    // The stream of an analysis can go on for hours, so responses still open after `GRACE` are cut.
    let _ = timeout(GRACE, graceful.shutdown()).await;
    Ok(())
}

async fn accept(listener: TcpListener, places: Arc<Semaphore>, sender: mpsc::Sender<Accepted>) {
    loop {
        let Ok(place) = Arc::clone(&places).acquire_owned().await else {
            return;
        };
        let arrived = listener.accept().await.and_then(|(stream, client)| {
            stream.set_nodelay(true)?;
            let connection = Connection {
                client: client.ip().to_canonical(),
                local: stream.local_addr()?.ip().to_canonical(),
            };
            Ok((stream, connection))
        });
        match arrived {
            Ok((stream, connection)) => {
                let accepted = Accepted {
                    stream,
                    connection,
                    place,
                };
                if sender.send(accepted).await.is_err() {
                    return;
                }
            }
            // The program may have no file descriptor left. Try again after a pause.
            Err(_) => tokio::time::sleep(ACCEPT_PAUSE).await,
        }
    }
}
