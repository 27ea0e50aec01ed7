//! A line of a file of openings.

use crate::games::Game;

/// The six fields of the position in a line. `None` if the line is empty, is a remark, or begins
/// with the name of another variant.
pub(super) fn position(variant: &'static Game, line: &str) -> Option<String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return None;
    }
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    match first.parse::<&'static Game>() {
        Ok(named) if named == variant => Some(six_fields(rest)),
        Ok(_) => None,
        Err(_) => Some(six_fields(line)),
    }
}

/// The six fields of the position in a line. The last two are the counters: the halfmove clock and
/// the move number.
///
/// * FEN: a digit, `+` or `-` follows the first four fields. Fields 5 and 6 are the counters. The
///   text from a semicolon on is ignored. Wrong counters are kept, so that the reader of the
///   position reports them.
/// * EPD: all lines that are not FEN. The operations `hmvc` and `fmvn` give the counters. Their
///   defaults are 0 and 1.
fn six_fields(line: &str) -> String {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let (position, rest) = fields.split_at(fields.len().min(4));
    let (position, rest) = (position.join(" "), rest.join(" "));
    if rest.starts_with(|first: char| first.is_ascii_digit() || "+-".contains(first)) {
        let (counters, _) = rest.split_once(';').unwrap_or((&rest, ""));
        let counters: Vec<&str> = counters.split_whitespace().take(2).collect();
        return format!("{position} {}", counters.join(" "));
    }
    let operation = |name: &str, default: &str| {
        operations(&rest)
            .find(|(found, _)| *found == name)
            .map_or_else(|| default.to_owned(), |(_, value)| value.trim().to_owned())
    };
    format!(
        "{position} {} {}",
        operation("hmvc", "0"),
        operation("fmvn", "1")
    )
}

/// The names and values of EPD operations. A semicolon between double quotes belongs to a value.
fn operations(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut is_quoted = false;
    let operations = text.split(move |sign| {
        is_quoted ^= sign == '"';
        sign == ';' && !is_quoted
    });
    operations.filter_map(|operation| operation.trim().split_once(' '))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    fn game(name: &str) -> &'static Game {
        games::find(name).expect("a game")
    }

    #[test]
    fn epd_and_fen_give_the_same_position() {
        let fen = "8/8/5k2/8/8/5K2/8/8[] w - - 3 7";
        for line in [
            fen,
            "8/8/5k2/8/8/5K2/8/8[] w - - 3 7 ; a remark",
            "8/8/5k2/8/8/5K2/8/8[] w - - 3 7; a remark",
            "8/8/5k2/8/8/5K2/8/8[] w - - 3 7;a remark",
            "8/8/5k2/8/8/5K2/8/8[] w - - id \"a; hmvc 9\"; hmvc 3; fmvn 7;",
            "8/8/5k2/8/8/5K2/8/8[] w - - hmvc 3; fmvn 7; id \"x\";",
            "  unachess 8/8/5k2/8/8/5K2/8/8[] w - - 3 7",
            "unachess\t8/8/5k2/8/8/5K2/8/8[] w - - 3 7",
        ] {
            let position = position(game("unachess"), line);
            assert_eq!(position.as_deref(), Some(fen), "{line}");
        }
        assert_eq!(six_fields("8/8[] w - -"), "8/8[] w - - 0 1");
    }

    #[test]
    fn wrong_counters_are_kept_so_that_they_are_reported() {
        for line in [
            "8/8[] w - - 3 x",
            "8/8[] w - - 3",
            "8/8[] w - - -3 7",
            "8/8[] w - - 3x 7",
        ] {
            assert_eq!(six_fields(line), line);
        }
    }

    #[test]
    fn lines_without_a_position_of_the_variant_are_skipped() {
        for line in [
            "",
            "  ",
            "# a remark",
            "ssehc 8/8[] w - - 0 1",
            "ssehc\t8/8[] w - - 0 1",
        ] {
            assert_eq!(position(game("unachess"), line), None, "{line}");
        }
    }
}
