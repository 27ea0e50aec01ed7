//! Text within SVG and HTML.

use std::fmt::{self, Write};

/// Text escaped for use between tags and in quoted attributes of SVG and HTML. Control characters
/// become spaces.
pub fn escaped(text: impl fmt::Display) -> impl fmt::Display {
    fmt::from_fn(move |f| write!(Escaping(f), "{text}"))
}

/// A writer that escapes text and writes the escaped text to the formatter.
struct Escaping<'a, 'b>(&'a mut fmt::Formatter<'b>);

impl Write for Escaping<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for letter in text.chars() {
            match letter {
                '&' => self.0.write_str("&amp;")?,
                '<' => self.0.write_str("&lt;")?,
                '>' => self.0.write_str("&gt;")?,
                '"' => self.0.write_str("&quot;")?,
                '\'' => self.0.write_str("&#39;")?,
                letter if letter.is_control() => self.0.write_str(" ")?,
                letter => self.0.write_char(letter)?,
            }
        }
        Ok(())
    }
}
