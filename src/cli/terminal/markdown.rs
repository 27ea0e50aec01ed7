//! Turns the Markdown of rules and lessons into text for a terminal.

use anstyle::Style;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use super::text::paragraph;

/// The width of a text that is not broken into lines.
const UNBROKEN: usize = usize::MAX;
/// The least width of the last column of a table, in characters. If there is less room, the last
/// column goes below the others.
const NARROWEST: usize = 24;

/// How Markdown is shown.
pub(in crate::cli) struct Renderer<'a> {
    /// The width of the text, in columns of the terminal; `None` for lines of any length.
    pub(in crate::cli) width: Option<usize>,
    /// Whether text may be bold. If so, code is bold. If not, code stands in backquotes.
    pub(in crate::cli) has_bold: bool,
    /// Draws the board of a position. The drawing replaces a block of code whose opening fence is
    /// followed by `board POSITION`. If the drawing is `None`, the block stays.
    pub(in crate::cli) board: &'a dyn Fn(&str) -> Option<String>,
}

impl Renderer<'_> {
    /// The Markdown as text for a terminal.
    pub(in crate::cli) fn render(&self, markdown: &str) -> String {
        let mut page = Page {
            renderer: self,
            out: String::new(),
            inline: String::new(),
            items: Vec::new(),
            lists: Vec::new(),
            table: Vec::new(),
            code: None,
        };
        for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
            page.take(event);
        }
        page.out.trim_end().to_owned()
    }

    fn width(&self) -> usize {
        self.width.unwrap_or(UNBROKEN)
    }

    fn bold(&self) -> Style {
        if self.has_bold {
            Style::new().bold()
        } else {
            Style::new()
        }
    }
}

/// An item of a list.
struct Item {
    /// Its bullet or number.
    marker: String,
    /// Whether the marker is written already.
    is_begun: bool,
}

/// A text while it is rendered.
struct Page<'a> {
    renderer: &'a Renderer<'a>,
    out: String,
    /// The words of the present paragraph, heading, item or cell.
    inline: String,
    /// The items that contain the present paragraph, the outermost first.
    items: Vec<Item>,
    /// The next number of each open list; `None` for bullets.
    lists: Vec<Option<u64>>,
    /// The rows of the present table.
    table: Vec<Vec<String>>,
    /// The present block of code: the text after its opening fence, and its lines.
    code: Option<(String, String)>,
}

