//! Errors of the TOML parser in plain words, with the line. An error in a value usually also names
//! the key.

/// The parser represents a date as a table whose only key is `DATE_KEY`. If a date stands where a
/// table with other keys is expected, the parser's message names `DATE_KEY`.
const DATE_KEY: &str = "$__toml_private_datetime";

/// The error in plain words, for example `line 3: rounds: a whole number is expected, not "x"`.
/// `text` is the text of the file.
pub(super) fn in_words(text: &str, error: &toml::de::Error) -> String {
    let message = error.message().lines().collect::<Vec<_>>().join(" ");
    let Some(span) = error.span() else {
        return plain(&message, "");
    };
    let source = text.get(span.clone()).unwrap_or_default();
    let before = text.get(..span.start).unwrap_or_default();
    let line = before.matches('\n').count() + 1;
    let key = key_before(before).map(|key| format!("{key}: "));
    format!(
        "line {line}: {}{}",
        key.unwrap_or_default(),
        plain(&message, source)
    )
}

/// The key whose value begins after this text.
fn key_before(before: &str) -> Option<&str> {
    let before = before.trim_end().strip_suffix('=')?.trim_end();
    let is_part =
        |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '.');
    let quote = before
        .chars()
        .next_back()
        .filter(|&letter| is_quote(letter));
    let bare = match quote {
        Some(quote) => before.get(..before.strip_suffix(quote)?.rfind(quote)?)?,
        None => before,
    };
    let key = before.get(bare.trim_end_matches(is_part).len()..)?;
    (!key.is_empty()).then_some(key)
}

const fn is_quote(letter: char) -> bool {
    matches!(letter, '"' | '\'')
}

/// The key at the start of a text. A key in quotes is returned with its quotes. Otherwise the first
/// word is the key, without square brackets at its ends: `limits` for `[limits]`.
fn first_key(text: &str) -> &str {
    let quote = text.chars().next().filter(|&letter| is_quote(letter));
    let end = quote.and_then(|quote| text.get(1..)?.find(quote));
    if let Some(key) = end.and_then(|end| text.get(..end + 2)) {
        return key;
    }
    text.split_whitespace()
        .map(|word| word.trim_matches(['[', ']']))
        .next()
        .unwrap_or_default()
}

/// A message of the parser in plain words. `source` is the text at the place of the error.
fn plain(message: &str, source: &str) -> String {
    if message.contains(DATE_KEY) {
        return format!("a table is expected, not {source}");
    }
    if message == "duplicate key" {
        let found = first_key(source);
        return format!("{found} occurs twice; delete one of the two");
    }
    if message.contains("wanted string or table") {
        return "a text in quotes is expected".to_owned();
    }
    if let Some(field) = message.strip_prefix("missing field ") {
        return format!("{} is missing", unquoted(field));
    }
    if let Some(field) = message.strip_prefix("duplicate field ") {
        return format!("{} occurs twice; delete one of the two", unquoted(field));
    }
    if let Some((field, fields)) = names(message, "unknown field ") {
        return format!("there is no key {field} here; write {fields}");
    }
    if let Some((value, values)) = names(message, "unknown variant ") {
        return format!("\"{value}\" is not known; write {values}");
    }
    let kind = ["invalid type: ", "invalid value: "];
    let rest = kind.iter().find_map(|kind| message.strip_prefix(kind));
    match rest.and_then(|rest| rest.rsplit_once(", expected ")) {
        Some((found, expected)) => {
            let expected = expectation(expected, found);
            format!("{expected} is expected, not {}", value(found, source))
        }
        None => message.to_owned(),
    }
}

/// The unknown name and the known names in a message such as
/// ``unknown field `x`, expected `a` or `b` ``. `prefix` is the text before the unknown name.
fn names(message: &str, prefix: &str) -> Option<(String, String)> {
    let (name, known) = message.strip_prefix(prefix)?.rsplit_once(", expected ")?;
    Some((unquoted(name), unquoted(known)))
}

fn unquoted(text: &str) -> String {
    text.replace('`', "")
}

/// What the parser expected, in plain words. If an unsigned integer was expected and `found` is an
/// integer, then `found` is out of range, and the result also gives the range.
fn expectation(expected: &str, found: &str) -> String {
    let most = match expected {
        "u8" => u8::MAX.into(),
        "u16" => u16::MAX.into(),
        "u32" => u32::MAX.into(),
        // TOML has no greater integers.
        "u64" | "usize" => i64::MAX,
        "i32" | "i64" => return "a whole number".to_owned(),
        "f32" | "f64" => return "a number".to_owned(),
        "a string" => return "a text in quotes".to_owned(),
        "a boolean" => return "true or false".to_owned(),
        "a sequence" => return "a list".to_owned(),
        _ if expected == "a map" || expected.starts_with("struct ") => {
            return "a table".to_owned();
        }
        other => return other.to_owned(),
    };
    match found.starts_with("integer ") {
        true => format!("a whole number from 0 to {most}"),
        false => "a whole number".to_owned(),
    }
}

