//! A page of HTML: tables, figures, escaped text.

use std::fmt::{Display, Write};

use super::pictures;

/// The style sheet.
pub(super) const STYLE: &str = "\
body{font:16px/1.5 system-ui,sans-serif;color:#282828;background:#f4f4f1;max-width:66rem;margin:2rem auto;padding:0 1rem}
h1{line-height:1.2}h2{margin-top:2.5rem}
table{border-collapse:collapse;background:#fff;margin:.5rem 0}
th,td{padding:.25rem .7rem;border-bottom:1px solid #ddd;text-align:right;white-space:nowrap}
.text{text-align:left;white-space:normal;overflow-wrap:anywhere;min-width:9rem}
th{border-bottom:2px solid #888}
.wrap{overflow-x:auto}
figure{margin:1rem 0;background:#fff;border:1px solid #ddd;padding:.5rem}
figure svg{width:100%;height:auto;display:block}
figcaption{padding:.25rem .5rem;color:#555}
.name{white-space:nowrap}
.key{display:inline-block;width:.8em;height:.8em;margin:0 .3em 0 1em;border-radius:.2em}
footer{margin-top:3rem;color:#666;font-size:.9em;overflow-wrap:anywhere}";

/// A page under construction.
#[derive(Default)]
pub(super) struct Page {
    pub(super) text: String,
}

/// Text with the special characters of HTML escaped.
pub(super) fn escaped(text: impl Display) -> String {
    let mut escaped = String::new();
    for letter in text.to_string().chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            _ => escaped.push(letter),
        }
    }
    escaped
}

impl Page {
    /// Adds a line.
    pub(super) fn add(&mut self, text: impl Display) {
        let _ = writeln!(self.text, "{text}");
    }

    /// Adds a table.
    pub(super) fn table(
        &mut self,
        id: &str,
        head: &[&str],
        rows: impl IntoIterator<Item = Vec<String>>,
    ) {
        let rows: Vec<Vec<String>> = rows.into_iter().collect();
        // Words are aligned left, numbers right.
        let words: Vec<bool> = rows.first().map_or_else(Vec::new, |row| {
            let word = |cell: &String| cell.starts_with(|letter: char| letter.is_alphabetic());
            row.iter().map(word).collect()
        });
        let line = |tag: &str, cells: &[String]| -> String {
            let cells = cells.iter().enumerate().map(|(column, cell)| {
                let word = words.get(column).copied().unwrap_or(false);
                let class = if word { " class=\"text\"" } else { "" };
                format!("<{tag}{class}>{}</{tag}>", escaped(cell))
            });
            format!("<tr>{}</tr>", cells.collect::<String>())
        };
        self.add(format_args!("<div class=\"wrap\"><table id=\"{id}\">"));
        let head: Vec<String> = head.iter().map(|&word| word.to_owned()).collect();
        self.add(line("th", &head));
        for row in &rows {
            self.add(line("td", row));
        }
        self.add("</table></div>");
    }

    /// Adds a picture with its caption and a key of names and colours.
    pub(super) fn figure(&mut self, id: &str, svg: &str, caption: &str, key: &[(String, usize)]) {
        let key: String = key
            .iter()
            .map(|(name, index)| {
                let color = pictures::color(*index);
                format!(
                    "<span class=\"name\"><span class=\"key\" style=\"background:rgb({},{},{})\"></span>{}</span> ",
                    color.0,
                    color.1,
                    color.2,
                    escaped(name)
                )
            })
            .collect();
        self.add(format_args!(
            "<figure id=\"{id}\">{svg}<figcaption>{}{key}</figcaption></figure>",
            escaped(caption)
        ));
    }
}
