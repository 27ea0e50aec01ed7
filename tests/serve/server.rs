//! A running server, and HTTP requests that the tests write as text.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::common::program::PROGRAM;

/// How long a test waits for an answer. The server normally needs much less.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(120);

/// A server on a free port.
pub(crate) struct Server {
    pub(crate) child: Child,
    /// The printed address. Its parameter `key` is the secret token.
    pub(crate) address: String,
    /// The lines that the server printed before the line "Ctrl-C ends the program."
    pub(crate) printed: Vec<String>,
    pub(crate) port: u16,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    /// The status line and the headers, in lower case.
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Server {
    pub(crate) fn start() -> Self {
        Self::with(&[])
    }

    /// A server with these options.
    pub(crate) fn with(options: &[&str]) -> Self {
        let mut child = Command::new(PROGRAM)
            .args(["serve", "--port", "0", "--hash", "1"])
            .args(options)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let mut printed = Vec::new();
        loop {
            let line = lines.next().expect("more lines").expect("a line");
            if line == "Ctrl-C ends the program." {
                break;
            }
            printed.push(line);
        }
        let address = printed[0]
            .rsplit(' ')
            .next()
            .expect("an address")
            .to_owned();
        let port = address["http://127.0.0.1:".len()..].split('/').next();
        let port = port.and_then(|port| port.parse().ok()).expect("a port");
        Self {
            child,
            address,
            printed,
            port,
        }
    }

    /// The secret token.
    pub(crate) fn key(&self) -> &str {
        self.address.split("key=").nth(1).expect("a key")
    }

    pub(crate) fn cookie(&self) -> String {
        format!("reviver-{}={}", self.port, self.key())
    }

    pub(crate) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    /// A connection to the address 127.0.0.1.
    pub(crate) fn connect(&self) -> TcpStream {
        self.connect_to((Ipv4Addr::LOCALHOST, self.port).into())
            .expect("the server listens")
    }

    pub(crate) fn connect_to(&self, address: SocketAddr) -> std::io::Result<TcpStream> {
        let stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(ANSWER_TIMEOUT))?;
        Ok(stream)
    }

    /// A connection to the IPv6 address `::1`; `None` if the connection fails.
    pub(crate) fn connect_v6(&self) -> Option<TcpStream> {
        self.connect_to((Ipv6Addr::LOCALHOST, self.port).into())
            .ok()
    }

    /// Sends a request unchanged, and reads the answer.
    pub(crate) fn raw(&self, request: &str) -> Answer {
        answer(self.connect(), request)
    }

    /// The text of a request as a browser sends it after it has received the cookie.
    pub(crate) fn request(&self, method: &str, path: &str, body: &str) -> String {
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.host(),
            self.cookie(),
            body.len()
        )
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.raw(&self.request("GET", path, ""))
    }

    pub(crate) fn post(&self, question: &str, body: &str) -> Answer {
        self.raw(&self.request("POST", &format!("/api/{question}"), body))
    }

    /// Asks a question that the server must answer with status 200. Returns the JSON of the answer.
    pub(crate) fn ask(&self, question: &str, body: &str) -> Value {
        let answer = self.post(question, body);
        assert_eq!(answer.status, 200, "{question} {body}: {}", answer.body);
        answer.json()
    }

    /// Asks a question whose answer is a stream of events. The server must answer with status 200.
    pub(crate) fn stream(&self, question: &str, body: &str) -> Stream {
        let mut connection = self.connect();
        let request = self.request("POST", &format!("/api/{question}"), body);
        connection.write_all(request.as_bytes()).expect("sent");
        let mut stream = Stream {
            lines: BufReader::new(connection),
        };
        let status = stream.line();
        assert!(status.contains(" 200 "), "{status}");
        stream
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a request over a connection, and reads the answer to its end.
pub(crate) fn answer(mut connection: TcpStream, request: &str) -> Answer {
    // A server that refuses a request early may close the connection during the write.
    let _ = connection.write_all(request.as_bytes());
    let mut text = Vec::new();
    let _ = connection.read_to_end(&mut text);
    let text = String::from_utf8_lossy(&text).into_owned();
    let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
    let status = head
        .split(' ')
        .nth(1)
        .and_then(|status| status.parse().ok());
    Answer {
        status: status.unwrap_or_else(|| panic!("no answer: {text:?}")),
        head: head.to_ascii_lowercase(),
        body: body.to_owned(),
    }
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// The value of a header, in lower case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let line = self.head.lines().find_map(|line| {
            let (found, value) = line.split_once(": ")?;
            (found == name).then_some(value)
        });
        line.map(str::trim)
    }
}

/// A stream of events.
pub(crate) struct Stream {
    lines: BufReader<TcpStream>,
}

impl Stream {
    fn line(&mut self) -> String {
        let mut line = String::new();
        self.lines.read_line(&mut line).expect("a line");
        line
    }

    /// The next event: its kind and its JSON; `None` at the end.
    pub(crate) fn event(&mut self) -> Option<(String, Value)> {
        let mut kind = None;
        loop {
            let line = self.line();
            if line.is_empty() {
                return None;
            }
            if let Some(word) = line.strip_prefix("event: ") {
                kind = Some(word.trim().to_owned());
            }
            if let Some(data) = line.strip_prefix("data: ") {
                let value = serde_json::from_str(data.trim()).expect("JSON");
                return Some((kind.expect("a kind"), value));
            }
        }
    }
}
