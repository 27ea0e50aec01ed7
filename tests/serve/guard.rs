//! Which clients the server answers. A browser must send the secret token as a cookie. The server
//! sets this cookie when the browser opens the printed address, whose parameter `key` is the token.

use std::net::{IpAddr, Ipv4Addr, TcpListener, UdpSocket};
use std::process::Command;

use crate::common::program::PROGRAM;
use crate::server::{Server, answer};

/// The address of this machine in its network; `None` if no such address is found.
fn outside_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback()).then_some(address)
}

/// Says why a test, or a part of it, cannot run on this machine.
fn note_skipped(why: &str) {
    eprintln!("skipped: {why}");
}

fn get(path: &str, host: &str, cookie: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\nConnection: close\r\n\r\n")
}

#[test]
fn only_this_machine_can_connect_by_default() {
    let server = Server::start();
    assert_eq!(server.printed.len(), 1, "{:?}", server.printed);
    if let Some(address) = outside_address() {
        assert!(server.connect_to((address, server.port).into()).is_err());
    } else {
        note_skipped("this machine has no network");
    }
    if let Some(connection) = server.connect_v6() {
        let host = format!("[::1]:{}", server.port);
        let answer = answer(connection, &get("/", &host, &server.cookie()));
        assert_eq!(answer.status, 200);
    }
}

#[test]
fn other_machines_can_connect_if_the_server_listens_on_their_network() {
    let Some(address) = outside_address() else {
        note_skipped("this machine has no network");
        return;
    };
    for listen in [address.to_string(), "0.0.0.0".to_owned()] {
        let server = Server::with(&["--listen", &listen, "--host", "Board.Example"]);
        assert!(server.printed[1].contains(&format!("http://{address}:{}/?key=", server.port)));
        for (host, status) in [
            (format!("{address}:{}", server.port), 200),
            (format!("board.example:{}", server.port), 200),
            (server.host(), 200),
            (format!("evil.example:{}", server.port), 403),
        ] {
            let connection = server.connect_to((address, server.port).into());
            let connection = connection.expect("the server listens");
            let answer = answer(connection, &get("/", &host, &server.cookie()));
            assert_eq!(answer.status, status, "--listen {listen}, Host: {host}");
        }
    }
}

#[test]
fn a_server_on_all_addresses_is_reached_at_both_loopback_addresses() {
    if TcpListener::bind("[::1]:0").is_err() {
        note_skipped("this machine has no IPv6");
        return;
    }
    let server = Server::with(&["--listen", "::"]);
    assert_eq!(server.get("/").status, 200);
    let connection = server.connect_v6().expect("the server listens");
    let host = format!("[::1]:{}", server.port);
    assert_eq!(
        answer(connection, &get("/", &host, &server.cookie())).status,
        200
    );
}

#[test]
fn the_address_127_0_0_1_is_printed_once_if_the_server_listens_on_it() {
    for listen in ["127.0.0.1", "::ffff:127.0.0.1"] {
        let server = Server::with(&["--listen", listen]);
        assert_eq!(server.printed.len(), 1, "{listen}: {:?}", server.printed);
    }
}

#[test]
fn the_option_host_is_refused_if_its_value_cannot_stand_before_the_port_in_the_header_host() {
    for host in [
        "board.example:7551",
        "http://board.example",
        "a b",
        "",
        "::1",
        "[x]",
    ] {
        let output = Command::new(PROGRAM)
            .args(["serve", "--listen", "192.0.2.2", "--host", host])
            .output()
            .expect("the program starts");
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{host}: {error}");
        assert!(
            error.contains("without a port, such as board.example"),
            "{host}: {error}"
        );
    }
    let server = Server::with(&["--host", "[FD00:0:0::5]", "--host", "my_board-2.example"]);
    assert_eq!(server.get("/").status, 200);
}

