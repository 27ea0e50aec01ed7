//! The pieces, drawn for this program in a square of 100 by 100, and their colours.

use std::fmt;

use crate::board::{Color, ROLES, Role};

/// The colours of the pieces of one side.
struct Colors {
    fill: &'static str,
    outline: &'static str,
    detail: &'static str,
}

const WHITE: Colors = Colors {
    fill: "#fffdf7",
    outline: "#2a2420",
    detail: "#2a2420",
};

const BLACK: Colors = Colors {
    fill: "#463e39",
    outline: "#181310",
    detail: "#f1e8da",
};

/// The SVG paths of a piece. The filled shapes are drawn first, each over the earlier ones. The
/// lines are drawn over all shapes.
struct Shape {
    filled: &'static [&'static str],
    lines: &'static [&'static str],
}

const PAWN: Shape = Shape {
    filled: &[
        "M33 77C41 69 43.5 60 43.5 48H56.5C56.5 60 59 69 67 77Z",
        "M39 46.5H61A3 3 0 0 1 61 53H39A3 3 0 0 1 39 46.5Z",
        "M50 20A13.5 13.5 0 1 1 50 47A13.5 13.5 0 1 1 50 20Z",
        "M31 76H69A5 5 0 0 1 74 81V87H26V81A5 5 0 0 1 31 76Z",
    ],
    lines: &[],
};

const ROOK: Shape = Shape {
    filled: &[
        "M38 41H62L66 77H34Z",
        "M29 18H39V25H45V18H55V25H61V18H71V34L64 42H36L29 34Z",
        "M30 74H70A5 5 0 0 1 75 79V87H25V79A5 5 0 0 1 30 74Z",
    ],
    lines: &["M37 50H63"],
};

const BISHOP: Shape = Shape {
    filled: &[
        "M36 77C41 73 43 68 43 62H57C57 68 59 73 64 77Z",
        "M50 20C64 29 69 41 67 50C66 56 62 60 58 62H42C38 60 34 56 33 50C31 41 36 29 50 20Z",
        "M39 60.5H61A3.2 3.2 0 0 1 61 67H39A3.2 3.2 0 0 1 39 60.5Z",
        "M50 9A6 6 0 1 1 50 21A6 6 0 1 1 50 9Z",
        "M31 76H69A5 5 0 0 1 74 81V87H26V81A5 5 0 0 1 31 76Z",
    ],
    lines: &["M58 31L49 45"],
};

const KNIGHT: Shape = Shape {
    filled: &[
        "M34 77C35 68 48 64 49 53C45 57 40 58 36 61C32 64 29 68 24 66C19 64 18 59 21 54\
         C25 47 27 35 34 27L33 15L43 21C45 20.5 46 20 48 20L51 12L57 22\
         C70 29 75 52 71 77Z",
        "M30 75H71A5 5 0 0 1 76 80V87H25V80A5 5 0 0 1 30 75Z",
    ],
    lines: &[
        "M57 30C65 40 67 54 65.5 69",
        "M38.5 35.5L39.5 37",
        "M25.6 57.5L26.2 58.5",
    ],
};

const QUEEN: Shape = Shape {
    filled: &[
        "M27 64L19 32L34 49L35 23L46.5 46L50 19L53.5 46L65 23L66 49L81 32L73 64Z",
        "M19 23A5 5 0 1 1 19 33A5 5 0 1 1 19 23Z",
        "M35 15A5 5 0 1 1 35 25A5 5 0 1 1 35 15Z",
        "M50 11A5 5 0 1 1 50 21A5 5 0 1 1 50 11Z",
        "M65 15A5 5 0 1 1 65 25A5 5 0 1 1 65 15Z",
        "M81 23A5 5 0 1 1 81 33A5 5 0 1 1 81 23Z",
        "M27 62C40 57 60 57 73 62L70 77H30Z",
        "M30 75H70A5 5 0 0 1 75 80V87H25V80A5 5 0 0 1 30 75Z",
    ],
    lines: &["M31.5 69C42 65 58 65 68.5 69"],
};

const KING: Shape = Shape {
    filled: &[
        "M47 8H53V14H59V20H53V29H47V20H41V14H47Z",
        "M50 60C42 46 43 35 50 27C57 35 58 46 50 60Z",
        "M50 65H29C17 55 16 43 24 37C34 30 46 38 50 54C54 38 66 30 76 37C84 43 83 55 71 65Z",
        "M28 63C40 58.5 60 58.5 72 63L70 77H30Z",
        "M30 75H70A5 5 0 0 1 75 80V87H25V80A5 5 0 0 1 30 75Z",
    ],
    lines: &["M31.5 69.5C42 66 58 66 68.5 69.5"],
};

const fn shape(role: Role) -> Shape {
    match role {
        Role::Pawn => PAWN,
        Role::Rook => ROOK,
        Role::Bishop => BISHOP,
        Role::Knight => KNIGHT,
        Role::Queen => QUEEN,
        Role::King => KING,
    }
}

/// The id of a piece in the SVG: `wK` is the white king.
pub(super) fn name(color: Color, role: Role) -> String {
    format!("{}{}", color.char(), role.upper_char())
}

/// Writes the SVG definitions of the six shapes, and then of the twelve pieces: each shape in the
/// colours of each side.
pub(super) fn define(f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for role in ROLES {
        let Shape { filled, lines } = shape(role);
        write!(
            f,
            "<g id=\"{}\" stroke-width=\"3.2\" stroke-linejoin=\"round\" stroke-linecap=\"round\">",
            role.upper_char()
        )?;
        for path in filled {
            write!(f, "<path d=\"{path}\"/>")?;
        }
        for path in lines {
            write!(
                f,
                "<path d=\"{path}\" fill=\"none\" stroke=\"currentColor\"/>"
            )?;
        }
        f.write_str("</g>")?;
    }
    for color in [Color::White, Color::Black] {
        let colors = color.fold_wb(WHITE, BLACK);
        for role in ROLES {
            write!(
                f,
                "<g id=\"{}\" fill=\"{}\" stroke=\"{}\" color=\"{}\"><use href=\"#{}\"/></g>",
                name(color, role),
                colors.fill,
                colors.outline,
                colors.detail,
                role.upper_char()
            )?;
        }
    }
    Ok(())
}
