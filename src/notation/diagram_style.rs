//! What a text diagram looks like: letters or chess symbols, colours, and its spacing.

use anstyle::{Ansi256Color, Color as TerminalColor, Style};

use crate::board::{Color, Piece, Role};

/// The look of a text diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DiagramStyle {
    /// How pieces are written.
    pub pieces: PieceSet,
    /// Whether the squares have colours.
    pub shading: Shading,
    /// The spacing of the diagram.
    pub layout: Layout,
}

/// How pieces are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PieceSet {
    /// As letters: capital letters are White, small letters Black.
    #[default]
    Letters,
    /// As chess symbols of Unicode.
    Symbols,
}

/// Whether the squares have colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Shading {
    /// Text without colours.
    #[default]
    None,
    /// Light and dark squares. In a terminal with the standard 256 colours, every character has a
    /// WCAG 2 contrast of at least 4.5 : 1 to its square.
    Colors,
}

/// The spacing of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Layout {
    /// With empty lines between the board and the reserves.
    #[default]
    Spacious,
    /// Without empty lines.
    Compact,
}

/// The colour of a square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum SquareKind {
    Light,
    Dark,
    /// A square of the latest turn.
    Marked,
}

// Terminal themes may change colours 0 to 21, so diagrams use only colours 22 to 255.
const LIGHT: Ansi256Color = Ansi256Color(230);
const DARK: Ansi256Color = Ansi256Color(180);
const MARKED: Ansi256Color = Ansi256Color(114);
const WHITE_LETTER: Ansi256Color = Ansi256Color(55);
/// White's symbols are outlines, which need a darker colour than letters.
const WHITE_SYMBOL: Ansi256Color = Ansi256Color(54);
const BLACK_PIECE: Ansi256Color = Ansi256Color(232);

impl DiagramStyle {
    /// The character that stands for a piece.
    #[must_use]
    pub fn character(self, piece: Piece) -> char {
        if self.pieces == PieceSet::Letters {
            return piece.char();
        }
        let (white, black) = match piece.role {
            Role::King => ('♔', '♚'),
            Role::Queen => ('♕', '♛'),
            Role::Rook => ('♖', '♜'),
            Role::Bishop => ('♗', '♝'),
            Role::Knight => ('♘', '♞'),
            Role::Pawn => ('♙', '♟'),
        };
        piece.color.fold_wb(white, black)
    }

    /// The character that stands for an empty square.
    pub(super) fn empty_square(self) -> char {
        match self.shading {
            Shading::None => '.',
            Shading::Colors => ' ',
        }
    }

    /// The style of a character on a square. `piece` is the piece on the square, if any.
    pub(super) fn on(self, square: SquareKind, piece: Option<Piece>) -> Style {
        let background = match square {
            SquareKind::Light => LIGHT,
            SquareKind::Dark => DARK,
            SquareKind::Marked => MARKED,
        };
        self.colors(piece.map_or(Color::Black, |piece| piece.color), background)
    }

    /// The style of the pieces in a reserve.
    #[must_use]
    pub fn reserve_style(self, color: Color) -> Style {
        self.colors(color, LIGHT)
    }

    fn colors(self, color: Color, background: Ansi256Color) -> Style {
        let white = match self.pieces {
            PieceSet::Letters => WHITE_LETTER,
            PieceSet::Symbols => WHITE_SYMBOL,
        };
        match self.shading {
            Shading::None => Style::new(),
            Shading::Colors => Style::new()
                .fg_color(Some(TerminalColor::Ansi256(
                    color.fold_wb(white, BLACK_PIECE),
                )))
                .bg_color(Some(TerminalColor::Ansi256(background)))
                .bold(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Red, green and blue, from 0 to 1, of a terminal colour from 16 to 255. Colours 16 to 231 are
    /// the combinations of six levels of red, green and blue. Colours 232 to 255 are grey.
    fn channels(color: Ansi256Color) -> [f64; 3] {
        if let Some(grey) = color.0.checked_sub(232) {
            return [f64::from(8 + 10 * grey) / 255.0; 3];
        }
        let index = usize::from(color.0) - 16;
        let level = |index: usize| f64::from([0_u8, 95, 135, 175, 215, 255][index % 6]) / 255.0;
        [level(index / 36), level(index / 6), level(index)]
    }

    /// The relative luminance of WCAG 2.
    fn luminance(color: Ansi256Color) -> f64 {
        let linear = channels(color).map(|channel| match channel {
            low if low <= 0.04045 => low / 12.92,
            high => ((high + 0.055) / 1.055).powf(2.4),
        });
        0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    fn contrast(one: Ansi256Color, other: Ansi256Color) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn every_character_has_a_contrast_of_at_least_4_5_on_every_square() {
        let channel = |color: Option<TerminalColor>| match color {
            Some(TerminalColor::Ansi256(color)) => color,
            _ => panic!("{color:?}"),
        };
        for pieces in [PieceSet::Letters, PieceSet::Symbols] {
            let style = DiagramStyle {
                pieces,
                shading: Shading::Colors,
                ..DiagramStyle::default()
            };
            let squares = [SquareKind::Light, SquareKind::Dark, SquareKind::Marked];
            let styles = Color::ALL.into_iter().flat_map(|color| {
                let piece = Role::Queen.of(color);
                let on_squares = squares.map(|square| style.on(square, Some(piece)));
                on_squares.into_iter().chain([style.reserve_style(color)])
            });
            for style in styles {
                let foreground = channel(style.get_fg_color());
                let background = channel(style.get_bg_color());
                let contrast = contrast(background, foreground);
                assert!(
                    contrast >= 4.5,
                    "{foreground:?} on {background:?}: {contrast:.2}"
                );
            }
        }
        assert!(
            contrast(LIGHT, DARK) > 1.5,
            "light and dark squares must differ"
        );
    }
}
