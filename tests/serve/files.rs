//! The files of the page over HTTP.

use std::io::{Read, Write};
use std::path::Path;

use crate::server::Server;

/// The bytes of the answer to a client that requests a file and accepts gzip.
fn compressed(server: &Server, path: &str) -> Vec<u8> {
    let request = server.request("GET", path, "");
    let request = request.replace("\r\n\r\n", "\r\nAccept-Encoding: gzip\r\n\r\n");
    let mut connection = server.connect();
    connection.write_all(request.as_bytes()).expect("sent");
    let mut answer = Vec::new();
    connection.read_to_end(&mut answer).expect("an answer");
    answer
}

/// The page must load fast over a slow connection.
#[test]
fn all_files_of_the_page_together_are_compressed_to_less_than_144_kib() {
    let server = Server::start();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/serve/page");
    let names = std::fs::read_dir(folder).expect("the folder of the page");
    let names = names.map(|entry| entry.expect("a file").file_name());
    let names = names.map(|name| name.into_string().expect("a name in UTF-8"));
    let loaded = names.filter(|name| name != "index.html");
    let mut size = 0;
    for name in loaded.chain([String::new(), "samples.pgn".to_owned()]) {
        let answer = compressed(&server, &format!("/{name}"));
        let text = String::from_utf8_lossy(&answer).to_ascii_lowercase();
        assert!(text.starts_with("http/1.1 200"), "{name}: {text}");
        assert!(text.contains("content-encoding: gzip"), "{name}: {text}");
        size += answer.len();
    }
    assert!(size < 144 << 10, "{size} bytes");
}

#[test]
fn a_client_that_does_not_ask_for_compression_gets_the_text() {
    let answer = Server::start().get("/app.js");
    assert_eq!(answer.header("content-encoding"), None);
    assert!(answer.body.contains("import "), "{}", answer.body);
}
