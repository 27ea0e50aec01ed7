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

/// Separators in scripts and style sheets. The first text of each pair is replaced by the second.
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

/// More pairs, for scripts only: style sheets need some of these spaces.
const SPACED_IN_SCRIPTS: [(&str, &str); 15] = [
    (" && ", "&&"),
    (" || ", "||"),
    (" === ", "==="),
    (" !== ", "!=="),
    (" ?? ", "??"),
    (" ? ", "?"),
    (" : ", ":"),
    (" (", "("),
    (" + ", "+"),
    (" > ", ">"),
    (" < ", "<"),
    (" * ", "*"),
    (" += ", "+="),
    (" >= ", ">="),
    (" <= ", "<="),
];

/// A script needs no space after a closing bracket. These pairs are replaced last: if `) ` came
/// before ` && `, the space after `&&` would stay in `f() && b`.
const BRACKETS_IN_SCRIPTS: [(&str, &str); 3] = [("} ", "}"), (") ", ")"), ("] ", "]")];

/// More pairs, for style sheets only. `;}` loses its semicolon, because the last one of a block is
/// not needed.
const SPACED_IN_STYLES: [(&str, &str); 2] = [(" > ", ">"), (";}", "}")];

/// A piece of code without the spaces around separators.
fn without_spaces(kind: &str, code: &str) -> String {
    let close = |text: String, (from, to): &(&str, &str)| text.replace(from, to);
    let (first, last): (&[_], &[_]) = match kind {
        JAVASCRIPT => (&SPACED_IN_SCRIPTS, &BRACKETS_IN_SCRIPTS),
        _ => (&[], &SPACED_IN_STYLES),
    };
    let pairs = first.iter().chain(&SPACED).chain(last);
    pairs.fold(code.to_owned(), close)
}

/// A part of a line without the spaces around separators. Text in double quotes keeps its spaces.
/// The whole part stays as it is if it has an odd number of double quotes, or if it may hold a
/// string in other quotes, a regular expression or a comment.
fn part_without_spaces(kind: &str, part: &str) -> String {
    // Every second piece stands between quotes.
    let pieces: Vec<_> = part.split('"').collect();
    let mut codes = pieces.iter().step_by(2);
    let is_open = pieces.len() % 2 == 0;
    if is_open || part.contains('\\') || codes.any(|code| code.contains(['\'', '/'])) {
        return part.to_owned();
    }
    let pieces = pieces.iter().enumerate().map(|(at, piece)| match at % 2 {
        0 => without_spaces(kind, piece),
        _ => (*piece).to_owned(),
    });
    pieces.collect::<Vec<_>>().join("\"")
}

/// A line without the spaces around separators. Everything from the first backquote to the last one
/// stays as it is.
fn line_without_spaces(kind: &str, line: &str) -> String {
    let Some((before, rest)) = line.split_once('`') else {
        return part_without_spaces(kind, line);
    };
    let Some((templates, after)) = rest.rsplit_once('`') else {
        return line.to_owned();
    };
    let [before, after] = [before, after].map(|part| part_without_spaces(kind, part));
    format!("{before}`{templates}`{after}")
}

/// A file as it is sent: without indentation. In scripts and style sheets, a line that holds only a
/// comment becomes empty, and other lines lose the spaces around separators. Each line keeps its
/// number, for the browser's messages.
fn sent(kind: &str, text: &str) -> String {
    let mut sent = String::with_capacity(text.len());
    for line in text.lines() {
        let line = line.trim_start();
        match kind {
            JAVASCRIPT if line.starts_with("//") => {}
            CSS if line.starts_with("/*") && line.ends_with("*/") => {}
            JAVASCRIPT | CSS => sent.push_str(&line_without_spaces(kind, line)),
            _ => sent.push_str(line),
        }
        sent.push('\n');
    }
    sent
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
    Some(([(header::CONTENT_TYPE, kind)], sent(kind, text(name)?)).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The name, the media type and the text of each file that the page loads.
    fn files() -> Vec<(String, &'static str, &'static str)> {
        let folder = format!("{}/{FOLDER}", env!("CARGO_MANIFEST_DIR"));
        let names = std::fs::read_dir(folder).expect("the folder of the page");
        let names = names.map(|entry| entry.expect("a file").file_name());
        let names = names.map(|name| name.into_string().expect("a name in UTF-8"));
        let loaded = names.filter(|name| name != INDEX);
        loaded
            .map(|name| {
                let kind = media_type(&name).unwrap_or_else(|| panic!("{name}: no media type"));
                let text = text(&name).unwrap_or_else(|| panic!("{name}: not in the program"));
                (name, kind, text)
            })
            .collect()
    }

    /// The page must load fast over a slow connection.
    #[test]
    fn the_page_is_below_204_kib() {
        let files = files();
        let files = files.iter().map(|(_, kind, text)| sent(kind, text).len());
        let size = files.sum::<usize>() + index_text().len() + samples().len();
        assert!(size < 204 << 10, "{size}");
    }

    /// [`sent`] would damage a string or comment of several lines: it removes indentation, and each
    /// line that begins with `//`.
    #[test]
    fn no_string_or_comment_of_a_script_has_several_lines() {
        // Some lines of `markdown.js` have an odd number of backquotes, because it parses Markdown.
        let checked = files()
            .into_iter()
            .filter(|(name, ..)| name != "markdown.js");
        for (name, kind, text) in checked {
            for (number, line) in (1..).zip(text.lines()).filter(|_| kind == JAVASCRIPT) {
                let quotes = line.matches('`').count();
                assert!(
                    quotes % 2 == 0 && !line.contains("/*"),
                    "{name}:{number}: {line}"
                );
            }
        }
    }

    #[test]
    fn comments_and_spaces_outside_strings_are_removed() {
        assert_eq!(sent(JAVASCRIPT, "// a\n  b; // c\n"), "\nb; // c\n");
        assert_eq!(sent(CSS, "/* a */\nb > c { d: e; }\n"), "\nb>c{d:e}\n");
        assert_eq!(sent(JAVASCRIPT, "a = \", \";\n"), "a=\", \";\n");
        assert_eq!(sent(JAVASCRIPT, "if (a && b) c;\n"), "if(a&&b)c;\n");
        assert_eq!(
            sent(JAVASCRIPT, "} else a[0] = \") b\";\n"),
            "}else a[0]=\") b\";\n"
        );
        assert_eq!(sent(JAVASCRIPT, "a += b + 1 < c;\n"), "a+=b+1<c;\n");
        assert_eq!(sent(CSS, "@media (a) and (b) {\n"), "@media (a) and (b){\n");
        assert_eq!(sent(JAVASCRIPT, "a = /, /;\n"), "a = /, /;\n");
        assert_eq!(sent(JAVASCRIPT, "a(b, \"/, \");\n"), "a(b,\"/, \");\n");
        assert_eq!(sent(JAVASCRIPT, "a(b, ', ');\n"), "a(b, ', ');\n");
        assert_eq!(
            sent(JAVASCRIPT, "a(b, `, ${c, d}, ${e}`, f);\n"),
            "a(b,`, ${c, d}, ${e}`,f);\n"
        );
        assert_eq!(
            sent(JAVASCRIPT, "a(\", `\", \"`, \");\n"),
            "a(\", `\", \"`, \");\n"
        );
    }

    #[test]
    fn every_file_of_the_folder_is_served_and_no_other() {
        for (name, ..) in files() {
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
