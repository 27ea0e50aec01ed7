//! The letters and digits of a drawing as SVG paths. So a drawing needs no font, and looks the same
//! everywhere.

use std::fmt;

/// The SVG path of a letter in a box of 10 by 14; `None` if no drawing uses the letter.
fn glyph_path(letter: char) -> Option<&'static str> {
    Some(match letter {
        'a' => "M8 6V14M8 9C7 5 2 5.5 2 10C2 14.5 7 15 8 11",
        'b' => "M2 1V14M2 9C3 5 8 5.5 8 10C8 14.5 3 15 2 11",
        'c' => "M7.8 7.7C6 5 2 5.7 2 10C2 14.3 6 15 7.8 12.3",
        'd' => "M8 1V14M8 9C7 5 2 5.5 2 10C2 14.5 7 15 8 11",
        'e' => "M2 9.8H8C8 4.7 2 4.7 2 10C2 14.7 6.5 15 7.8 12.3",
        'f' => "M7.5 1.8C5 0.7 4 2 4 4.5V14M1.8 6.2H7",
        'g' => "M8 6V14.5C8 18.5 3.5 18.5 2.3 16.8M8 9C7 5 2 5.5 2 10C2 14.5 7 15 8 11",
        'h' => "M2 1V14M2 9C3.5 5 8 5.2 8 9V14",
        '0' => "M5 1.5C1 1.5 1 14 5 14C9 14 9 1.5 5 1.5Z",
        '1' => "M2.5 4L5.5 1.5V14",
        '2' => "M2 4.5C2 0.5 8 0.5 8 4.5C8 8 2 10.5 2 14H8.2",
        '3' => {
            "M2 2.8C4 0.5 8 1.2 8 4.2C8 6.5 6 7.2 4.5 7.2C6.5 7.2 8.3 8.2 8.3 10.6C8.3 14.5 3.5 15 1.8 12.5"
        }
        '4' => "M6.5 14V1.5L1.5 10.2H8.5",
        '5' => "M7.8 1.5H3L2.4 7C5 5.5 8.3 6.8 8.3 10.2C8.3 14.3 3.6 15 1.8 12.5",
        '6' => "M7.3 1.5C4 2.7 2 6 2 10C2 15.2 8.3 15.2 8.3 10.2C8.3 6 3 5.8 2.1 9.6",
        '7' => "M1.8 1.5H8.2C6 5 4.5 9 4.2 14",
        '8' => {
            "M5 7.2C1.3 6.2 1.6 1.5 5 1.5C8.4 1.5 8.7 6.2 5 7.2C0.8 8.2 1 14 5 14C9 14 9.2 8.2 5 7.2"
        }
        '!' => "M5 1.5V9.5M5 13.5V14",
        _ => return None,
    })
}

/// The width of a letter, including the gap after it, in the units of its box.
const ADVANCE: f64 = 10.5;

/// Which part of a text is at [`Text::x`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Align {
    /// The left end.
    Left,
    /// The middle.
    Middle,
}

/// A text written with the paths of [`glyph_path`]. A letter without a path leaves a gap.
pub(super) struct Text<'a> {
    pub(super) text: &'a str,
    /// The left end or the middle, see `align`.
    pub(super) x: f64,
    /// The top.
    pub(super) y: f64,
    /// The height of a digit, in the units of the drawing.
    pub(super) height: f64,
    /// The colour in SVG.
    pub(super) color: &'a str,
    pub(super) align: Align,
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scale = self.height / 14.0;
        let width = self.text.chars().count() as f64 * ADVANCE * scale;
        let left = match self.align {
            Align::Left => self.x,
            Align::Middle => self.x - width / 2.0,
        };
        write!(
            f,
            "<g class=\"text\" transform=\"translate({left:.1} {:.1}) scale({scale:.3})\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.9\" stroke-linecap=\"round\" stroke-linejoin=\"round\">",
            self.y, self.color
        )?;
        for (index, letter) in self.text.chars().enumerate() {
            let Some(path) = glyph_path(letter) else {
                continue;
            };
            let at = index as f64 * ADVANCE;
            if index == 0 {
                write!(f, "<path d=\"{path}\"/>")?;
            } else {
                write!(f, "<path transform=\"translate({at} 0)\" d=\"{path}\"/>")?;
            }
        }
        f.write_str("</g>")
    }
}