impl Page<'_> {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.open(tag),
            Event::End(tag) => self.close(tag),
            Event::Text(text) => match &mut self.code {
                Some((_, lines)) => lines.push_str(&text),
                None => self.inline.push_str(&text),
            },
            Event::Code(text) if self.renderer.has_bold => {
                let bold = self.renderer.bold();
                self.inline.push_str(&format!("{bold}{text}{bold:#}"));
            }
            Event::Code(text) => self.inline.push_str(&format!("`{text}`")),
            Event::SoftBreak | Event::HardBreak => self.inline.push(' '),
            _ => {}
        }
    }

    fn open(&mut self, tag: Tag<'_>) {
        let bold = self.renderer.bold();
        match tag {
            Tag::Heading { .. } => {
                self.add_empty_line();
                self.inline.push_str(&bold.to_string());
            }
            Tag::Strong => self.inline.push_str(&bold.to_string()),
            Tag::Paragraph if self.items.is_empty() => self.add_empty_line(),
            Tag::List(first) => {
                self.end_paragraph();
                if self.lists.is_empty() {
                    self.add_empty_line();
                }
                self.lists.push(first);
            }
            Tag::Item => {
                let marker = match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}. ", *number - 1)
                    }
                    _ => "- ".to_owned(),
                };
                self.items.push(Item {
                    marker,
                    is_begun: false,
                });
            }
            Tag::CodeBlock(kind) => {
                self.end_paragraph();
                self.add_empty_line();
                let opening = match kind {
                    CodeBlockKind::Fenced(opening) => opening.into_string(),
                    CodeBlockKind::Indented => String::new(),
                };
                self.code = Some((opening, String::new()));
            }
            Tag::Table(_) => self.add_empty_line(),
            Tag::TableHead | Tag::TableRow => self.table.push(Vec::new()),
            _ => {}
        }
    }

    fn close(&mut self, tag: TagEnd) {
        let bold = self.renderer.bold();
        match tag {
            TagEnd::Heading(_) => {
                self.inline.push_str(&format!("{bold:#}"));
                self.end_paragraph();
            }
            TagEnd::Strong => self.inline.push_str(&format!("{bold:#}")),
            TagEnd::Paragraph => self.end_paragraph(),
            TagEnd::Item => {
                self.end_paragraph();
                self.items.pop();
            }
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::CodeBlock => self.end_code(),
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.inline);
                if let Some(row) = self.table.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => self.end_table(),
            _ => {}
        }
    }

    /// Adds an empty line to the text, unless the text is empty or already ends with one.
    fn add_empty_line(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }

    /// Writes the words since the last paragraph. In a list, they are indented.
    fn end_paragraph(&mut self) {
        let words = std::mem::take(&mut self.inline);
        if words.is_empty() {
            return;
        }
        let columns: usize = self.items.iter().map(|item| item.marker.len()).sum();
        let other = " ".repeat(columns);
        let first = match self.items.last_mut() {
            Some(item) if !item.is_begun => {
                item.is_begun = true;
                let indent = " ".repeat(columns - item.marker.len());
                format!("{indent}{}", item.marker)
            }
            _ => other.clone(),
        };
        let lines = paragraph(&words, self.renderer.width(), &first, &other);
        self.out.push_str(&lines);
        self.out.push('\n');
    }

    /// Writes a block of code, or draws its board.
    fn end_code(&mut self) {
        let Some((opening, lines)) = self.code.take() else {
            return;
        };
        let position = opening.strip_prefix("board ");
        match position.and_then(|position| (self.renderer.board)(position)) {
            Some(board) => self.out.push_str(&board),
            None => {
                for line in lines.lines() {
                    self.out.push_str(&format!("    {line}\n"));
                }
            }
        }
    }

    /// Writes a table in columns. The last column is broken into lines, or stands below the others.
    fn end_table(&mut self) {
        let rows = std::mem::take(&mut self.table);
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let Some(last) = columns.checked_sub(1) else {
            return;
        };
        let width_of = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            let widths = cells.map(|cell| textwrap::core::display_width(cell));
            widths.max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..last).map(width_of).collect();
        let before: usize = widths.iter().map(|width| width + 2).sum();
        let width = self.renderer.width();
        for row in &rows {
            let mut head = String::new();
            for (cell, width) in row.iter().zip(&widths) {
                let gap = width.saturating_sub(textwrap::core::display_width(cell)) + 2;
                head.push_str(cell);
                head.push_str(&" ".repeat(gap));
            }
            let meaning = row.get(last).map_or("", String::as_str);
            let text = if width < before + NARROWEST {
                let below = paragraph(meaning, width, "    ", "    ");
                format!("{}\n{below}", head.trim_end())
            } else {
                paragraph(meaning, width, &head, &" ".repeat(before))
            };
            self.out.push_str(text.trim_end());
            self.out.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(PartialEq)]
    enum Colors {
        Shown,
        Hidden,
    }

    fn rendered(markdown: &str, width: Option<usize>, colors: Colors) -> String {
        let renderer = Renderer {
            width,
            has_bold: colors == Colors::Shown,
            board: &|position| Some(format!("[{position}]\n")),
        };
        renderer.render(markdown)
    }

    const TEXT: &str = "# Title\n\nSome **bold** words and `code`,\nin *two* lines.\n\n\
        1. First.\n   - Inner item that goes on.\n2. Second.\n\n## More\n\n\
        ```board 8/8 w\n. .\n```\n\n| a | meaning |\n|---|---|\n| `x` | a cell of a few words |\n";

    #[test]
    fn markdown_becomes_text_that_fits_the_width() {
        let expected = "Title\n\nSome bold words and\n`code`, in two lines.\n\n1. First.\n   - Inner item \
                        that\n     goes on.\n2. Second.\n\nMore\n\n[8/8 w]\n\na\n    meaning\n`x`\n    a \
                        cell of a few\n    words";
        assert_eq!(rendered(TEXT, Some(22), Colors::Hidden), expected);
        let wide = rendered(TEXT, None, Colors::Hidden);
        assert!(
            wide.contains("\na    meaning\n`x`  a cell of a few words"),
            "{wide}"
        );
    }

    #[test]
    fn headings_bold_words_and_code_are_bold_if_colours_are_shown() {
        let text = rendered(TEXT, None, Colors::Shown);
        assert!(text.starts_with("\x1b[1mTitle\x1b[0m\n"), "{text:?}");
        assert!(text.contains("\x1b[1mbold\x1b[0m"), "{text:?}");
        assert!(text.contains("\x1b[1mcode\x1b[0m"), "{text:?}");
    }
}
