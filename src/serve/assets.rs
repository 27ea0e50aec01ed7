//! The files of the page, embedded in the program.

use axum::http::header;
use axum::response::{IntoResponse, Response};

use crate::analysis::page_files;
use crate::diagram::Drawing;
use crate::games::{self, Game};
use crate::packed;
use crate::report::page_file;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JAVASCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";
const RECORDS: &str = "text/plain; charset=utf-8";

/// The folder of the page.
const FOLDER: &str = "src/serve/page/";

/// The HTML file in this folder.
const INDEX: &str = "index.html";

/// The name under which the sample games are served.
const SAMPLES: &str = "samples.pgn";

/// The comment in `index.html` that is replaced by the definitions of the pieces.
const PIECES: &str = "<!--PIECES-->";

/// The text of a file in the folder.
fn text(name: &str) -> Option<&'static str> {
    packed::text(&format!("{FOLDER}{name}"))
}

/// The media type of a file that the page loads, by the extension.
fn media_type(name: &str) -> Option<&'static str> {
    let (_, ending) = name.rsplit_once('.')?;
    Some(match ending {
        "css" => CSS,
        "js" => JAVASCRIPT,
        "svg" => SVG,
        _ => return None,
    })
}

/// A page of HTML.
pub(super) fn page(text: String) -> Response {
    ([(header::CONTENT_TYPE, HTML)], text).into_response()
}

/// `index.html` with the definitions of the pieces.
pub(super) fn index() -> Response {
    page(index_text())
}

fn index_text() -> String {
    let pieces = Drawing::definitions().to_string();
    text(INDEX).unwrap_or_default().replace(PIECES, &pieces)
}

/// The sample records of the built-in games, recommended games first.
fn samples() -> String {
    let mut games = games::built_in();
    games.sort_by_key(|game| !game.about().recommended);
    let records = games.into_iter().map(Game::sample_record);
    records.collect::<Vec<_>>().join("\n")
}

/// The file with this name. The page of the board, of a review or of an event's report loads it.
pub(super) fn file(name: &str) -> Option<Response> {
    let of_pages = page_files().into_iter().chain([page_file()]);
    for (address, kind, text) in of_pages {
        if address.strip_prefix('/') == Some(name) {
            return Some(([(header::CONTENT_TYPE, kind)], text).into_response());
        }
    }
    if name == SAMPLES {
        return Some(([(header::CONTENT_TYPE, RECORDS)], samples()).into_response());
    }
    let kind = media_type(name)?;
    Some(([(header::CONTENT_TYPE, kind)], text(name)?).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The name of each file that the page loads.
    fn files() -> Vec<String> {
        let folder = format!("{}/{FOLDER}", env!("CARGO_MANIFEST_DIR"));
        let names = std::fs::read_dir(folder).expect("the folder of the page");
        let names = names.map(|entry| entry.expect("a file").file_name());
        let names = names.map(|name| name.into_string().expect("a name in UTF-8"));
        names.filter(|name| name != INDEX).collect()
    }

    #[test]
    fn every_file_that_the_page_loads_is_served_and_no_other() {
        for name in files() {
            assert!(file(&name).is_some(), "{name}");
        }
        assert!(file(SAMPLES).is_some());
        for name in [
            INDEX,
            "",
            "../mod.rs",
            "../../games/unplay/game.toml",
            "app",
        ] {
            assert!(file(name).is_none(), "{name}");
        }
        assert!(text(INDEX).is_some_and(|text| text.contains(PIECES)));
    }
}