/// The value that the parser found. A number or a date is copied from `source`. A list is called
/// `a list`, a table `a table`. Any other value is as the parser writes it.
fn value(found: &str, source: &str) -> String {
    // For a date, `found` is `map`. So a date is recognised by its first character, like a number.
    let is_number =
        source.starts_with(|letter: char| letter.is_ascii_digit() || "+-.".contains(letter));
    if is_number && !source.contains('\n') {
        return source.to_owned();
    }
    if let Some(text) = found.strip_prefix("string ") {
        return text.to_owned();
    }
    let words = ["integer ", "floating point ", "boolean "];
    let number = words.iter().find_map(|word| found.strip_prefix(word));
    match (number, found) {
        (Some(number), _) => number.split('`').nth(1).unwrap_or(number).to_owned(),
        (None, "sequence") => "a list".to_owned(),
        (None, "map") => "a table".to_owned(),
        (None, other) => other.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::in_words;
    use crate::tournament::config::Config;

    fn error(text: &str) -> String {
        in_words(text, &toml::from_str::<Config>(text).expect_err("an error"))
    }

    #[test]
    fn errors_are_in_plain_words() {
        for (text, words) in [
            (
                "rounds = \"x\"",
                "line 1: rounds: a whole number is expected, not \"x\"",
            ),
            (
                "# event\nrounds = 1.5",
                "line 2: rounds: a whole number is expected, not 1.5",
            ),
            (
                "seed = -1",
                "line 1: seed: a whole number from 0 to 9223372036854775807 is expected, not -1",
            ),
            (
                "rounds = 5000000000",
                "line 1: rounds: a whole number from 0 to 4294967295 is expected, not 5000000000",
            ),
            (
                "event = true",
                "line 1: event: a text in quotes is expected, not true",
            ),
            ("limits = 5", "line 1: limits: a table is expected, not 5"),
            (
                "limits.ponder = \"x\"",
                "line 1: limits.ponder: true or false is expected, not \"x\"",
            ),
            (
                "openings = { order = \"x\" }",
                "line 1: order: \"x\" is not known; write sequential or shuffled",
            ),
            ("format = 5", "line 1: format: a text in quotes is expected"),
            (
                "adjudication.win = { score = 5 }",
                "line 1: adjudication.win: turns is missing",
            ),
            (
                "adjudication.win.scores = 5",
                "there is no key scores here; write score or turns",
            ),
            (
                "seed = 1\nseed = 2",
                "line 2: seed occurs twice; delete one of the two",
            ),
        ] {
            let error = error(text);
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn quoted_keys_and_values_are_shown_in_full() {
        for (text, words) in [
            (
                "options = { \"Skill Level\" = 1, \"Skill Level\" = 2 }",
                "line 1: \"Skill Level\" occurs twice; delete one of the two",
            ),
            (
                "\"rounds\" = \"x\"",
                "line 1: \"rounds\": a whole number is expected, not \"x\"",
            ),
            (
                "limits.'ponder' = \"x\"",
                "line 1: limits.'ponder': true or false is expected, not \"x\"",
            ),
            (
                "openings = { order = \"a, expected b\" }",
                "line 1: order: \"a, expected b\" is not known; write sequential or shuffled",
            ),
        ] {
            let error = error(text);
            assert!(error.contains(words), "{text}: {error}");
        }
    }

    #[test]
    fn dates_and_numbers_are_shown_as_they_are_written() {
        for (text, words) in [
            (
                "rounds = 2020-01-01 10:00:00",
                "line 1: rounds: a whole number is expected, not 2020-01-01 10:00:00",
            ),
            (
                "rounds = 1e3",
                "line 1: rounds: a whole number is expected, not 1e3",
            ),
            (
                "rounds = 0x1_0000_0000",
                "rounds: a whole number from 0 to 4294967295 is expected, not 0x1_0000_0000",
            ),
            (
                "rounds = { x = 1 }",
                "line 1: rounds: a whole number is expected, not a table",
            ),
            ("[rounds]\nx = 1", "a whole number is expected, not a table"),
            ("rounds.x = 1", "a whole number is expected, not a table"),
            (
                "rounds = [1, 2]",
                "line 1: rounds: a whole number is expected, not a list",
            ),
            (
                "limits = 2020-01-01",
                "line 1: limits: a table is expected, not 2020-01-01",
            ),
        ] {
            let error = error(text);
            assert!(error.contains(words), "{text}: {error}");
        }
    }
}