/// On Linux the whole of 127.0.0.0/8 is this machine.
#[cfg(target_os = "linux")]
#[test]
fn the_server_listens_on_another_loopback_address() {
    let server = Server::with(&["--listen", "127.0.0.2"]);
    let address = format!("127.0.0.2:{}", server.port);
    assert!(server.printed[1].contains(&format!("http://{address}/?key=")));
    let connection = server.connect_to(([127, 0, 0, 2], server.port).into());
    let connection = connection.expect("the server listens");
    let request = get("/", &address, &server.cookie());
    assert_eq!(answer(connection, &request).status, 200);
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn a_foreign_host_is_refused_on_every_route() {
    let server = Server::start();
    let port = server.port;
    let valid = [
        format!("127.0.0.1:{port}"),
        format!("LocalHost:{port}"),
        format!("[::1]:{port}"),
    ];
    let invalid = [
        format!("evil.example:{port}"),
        format!("127.0.0.1.evil.example:{port}"),
        format!("127.0.0.1:{}", port ^ 1),
        "127.0.0.1".to_owned(),
        "localhost".to_owned(),
        format!("0.0.0.0:{port}"),
        String::new(),
    ];
    for path in [
        "/",
        "/style.css",
        "/nothing",
        "/api/games",
        &format!("/?key={}", server.key()),
    ] {
        for host in &invalid {
            let answer = server.raw(&get(path, host, &server.cookie()));
            assert_eq!(answer.status, 403, "{path}, Host: {host}");
            assert_eq!(answer.header("set-cookie"), None);
        }
        for host in &valid {
            let answer = server.raw(&get(path, host, &server.cookie()));
            assert_ne!(answer.status, 403, "{path}, Host: {host}");
        }
    }
    let two_hosts = format!(
        "GET / HTTP/1.1\r\nHost: {0}\r\nHost: {0}\r\nCookie: {1}\r\nConnection: close\r\n\r\n",
        server.host(),
        server.cookie()
    );
    assert!([400, 403].contains(&server.raw(&two_hosts).status));
    let no_host = format!("GET / HTTP/1.0\r\nCookie: {}\r\n\r\n", server.cookie());
    assert_eq!(server.raw(&no_host).status, 403);
    let other_target = get("http://evil.example/", &server.host(), &server.cookie());
    assert_eq!(server.raw(&other_target).status, 403);
}

#[test]
fn a_busy_port_is_an_error() {
    let server = Server::start();
    let port = server.port.to_string();
    let run = crate::common::program::run(&["serve", "--port", &port]);
    assert_eq!(run.code, Some(1));
    assert!(run.stderr.contains("--port"), "{}", run.stderr);
}

#[test]
fn the_token_of_the_address_becomes_a_cookie() {
    let server = Server::start();
    assert_eq!(server.key().len(), 32);
    let welcome = server.raw(&get(
        &format!("/?key={}", server.key()),
        &server.host(),
        "a=b",
    ));
    assert_eq!(welcome.status, 200);
    assert!(welcome.body.contains("url=/"), "{}", welcome.body);
    let cookie = welcome.header("set-cookie").expect("a cookie");
    assert!(
        cookie.starts_with(&format!("{};", server.cookie())),
        "{cookie}"
    );
    for part in ["httponly", "samesite=strict", "path=/"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    // A second browser can use the same address.
    let again = server.raw(&get(&format!("/?key={}", server.key()), &server.host(), ""));
    assert!(again.header("set-cookie").is_some());
    assert_eq!(server.get("/").status, 200);
}

#[test]
fn nothing_is_answered_without_the_token() {
    let server = Server::start();
    let other_start = Server::start();
    let key = server.key();
    let wrong_cookies = [
        String::new(),
        format!("reviver-{}={}", server.port, other_start.key()),
        format!("reviver-{}={}", other_start.port, key),
        format!("reviver-{}={}", server.port, &key[1..]),
        format!("reviver-{}={}0", server.port, key),
        format!("reviver-{}=", server.port),
    ];
    for cookie in wrong_cookies {
        for path in ["/", "/style.css", "/app.js", "/api/games", "/nothing"] {
            let answer = server.raw(&get(path, &server.host(), &cookie));
            assert_eq!(answer.status, 401, "{path}, {cookie}");
        }
        let question = format!(
            "POST /api/games HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\nContent-Type: \
             application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{{}}",
            server.host()
        );
        let answer = server.raw(&question);
        assert_eq!(answer.status, 401);
        assert!(answer.json()["error"].is_string());
    }
    let wrong_key = format!("/?key={}", other_start.key());
    let locked = server.raw(&get(&wrong_key, &server.host(), ""));
    assert_eq!(locked.status, 401);
    assert_eq!(locked.header("set-cookie"), None);
    assert!(locked.body.contains("Open the address with the key"));
    // The server finds its cookie among others.
    let several = format!("a=b; {}; c=d", server.cookie());
    assert_eq!(server.raw(&get("/", &server.host(), &several)).status, 200);
}

#[test]
fn a_question_must_be_a_post_of_json() {
    let server = Server::start();
    let refused = server.get("/api/games");
    assert_eq!(
        (refused.status, refused.header("allow")),
        (405, Some("post"))
    );
    for (kind, status) in [
        ("application/json", 200),
        ("application/json; charset=utf-8", 200),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("multipart/form-data; boundary=a", 415),
        ("application/jsonp", 415),
        ("", 415),
    ] {
        let request = format!(
            "POST /api/games HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\nContent-Type: {kind}\r\n\
             Content-Length: 2\r\nConnection: close\r\n\r\n{{}}",
            server.host(),
            server.cookie()
        );
        assert_eq!(server.raw(&request).status, status, "'{kind}'");
    }
}

#[test]
fn pages_of_other_sites_cannot_ask() {
    let server = Server::start();
    let post_with = |headers: &str| {
        let request = format!(
            "POST /api/games HTTP/1.1\r\nHost: {}\r\nCookie: {}\r\n{headers}Content-Type: \
             application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{{}}",
            server.host(),
            server.cookie()
        );
        server.raw(&request)
    };
    let own = format!(
        "Origin: http://{}\r\nSec-Fetch-Site: same-origin\r\n",
        server.host()
    );
    assert_eq!(post_with(&own).status, 200);
    for foreign in [
        "Sec-Fetch-Site: cross-site\r\nOrigin: http://evil.example\r\n".to_owned(),
        "Sec-Fetch-Site: same-site\r\nOrigin: http://127.0.0.1:1\r\n".to_owned(),
        "Origin: http://evil.example\r\n".to_owned(),
        "Origin: null\r\n".to_owned(),
    ] {
        let answer = post_with(&foreign);
        assert_eq!(answer.status, 403, "{foreign}");
        assert_eq!(answer.header("access-control-allow-origin"), None);
    }
    let preflight = format!(
        "OPTIONS /api/games HTTP/1.1\r\nHost: {}\r\nOrigin: http://evil.example\r\n\
         Access-Control-Request-Method: POST\r\nConnection: close\r\n\r\n",
        server.host()
    );
    let answer = server.raw(&preflight);
    assert!(answer.status >= 400);
    assert!(!answer.head.contains("access-control"), "{}", answer.head);
}

#[test]
fn every_answer_has_the_headers_that_isolate_the_page_from_other_sites() {
    let server = Server::start();
    let policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                  connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";
    let foreign = get("/", "evil.example", "");
    let locked = get("/", &server.host(), "");
    let welcome = get(&format!("/?key={}", server.key()), &server.host(), "");
    let stream = server.request("POST", "/api/analyse", "{\"game\":\"ssehc\",\"nodes\":10}");
    let answers = [
        server.get("/"),
        server.get("/style.css"),
        server.get("/app.js"),
        server.get("/nothing"),
        server.get("/a/b"),
        server.post("games", ""),
        server.post("nothing", ""),
        server.post("state", "nonsense"),
        server.raw(&foreign),
        server.raw(&locked),
        server.raw(&welcome),
        server.raw(&stream),
    ];
    for answer in answers {
        for (name, value) in [
            ("content-security-policy", policy),
            ("x-content-type-options", "nosniff"),
            ("referrer-policy", "no-referrer"),
            ("cross-origin-resource-policy", "same-origin"),
            ("cross-origin-opener-policy", "same-origin"),
            ("cache-control", "no-store"),
        ] {
            assert_eq!(answer.header(name), Some(value), "{}", answer.head);
        }
        assert!(!answer.head.contains("access-control"), "{}", answer.head);
    }
}

#[test]
fn no_path_leads_to_a_file_outside_the_page() {
    let server = Server::start();
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/etc/passwd",
        "/style.css/../../Cargo.toml",
        "/style.css%00",
        "/C:\\Windows",
    ] {
        let status = server.get(path).status;
        assert!([400, 404].contains(&status), "{path}: {status}");
    }
    // A question with a path instead of the name of a game is refused.
    for name in ["../ssehc", "/etc/passwd", "ssehc/../../x"] {
        let body = serde_json::json!({ "game": name }).to_string();
        for question in ["rules", "lessons", "puzzles", "state"] {
            assert_eq!(
                server.post(question, &body).status,
                400,
                "{question} {name}"
            );
        }
    }
}
