//! A page of HTML: tables, figures, escaped text.

use crate::diagram::escaped;
use std::fmt::{Display, Write};

/// The style sheet.
pub(super) const STYLE: &str = include_str!("style.css");

/// The address of the style sheet when a server sends it.
pub(super) const STYLE_ADDRESS: &str = "/report.css";

/// The style sheet that a served page loads: its address, its MIME type and its text.
#[must_use]
pub const fn page_file() -> (&'static str, &'static str, &'static str) {
    (STYLE_ADDRESS, "text/css; charset=utf-8", STYLE)
}

/// Whether the page is a file or is sent by a server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum PageForm {
    /// A file that contains the style sheet. It is in the folder of its event, so it can link to
    /// the other files there.
    OneFile,
    /// A server sends the page and the style sheet. It sends no file of the event's folder.
    Served,
}

/// A page under construction.
pub(crate) struct Page {
    pub(super) form: PageForm,
    pub(crate) text: String,
}

/// A cell of a table.
pub(crate) enum Cell {
    /// Plain text.
    Text(String),
    /// The path of a file, relative to the folder of the event. It is a link if the page is in that
    /// folder.
    File(String),
    /// The number of a game. It is a link if a server sends the page.
    Game(usize),
}

impl From<String> for Cell {
    fn from(text: String) -> Self {
        Cell::Text(text)
    }
}

/// A table. The cells of the first column are the headings of the rows.
pub(crate) struct Table<'a> {
    pub(crate) id: &'a str,
    /// The indices of the columns that are aligned left. The other columns are aligned right.
    pub(crate) text_columns: &'a [usize],
    pub(crate) caption: &'a str,
    pub(crate) head: &'a [&'a str],
    pub(crate) rows: Vec<Vec<Cell>>,
}

/// A figure: pictures with a caption. `key` says what each colour means.
pub(crate) struct Figure<'a> {
    pub(crate) id: &'a str,
    pub(crate) pictures: Vec<String>,
    pub(crate) caption: &'a str,
    pub(crate) key: &'a [String],
}

/// Rows of plain text.
pub(crate) fn text_rows(rows: impl IntoIterator<Item = Vec<String>>) -> Vec<Vec<Cell>> {
    let cells = |row: Vec<String>| row.into_iter().map(Cell::Text).collect();
    rows.into_iter().map(cells).collect()
}

impl Cell {
    fn html(&self, form: PageForm) -> String {
        match (self, form) {
            (Cell::File(name), PageForm::OneFile) if !name.is_empty() => link(name, name),
            (Cell::Text(text) | Cell::File(text), _) => escaped(text).to_string(),
            (Cell::Game(number), PageForm::OneFile) => number.to_string(),
            (Cell::Game(number), PageForm::Served) => {
                format!("<a href=\"/event/games/{number}\">{number}</a>")
            }
        }
    }
}

/// A link to a file in the folder of the event.
pub(super) fn link(file: &str, text: &str) -> String {
    format!("<a href=\"{}\">{}</a>", escaped(file), escaped(text))
}

impl Page {
    pub(crate) const fn new(form: PageForm) -> Self {
        Self {
            form,
            text: String::new(),
        }
    }

    /// Begins the page: adds its head, and the title as its heading.
    pub(crate) fn begin(&mut self, title: &str) {
        let title = escaped(title);
        self.add("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">");
        self.add("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">");
        self.add("<meta name=\"color-scheme\" content=\"light dark\">");
        self.add(format_args!("<title>{title}</title>"));
        match self.form {
            PageForm::OneFile => self.add(format_args!("<style>\n{STYLE}</style>")),
            PageForm::Served => self.add(format_args!(
                "<link rel=\"stylesheet\" href=\"{STYLE_ADDRESS}\">"
            )),
        }
        self.add(format_args!("</head>\n<body>\n<main>\n<h1>{title}</h1>"));
    }

    /// Adds a line.
    pub(crate) fn add(&mut self, text: impl Display) {
        let _ = writeln!(self.text, "{text}");
    }

    /// Adds a table.
    pub(crate) fn table(&mut self, table: &Table<'_>) {
        let Table {
            id,
            text_columns,
            caption,
            head,
            rows,
        } = table;
        let class = |column: usize| {
            if text_columns.contains(&column) {
                " class=\"text\""
            } else {
                ""
            }
        };
        self.add(format_args!(
            "<div class=\"wrap\" role=\"region\" tabindex=\"0\" aria-label=\"{}\"><table id=\"{id}\">",
            escaped(caption)
        ));
        self.add(format_args!("<caption>{}</caption>", escaped(caption)));
        let heads = (0..).zip(*head).map(|(column, head)| {
            format!("<th scope=\"col\"{}>{}</th>", class(column), escaped(head))
        });
        self.add(format_args!(
            "<thead><tr>{}</tr></thead><tbody>",
            heads.collect::<String>()
        ));
        for row in rows {
            let cells = (0..).zip(row).map(|(column, cell)| {
                let label = escaped(head.get(column).unwrap_or(&""));
                let text = cell.html(self.form);
                let class = class(column);
                // On a phone, the label stands to the left of the text. The text is one element, so
                // that it stays together.
                if column == 0 {
                    format!(
                        "<th scope=\"row\"{class} data-label=\"{label}\"><span>{text}</span></th>"
                    )
                } else {
                    format!("<td{class} data-label=\"{label}\"><span>{text}</span></td>")
                }
            });
            let cells: String = cells.collect();
            self.add(format_args!("<tr>{cells}</tr>"));
        }
        self.add("</tbody></table></div>");
    }

    /// Adds a figure. Its key lists the colours in the order of the palette.
    pub(crate) fn figure(&mut self, figure: &Figure<'_>) {
        let Figure {
            id,
            pictures,
            caption,
            key,
        } = figure;
        let names = key.iter().enumerate().map(|(index, name)| {
            format!(
                "<li><span class=\"key {}\"></span>{}</li>",
                super::pictures::color_class(index),
                escaped(name)
            )
        });
        let names: String = names.collect();
        let key = if names.is_empty() {
            names
        } else {
            format!("<ul class=\"keys\">{names}</ul>")
        };
        self.add(format_args!(
            "<figure id=\"{id}\">{}<figcaption>{}{key}</figcaption></figure>",
            pictures.concat(),
            escaped(caption)
        ));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_begins_with_a_digit_is_the_heading_of_its_row() {
        let mut page = Page::new(PageForm::OneFile);
        page.table(&Table {
            id: "conduct",
            text_columns: &[0],
            caption: "How the engines followed the protocol",
            head: &["engine", "turns"],
            rows: text_rows([vec!["9eng".to_owned(), "12".to_owned()]]),
        });
        for cell in [
            "<th scope=\"row\" class=\"text\" data-label=\"engine\"><span>9eng</span></th>",
            "<td data-label=\"turns\"><span>12</span></td>",
        ] {
            assert!(page.text.contains(cell), "{}", page.text);
        }
    }
}
