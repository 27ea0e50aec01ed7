//! Access control. A request must have the right `Host` header and the token of this run. A request
//! under `/api/` (a *question*) must also be a POST of JSON.
//!
//! The check of `Host` keeps out other sites whose name resolves to this machine (DNS rebinding).
//! The program prints an address with the token (`?key=...`). A browser that opens this address
//! gets the token as a cookie.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::{Extension, Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::answers::{read_and_refuse, refuse};
use super::connections::Connection;
use super::token::Token;

/// The values that `Host` may have.
#[derive(Clone, Debug)]
pub(super) struct Hosts {
    port: u16,
    /// Names and addresses in lower case, without port.
    names: Vec<String>,
    /// Whether the server listens on all addresses, as with `0.0.0.0`. Then `Host` may also be the
    /// address to which the client connected.
    any_address: bool,
}

impl Hosts {
    /// `localhost`, the loopback addresses, the address `listen`, and more names.
    pub(super) fn new(port: u16, listen: Option<IpAddr>, more: &[String]) -> Self {
        let own = ["127.0.0.1", "[::1]", "localhost"].map(str::to_owned);
        let names = own
            .into_iter()
            .chain(listen.map(host_text))
            .chain(more.iter().map(|name| name.to_ascii_lowercase()))
            .collect();
        Self {
            port,
            names,
            any_address: listen.is_some_and(|address| address.is_unspecified()),
        }
    }

    /// Whether a `Host` header is valid. `address` is the local address of the connection.
    fn contain(&self, host: &str, address: IpAddr) -> bool {
        let host = host.to_ascii_lowercase();
        let name = match host.strip_suffix(&format!(":{}", self.port)) {
            Some(name) => name,
            // Browsers leave out the default port of the scheme: 80 for HTTP.
            None if self.port == 80 => &host,
            None => return false,
        };
        self.names.iter().any(|known| known == name)
            || (self.any_address && host_text(address) == name)
    }
}

/// An address as it is written in `Host`.
fn host_text(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}

/// What a request must match.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    token: Token,
    hosts: Arc<Hosts>,
    /// The name of the cookie. It contains the port, because browsers share cookies between ports.
    cookie: Arc<str>,
}

impl Guard {
    pub(super) fn new(token: Token, hosts: Hosts) -> Self {
        Self {
            token,
            cookie: format!("reviver-{}", hosts.port).into(),
            hosts: Arc::new(hosts),
        }
    }

    fn knows_host(&self, request: &Request, address: IpAddr) -> bool {
        let mut given = request.headers().get_all(header::HOST).iter();
        let (Some(host), None) = (given.next(), given.next()) else {
            return false;
        };
        let same_target = request
            .uri()
            .authority()
            .is_none_or(|target| target.as_str().as_bytes() == host.as_bytes());
        let known = host
            .to_str()
            .is_ok_and(|host| self.hosts.contain(host, address));
        known && same_target
    }

    fn has_cookie(&self, headers: &HeaderMap) -> bool {
        headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .any(|(name, value)| name == &*self.cookie && self.token.matches(value))
    }

    /// The page [`WELCOME`], with the header that sets the cookie.
    fn welcome(&self) -> Response {
        let Self { cookie, token, .. } = self;
        let mut response = page(StatusCode::OK, WELCOME);
        let cookie = format!("{cookie}={token}; Path=/; HttpOnly; SameSite=Strict");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().insert(header::SET_COOKIE, cookie);
        }
        response
    }
}

/// A page that opens the board at once. An HTTP redirect would fail if the visitor came by a link
/// on another site: the browser would request the board without the `SameSite=Strict` cookie.
const WELCOME: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
<meta http-equiv=\"refresh\" content=\"0; url=/\"><title>Reviver</title></head>\
<body><p><a href=\"/\">Open the board</a></p></body></html>";

/// The page for a browser without the token.
const LOCKED: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
<meta name=\"viewport\" content=\"width=device-width\"><title>Reviver</title></head>\
<body><main><h1>Open the address with the key</h1><p>Reviver was started again, or you opened its address \
without the key. Open the whole address that Reviver printed when it started. The games in this \
browser are still here.</p></main></body></html>";

/// Refuses a request that fails a check. If a browser opens an address with the token, answers with
/// the page that sets the cookie. Passes on every other request.
pub(super) async fn guard(
    State(guard): State<Guard>,
    Extension(connection): Extension<Connection>,
    request: Request,
    next: Next,
) -> Response {
    if !guard.knows_host(&request, connection.local) {
        return refuse(
            StatusCode::FORBIDDEN,
            "the Host header is not a name of this server; open the address that Reviver printed",
        );
    }
    let is_question = request.uri().path().starts_with("/api/");
    let key = request.uri().query().and_then(key_of);
    if let Some(key) = key.filter(|_| request.method() == Method::GET && !is_question) {
        return if guard.token.matches(key) {
            guard.welcome()
        } else {
            page(StatusCode::UNAUTHORIZED, LOCKED)
        };
    }
    if !guard.has_cookie(request.headers()) {
        return if is_question {
            let words = "the key is missing, or Reviver was started again; open the address that it printed";
            read_and_refuse(request, StatusCode::UNAUTHORIZED, words).await
        } else {
            page(StatusCode::UNAUTHORIZED, LOCKED)
        };
    }
    if is_question {
        if request.method() != Method::POST {
            let words = "a question must be sent with POST";
            let status = StatusCode::METHOD_NOT_ALLOWED;
            let mut refusal = read_and_refuse(request, status, words).await;
            let allowed = HeaderValue::from_static("POST");
            refusal.headers_mut().insert(header::ALLOW, allowed);
            return refusal;
        }
        if !is_json(request.headers()) {
            let words = "the content type of a question must be application/json";
            return read_and_refuse(request, StatusCode::UNSUPPORTED_MEDIA_TYPE, words).await;
        }
    }
    next.run(request).await
}

fn key_of(query: &str) -> Option<&str> {
    query.split('&').find_map(|pair| pair.strip_prefix("key="))
}

fn is_json(headers: &HeaderMap) -> bool {
    headers
        .get(header::CONTENT_TYPE)
        .and_then(|value| value.to_str().ok())
        .and_then(|value| value.split(';').next())
        .is_some_and(|kind| kind.trim().eq_ignore_ascii_case("application/json"))
}

fn page(status: StatusCode, text: &'static str) -> Response {
    let kind = [(header::CONTENT_TYPE, "text/html; charset=utf-8")];
    (status, kind, text).into_response()
}
