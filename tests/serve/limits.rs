//! Limits on the size and number of requests.

use std::io::{ErrorKind, Read, Write};
use std::time::Duration;

use serde_json::json;

use crate::server::{Server, answer};

#[test]
fn a_body_has_at_most_64_kib() {
    let server = Server::start();
    let padded = |size: usize| format!("{{\"game\":\"ssehc\"{}}}", " ".repeat(size - 16));
    assert_eq!(server.post("state", &padded(64 << 10)).status, 200);
    assert_eq!(server.post("state", &padded((64 << 10) + 1)).status, 413);
    let refused = server.post("analyse", &padded(1 << 20));
    assert_eq!(refused.status, 413);
    assert!(refused.json()["error"].to_string().contains("65536 bytes"));
    // A chunked body does not announce its length. The test does not send the last chunk, so the
    // server must refuse the body as soon as it is too long, without waiting for its end.
    let head = format!(
        "POST /api/state HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nContent-Type: application/json\r\n\
         Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n",
        server.host(),
        server.cookie()
    );
    let chunk = format!("10000\r\n{}\r\n", " ".repeat(0x1_0000));
    let chunked = format!("{head}{chunk}{chunk}");
    assert_eq!(server.raw(&chunked).status, 413);
    let malformed = server.raw(&format!("{head}no number\r\n"));
    assert_eq!(malformed.status, 400);
    let error = malformed.json()["error"].to_string();
    assert!(error.contains("cannot be read"), "{error}");
}

#[test]
fn errors_are_explained_and_the_server_goes_on() {
    let server = Server::start();
    for (question, body, words) in [
        ("state", "nonsense", "body of the question"),
        ("state", "[]", "body of the question"),
        ("state", "{}", "game"),
        ("state", "{\"game\":\"tennis\"}", "tennis"),
        (
            "state",
            "{\"game\":\"ssehc\",\"start\":\"8/8\"}",
            "has 6 fields",
        ),
        (
            "state",
            "{\"game\":\"ssehc\",\"turns\":[\"a1a2\"]}",
            "turn 1: a1a2 is not legal: ",
        ),
        ("open", "{\"text\":\"\"}", "no game"),
        ("forward", "{\"game\":\"tennis\"}", "tennis"),
        ("from-pgn", "{\"game\":\"ssehc\"}", "pgn"),
        (
            "check",
            "{\"game\":\"ssehc\",\"fen\":\"x\",\"position\":{}}",
            "two positions",
        ),
    ] {
        let answer = server.post(question, body);
        assert_eq!(answer.status, 400, "{question} {body}");
        let error = answer.json()["error"]
            .as_str()
            .expect("an error")
            .to_owned();
        assert!(error.contains(words), "{question} {body}: {error}");
    }
    assert_eq!(server.post("nothing", "{}").status, 404);
    let long = json!({ "game": "ssehc", "turns": vec!["f3e4"; 6001] }).to_string();
    assert_eq!(server.post("state", &long).status, 400);
    assert_eq!(server.post("games", "").status, 200);
}

#[test]
fn the_refusals_of_all_routes_are_json() {
    let server = Server::start();
    for (request, status) in [
        (server.request("GET", "/%ff", ""), 400),
        (server.request("GET", "/nothing/at/all", ""), 404),
        (server.request("GET", "/event/games/x", ""), 400),
        (server.request("POST", "/", ""), 405),
        (server.request("POST", "/api/%ff", "{}"), 400),
    ] {
        let answer = server.raw(&request);
        assert_eq!(answer.status, status, "{request}");
        assert!(
            answer.json()["error"].is_string(),
            "{request}: {}",
            answer.body
        );
        // Only an answer 405 lists the allowed methods (RFC 9110, section 15.5.6).
        let allowed = (status == 405).then_some("get,head");
        assert_eq!(answer.header("allow"), allowed, "{request}");
    }
}

#[test]
fn a_client_with_too_many_open_requests_is_refused_until_they_end() {
    let server = Server::start();
    // Requests whose bodies never arrive.
    let head = format!(
        "POST /api/state HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nContent-Type: application/json\r\n\
         Content-Length: 100\r\n\r\n",
        server.host(),
        server.cookie()
    );
    let open: Vec<_> = (0..64)
        .map(|_| {
            let mut connection = server.connect();
            connection.write_all(head.as_bytes()).expect("sent");
            connection
        })
        .collect();
    let is_refused = (0..1000).any(|_| server.post("games", "").status == 429);
    assert!(is_refused);
    drop(open);
    let is_answered = (0..1000).any(|_| server.post("games", "").status == 200);
    assert!(is_answered);
}

/// If the key (the token in the cookie) is missing or the content type is wrong, the server reads
/// the body (at most 64 KiB of it) before it refuses the question. If the server closed the
/// connection while the client still writes, the client would not get the reason.
#[test]
fn a_question_without_key_or_of_a_wrong_type_is_read_before_it_is_refused() {
    let server = Server::start();
    let cookie = server.cookie();
    for (cookie, kind, status) in [
        ("none", "application/json", 401),
        (cookie.as_str(), "text/plain", 415),
    ] {
        let mut connection = server.connect();
        let head = format!(
            "POST /api/state HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\nContent-Type: {kind}\r\n\
             Content-Length: 16\r\nConnection: close\r\n\r\n",
            server.host()
        );
        connection.write_all(head.as_bytes()).expect("sent");
        // The server does not answer before the body arrives.
        let wait = Some(Duration::from_millis(300));
        connection.set_read_timeout(wait).expect("a timeout");
        let mut text = Vec::new();
        assert!(connection.read_to_end(&mut text).is_err(), "{text:?}");
        connection.set_read_timeout(None).expect("no timeout");
        let answer = answer(connection, "{\"game\":\"ssehc\"}");
        assert_eq!(answer.status, status);
    }
}

#[test]
fn the_server_stops_waiting_for_a_request_that_stays_incomplete() {
    let server = Server::start();
    let head = format!(
        "POST /api/state HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nContent-Type: application/json\r\n\
         Content-Length: 100\r\nConnection: close\r\n\r\n{{",
        server.host(),
        server.cookie()
    );
    let mut slow_body = server.connect();
    slow_body.write_all(head.as_bytes()).expect("sent");
    let mut slow_head = server.connect();
    slow_head.write_all(b"GET / HTTP/1.1\r\n").expect("sent");
    let mut text = String::new();
    slow_body.read_to_string(&mut text).expect("an end");
    assert!(text.contains(" 408 "), "{text}");
    let mut rest = Vec::new();
    if let Err(error) = slow_head.read_to_end(&mut rest) {
        let still_open = [ErrorKind::WouldBlock, ErrorKind::TimedOut];
        assert!(!still_open.contains(&error.kind()), "{error}");
    }
    assert!(!String::from_utf8_lossy(&rest).contains(" 200 "));
}

#[test]
fn a_question_with_extreme_values_is_answered() {
    let server = Server::start();
    let asked = json!({
        "game": "ssehc", "page": "p", "multipv": 1_000_000, "nodes": 2000, "depth": 1, "movetime": u64::MAX,
        "level": 0, "mode": "play",
        "clock": { "remaining": u64::MAX, "increment": u64::MAX },
    });
    let mut stream = server.stream("analyse", &asked.to_string());
    let mut last = None;
    while let Some(event) = stream.event() {
        last = Some(event);
    }
    let (kind, best) = last.expect("an answer");
    assert_eq!(kind, "best");
    assert!(best["turn"].is_string(), "{best}");
}
