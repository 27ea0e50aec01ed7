//! Text within SVG and HTML.

use std::fmt;

/// Text escaped for use between tags and in quoted attributes of SVG and HTML. Control characters
/// become spaces.
pub fn escaped(text: &str) -> impl fmt::Display {
    fmt::from_fn(move |f| {
        for letter in text.chars() {
            match letter {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                letter if letter.is_control() => f.write_str(" ")?,
                letter => fmt::Write::write_char(f, letter)?,
            }
        }
        Ok(())
    })
}
