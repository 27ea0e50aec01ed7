//! Splits an engine's command into words, and joins the words, by the rules of the user's system.

/// How a command is split into words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quoting {
    /// As in a Unix shell: both kinds of quotes, and the backslash as escape character.
    Shell,
    /// As in a Windows program: double quotes, and the backslash as separator in paths.
    Windows,
}

impl Quoting {
    /// The rules of the system on which the program runs.
    pub(super) const OF_THIS_SYSTEM: Self = if cfg!(windows) {
        Self::Windows
    } else {
        Self::Shell
    };

    /// The words of a command. `None` if a quote is not closed. With [`Quoting::Shell`], also
    /// `None` if the last character is an unescaped backslash.
    pub(super) fn split(self, text: &str) -> Option<Vec<String>> {
        match self {
            Quoting::Shell => shlex::split(text),
            Quoting::Windows => split_as_windows(text),
        }
    }

    /// The command with these words: [`Quoting::split`] splits it into the same words.
    pub(super) fn join(self, words: &[String]) -> String {
        let join = |quote: fn(&str) -> String| {
            let words: Vec<String> = words.iter().map(|word| quote(word)).collect();
            words.join(" ")
        };
        match self {
            // `try_quote` fails only if the word has a zero byte. No system passes such a word to a
            // program, so it stays unquoted.
            Quoting::Shell => join(|word| {
                let quoted = shlex::try_quote(word);
                quoted.map_or_else(|_| word.to_owned(), |quoted| quoted.into_owned())
            }),
            Quoting::Windows => join(quote_as_windows),
        }
    }
}

/// Writes a word so that [`split_as_windows`] reads the same word. Quotes are added only if the
/// word needs them.
fn quote_as_windows(word: &str) -> String {
    if !word.is_empty() && !word.contains([' ', '\t', '"']) {
        return word.to_owned();
    }
    let mut quoted = "\"".to_owned();
    let mut backslashes = 0;
    for sign in word.chars() {
        // Before a quote, each backslash is doubled, and one more escapes the quote.
        let added = if sign == '"' { backslashes + 1 } else { 0 };
        quoted.extend(std::iter::repeat_n('\\', added));
        backslashes = if sign == '\\' { backslashes + 1 } else { 0 };
        quoted.push(sign);
    }
    quoted.extend(std::iter::repeat_n('\\', backslashes));
    quoted.push('"');
    quoted
}

/// Splits a command by the rules for arguments in Microsoft's C run-time library. The library has
/// other rules for the first word, the name of the program. This function treats all words alike.
///
/// Spaces and tabs separate words, except between double quotes. Backslashes are kept, except
/// directly before a double quote. There, two backslashes stand for one. After an odd number of
/// backslashes, the last one is removed, and the quote becomes a part of the word. In a quoted
/// part, two double quotes stand for one. `None` if a quote is not closed.
fn split_as_windows(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut is_quoted = false;
    let mut signs = text.chars().peekable();
    while let Some(sign) = signs.next() {
        match sign {
            ' ' | '\t' if !is_quoted => words.extend(word.take()),
            '\\' => {
                let mut count = 1;
                while signs.next_if_eq(&'\\').is_some() {
                    count += 1;
                }
                let word = word.get_or_insert_default();
                if signs.peek() != Some(&'"') {
                    word.extend(std::iter::repeat_n('\\', count));
                    continue;
                }
                word.extend(std::iter::repeat_n('\\', count / 2));
                if count % 2 == 1 {
                    word.extend(signs.next());
                }
            }
            '"' => {
                let word = word.get_or_insert_default();
                if is_quoted && signs.next_if_eq(&'"').is_some() {
                    word.push('"');
                } else {
                    is_quoted = !is_quoted;
                }
            }
            _ => word.get_or_insert_default().push(sign),
        }
    }
    words.extend(word);
    (!is_quoted).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::Quoting::{self, Shell, Windows};

    fn split(quoting: Quoting, text: &str) -> Vec<String> {
        quoting.split(text).expect("words")
    }

    #[test]
    fn a_path_of_windows_keeps_its_backslashes() {
        assert_eq!(
            split(Windows, r"C:\engines\reviver.exe uci"),
            [r"C:\engines\reviver.exe", "uci"]
        );
        assert_eq!(
            split(Windows, r#""C:\Program Files\reviver.exe" --hash  64"#),
            [r"C:\Program Files\reviver.exe", "--hash", "64"]
        );
        assert_eq!(
            split(Windows, r#"..\old\reviver.exe --book "my books\one.pgn""#),
            [r"..\old\reviver.exe", "--book", r"my books\one.pgn"]
        );
        assert_eq!(
            split(Windows, r"\\server\share\reviver.exe"),
            [r"\\server\share\reviver.exe"]
        );
        // Like Microsoft's own examples.
        assert_eq!(
            split(Windows, r#"ab\"c "\\" d a\\\b d"e f"g "one""two""#),
            ["ab\"c", "\\", "d", r"a\\\b", "de fg", "one\"two"]
        );
        assert!(split(Windows, "").is_empty());
        assert!(split(Windows, "  ").is_empty());
        assert_eq!(
            split(Windows, r#""C:\my folder\\" \"quoted\""#),
            [r"C:\my folder\", "\"quoted\""]
        );
        assert_eq!(Windows.split(r#""C:\open"#), None);
    }

    #[test]
    fn a_command_on_unix_is_split_as_in_a_shell() {
        assert_eq!(
            split(Shell, r#"'./my engine' --name "a b" c\ d"#),
            ["./my engine", "--name", "a b", "c d"]
        );
        assert!(split(Shell, "").is_empty());
        assert_eq!(Shell.split("'./open"), None);
        assert_eq!(Shell.split(r"./engine \"), None);
    }

    #[test]
    fn a_joined_command_is_split_into_the_same_words() {
        let words = [
            "./my engine",
            "--x",
            "",
            "it's",
            "a\"b",
            r"C:\new folder\",
            r"C:\new",
            r#"\\" "#,
            "$HOME;",
        ];
        let words = words.map(str::to_owned);
        for quoting in [Shell, Windows] {
            let command = quoting.join(&words);
            assert_eq!(split(quoting, &command), words, "{command}");
            assert_eq!(quoting.join(&words[1..2]), "--x");
        }
    }

    #[test]
    fn an_empty_word_is_a_word() {
        assert_eq!(split(Shell, "one ''"), ["one", ""]);
        assert_eq!(split(Windows, "one \"\""), ["one", ""]);
    }
}
