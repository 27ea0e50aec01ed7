//! The files of the page, embedded in the program.

use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::analysis::page_files;
use crate::diagram::Drawing;
use crate::report::page_file;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";
const RECORDS: &str = "text/plain; charset=utf-8";

/// The comment in `index.html` that is replaced by the definitions of the pieces.
const PIECES: &str = "<!--PIECES-->";

const INDEX: &str = include_str!("page/index.html");

/// Makes the list of files: the name, the media type and the text of each.
macro_rules! files {
    ($($name:literal: $kind:expr,)+) => {
        &[$(($name, $kind, include_str!(concat!("page/", $name)))),+]
    };
}

const FILES: &[(&str, &str, &str)] = files! {
    "style.css": CSS,
    "icon.svg": SVG,
    "analyse.js": JAVASCRIPT,
    "api.js": JAVASCRIPT,
    "app.js": JAVASCRIPT,
    "autoplay.js": JAVASCRIPT,
    "board.js": JAVASCRIPT,
    "clocks.js": JAVASCRIPT,
    "column.js": JAVASCRIPT,
    "command.js": JAVASCRIPT,
    "dom.js": JAVASCRIPT,
    "drag.js": JAVASCRIPT,
    "editor.js": JAVASCRIPT,
    "entry.js": JAVASCRIPT,
    "everyturn.js": JAVASCRIPT,
    "forward.js": JAVASCRIPT,
    "graph.js": JAVASCRIPT,
    "guide.js": JAVASCRIPT,
    "learn.js": JAVASCRIPT,
    "lines.js": JAVASCRIPT,
    "markdown.js": JAVASCRIPT,
    "moves.js": JAVASCRIPT,
    "newgame.js": JAVASCRIPT,
    "pieces.js": JAVASCRIPT,
    "play.js": JAVASCRIPT,
    "playmenu.js": JAVASCRIPT,
    "pocket.js": JAVASCRIPT,
    "puzzles.js": JAVASCRIPT,
    "question.js": JAVASCRIPT,
    "records.js": JAVASCRIPT,
    "review.js": JAVASCRIPT,
    "samples.pgn": RECORDS,
    "settings.js": JAVASCRIPT,
    "sound.js": JAVASCRIPT,
    "store.js": JAVASCRIPT,
    "strip.js": JAVASCRIPT,
    "table.js": JAVASCRIPT,
    "tree.js": JAVASCRIPT,
    "watch.js": JAVASCRIPT,
    "words.js": JAVASCRIPT,
};

/// A page of HTML.
pub(super) fn page(text: String) -> Response {
    ([(header::CONTENT_TYPE, HTML)], text).into_response()
}

/// `index.html` with the definitions of the pieces.
pub(super) fn index() -> Response {
    page(INDEX.replace(PIECES, &Drawing::definitions().to_string()))
}

/// Separators with the spaces around them, and without.
const SPACED: [(&str, &str); 8] = [
    (": ", ":"),
    ("; ", ";"),
    (", ", ","),
    (" {", "{"),
    ("{ ", "{"),
    (" }", "}"),
    (" = ", "="),
    (" => ", "=>"),
];

/// A file as it is sent: without indentation. In scripts and style sheets, lines that hold only a
/// comment become empty, and other lines lose the spaces around separators, unless they hold a text, a
/// pattern or a second comment. Each line keeps its number, for the messages of the browser.
fn sent(kind: &str, text: &str) -> String {
    let mut sent = String::with_capacity(text.len());
    for line in text.lines() {
        let line = line.trim_start();
        match kind {
            JAVASCRIPT if line.starts_with("//") => {}
            CSS if line.starts_with("/*") && line.ends_with("*/") => {}
            JAVASCRIPT | CSS if !line.contains(['"', '\'', '`', '/']) => {
                let close = |text: String, (from, to): &(&str, &str)| text.replace(from, to);
                sent.push_str(&SPACED.iter().fold(line.to_owned(), close));
            }
            _ => sent.push_str(line),
        }
        sent.push('\n');
    }
    sent
}

/// A file of a page, by its name.
pub(super) fn file(name: &str) -> Option<Response> {
    let of_pages = page_files().into_iter().chain([page_file()]);
    for (address, kind, text) in of_pages {
        if address.strip_prefix('/') == Some(name) {
            return Some(([(header::CONTENT_TYPE, kind)], text).into_response());
        }
    }
    let (_, kind, text) = FILES.iter().find(|(known, ..)| *known == name)?;
    Some(([(header::CONTENT_TYPE, *kind)], sent(kind, text)).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page must load fast over a slow connection.
    #[test]
    fn the_page_is_below_200_kib() {
        let files = FILES.iter().map(|(_, kind, text)| sent(kind, text).len());
        let index = INDEX.replace(PIECES, &Drawing::definitions().to_string());
        let size = files.sum::<usize>() + index.len();
        assert!(size < 200 << 10, "{size}");
    }

    /// A text of several lines would lose its indentation.
    #[test]
    fn no_text_of_a_script_has_several_lines() {
        // The patterns in this script have single backquotes.
        let others = FILES.iter().filter(|(name, ..)| *name != "markdown.js");
        for (name, kind, text) in others {
            for (number, line) in (1..).zip(text.lines()).filter(|_| *kind == JAVASCRIPT) {
                let quotes = line.matches('`').count();
                assert!(
                    quotes % 2 == 0 && !line.contains("/*"),
                    "{name}:{number}: {line}"
                );
            }
        }
        assert_eq!(sent(JAVASCRIPT, "// a\n  b; // c\n"), "\nb; // c\n");
        assert_eq!(sent(CSS, "/* a */\nb { c: d; }\n"), "\nb{c:d;}\n");
        assert_eq!(sent(JAVASCRIPT, "a = \", \";\n"), "a = \", \";\n");
    }

    #[test]
    fn every_file_of_the_folder_is_served() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/serve/page");
        for entry in std::fs::read_dir(folder).expect("the folder of the page") {
            let name = entry.expect("a file").file_name();
            let name = name.to_str().expect("a name in UTF-8");
            assert!(name == "index.html" || file(name).is_some(), "{name}");
        }
        assert!(INDEX.contains(PIECES));
    }
}
