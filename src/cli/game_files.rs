//! Game files on the command line: `--game FILE` stands for the name of a game.
//!
//! The files are read before the command line is parsed, because the parser must know the names of
//! all games.

use std::ffi::OsString;
use std::path::Path;

use clap::{Arg, Command};

use super::notation::is_turn;
use super::note::note;
use crate::games::{self, Game, GameFileError, Loaded};

/// The option that names a game file.
const OPTION: &str = "--game";

/// Reads all game files that a command line names, and adds their games to the catalogue. Returns
/// these games. In `check ./engine --game FILE`, the option belongs to the command that starts the
/// engine, so it is ignored.
///
/// # Errors
///
/// If a file cannot be read or does not define a game. The error names the file.
pub(super) fn load(
    program: &Command,
    words: &[OsString],
) -> Result<Vec<&'static Game>, GameFileError> {
    let mut found = Vec::new();
    let mut words = own_words(program, words).iter();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        let path = match text.strip_prefix(OPTION) {
            Some("") => words.next().cloned(),
            Some(rest) => rest.strip_prefix('=').map(OsString::from),
            None if text == "--" => break,
            None => None,
        };
        let Some(path) = path else { continue };
        let path = Path::new(&path);
        let Loaded { game, notes } = games::load(path)?;
        for text in notes {
            note(&format!("{}: {text}", path.display()));
        }
        found.push(game);
    }
    Ok(found)
}

/// The advice in the error for a file that is given without `--game`.
pub(super) const ADVICE: &str = "if it defines a game, write --game FILE";

/// Whether the name of a file is that of a game file.
pub(super) fn has_name_of_game_file(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("toml"))
}

/// The index of the subcommand in the words of a command line. Skips the name of the program, and
/// each `--game FILE` before the subcommand.
pub(super) fn subcommand_at(words: &[OsString]) -> usize {
    let mut at = 1;
    while let Some(word) = words.get(at) {
        let text = word.to_string_lossy();
        match text.strip_prefix(OPTION) {
            Some("") => at += 2,
            Some(rest) if rest.starts_with('=') => at += 1,
            _ => break,
        }
    }
    at
}

/// The words of a command line before the command that starts an engine. Only `check` takes such a
/// command, after its own options. An option of `check` has at most one value, so at most one word
/// after the option is skipped.
fn own_words<'a>(program: &Command, words: &'a [OsString]) -> &'a [OsString] {
    let mut end = subcommand_at(words);
    let command = words
        .get(end)
        .and_then(|name| program.find_subcommand(name));
    let takes_rest = |command: &&Command| {
        let mut positionals = command.get_positionals();
        positionals.any(Arg::is_trailing_var_arg_set)
    };
    let Some(command) = command.filter(takes_rest) else {
        return words;
    };
    end += 1;
    while let Some(word) = words.get(end) {
        let text = word.to_string_lossy();
        let Some(option) = text.strip_prefix("--") else {
            break;
        };
        let (name, is_joined) = match option.split_once('=') {
            Some((name, _)) => (name, true),
            None => (option, false),
        };
        let Some(argument) = find_option(&[command, program], name) else {
            break;
        };
        let takes_next = argument.get_action().takes_values() && !is_joined;
        end += 1 + usize::from(takes_next);
    }
    words.get(..end).unwrap_or(words)
}

/// Inserts the names of `games` after the subcommand of a command line. The id of the subcommand's
/// first positional argument decides what is inserted:
///
/// * `games`, as in `compare`: all names.
/// * `game_list`, as in `match`: all names as one word, separated by commas.
/// * `turns_or_files`, as in `review`: only the first name, and only if the first positional word
///   is a turn of that game.
/// * Another argument that takes a game: only the first name.
/// * None of these: `--variant NAME` for each name, if the subcommand has this option.
///
/// Inserts nothing if a positional word or the value of `--variant` already names one of `games`.
/// Does not check the words: the command line is parsed afterwards.
pub(super) fn with_names(
    program: &Command,
    words: &[OsString],
    games: &[&'static Game],
) -> Vec<OsString> {
    let mut all = words.to_vec();
    let is_name = |word: &String| {
        let mut names = word.split(',');
        names.any(|name| games.iter().any(|game| name == game.name()))
    };
    let at = subcommand_at(words);
    let command = words.get(at).and_then(|name| program.find_subcommand(name));
    let (Some(command), Some(first)) = (command, games.first()) else {
        return all;
    };
    let further = own_words(program, words);
    let further = further.get(at + 1..).unwrap_or_default();
    let named = possible_names(&[command, program], further);
    if named.iter().any(is_name) {
        return all;
    }
    let positional = command.get_positionals().next();
    if positional.is_some_and(|positional| positional.get_id() == "games") {
        all.splice(at + 1..=at, games.iter().map(|game| game.name().into()));
    } else if positional.is_some_and(|positional| positional.get_id() == "game_list") {
        let names: Vec<&str> = games.iter().map(|game| game.name()).collect();
        all.insert(at + 1, names.join(",").into());
    } else if positional.is_some_and(|positional| positional.get_id() == "turns_or_files") {
        if named.first().is_some_and(|word| is_turn(first, word)) {
            all.insert(at + 1, first.name().into());
        }
    } else if positional.is_some_and(takes_game) {
        all.insert(at + 1, first.name().into());
    } else if command
        .get_arguments()
        .any(|argument| argument.get_long() == Some("variant"))
    {
        for game in games {
            all.insert(at + 1, game.name().into());
            all.insert(at + 1, "--variant".into());
        }
    }
    all
}

/// The words that may name a game: the values of `--variant`, and all words that are neither a long
/// option nor the value of one. `words` are the words after the subcommand, and `commands` declare
/// the options.
fn possible_names(commands: &[&Command], words: &[OsString]) -> Vec<String> {
    let mut words = words
        .iter()
        .map(|word| word.to_string_lossy().into_owned())
        .peekable();
    let mut names = Vec::new();
    while let Some(word) = words.next() {
        let Some(option) = word.strip_prefix("--") else {
            names.push(word);
            continue;
        };
        if option.is_empty() {
            names.extend(words);
            break;
        }
        let mut values = Vec::new();
        let name = match option.split_once('=') {
            Some((name, value)) => {
                values.push(value.to_owned());
                name
            }
            None => {
                let most = most_values(commands, option);
                while values.len() < most
                    && let Some(value) =
                        words.next_if(|word| values.is_empty() || !word.starts_with('-'))
                {
                    values.push(value);
                }
                option
            }
        };
        if name == "variant" {
            names.extend(values);
        }
    }
    names
}

/// The option of `commands` with this long name. `name` does not include the `--`.
fn find_option<'a>(commands: &[&'a Command], name: &str) -> Option<&'a Arg> {
    let mut arguments = commands.iter().flat_map(|command| command.get_arguments());
    arguments.find(|argument| argument.get_long() == Some(name))
}

/// The greatest number of values that may follow an option; 0 for an unknown option.
fn most_values(commands: &[&Command], option: &str) -> usize {
    find_option(commands, option)
        .filter(|argument| argument.get_action().takes_values())
        .map_or(0, |argument| {
            argument
                .get_num_args()
                .map_or(1, |range| range.max_values())
        })
}

/// Whether a positional argument is a game, or a list that may begin with a game.
fn takes_game(positional: &Arg) -> bool {
    ["variant", "game", "game_and_inputs"]
        .iter()
        .any(|id| positional.get_id() == id)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;
    use crate::cli::Cli;

    /// The words of a command line, in which `NAME` stands for the name of a game.
    fn words(line: &str) -> Vec<OsString> {
        let name = games::default_game().name();
        let words = std::iter::once("reviver").chain(line.split(' '));
        words
            .map(|word| word.replace("NAME", name).into())
            .collect()
    }

    fn named(line: &str) -> Vec<OsString> {
        with_names(&Cli::command(), &words(line), &[games::default_game()])
    }

    #[test]
    fn a_game_is_named_only_by_a_positional_word_or_by_the_value_of_variant() {
        for (line, expected) in [
            ("perft --game NAME 1", "perft NAME --game NAME 1"),
            ("perft --game=NAME 1", "perft NAME --game=NAME 1"),
            (
                "explore --game my.toml --out NAME",
                "explore NAME --game my.toml --out NAME",
            ),
            (
                "match --new a=1 NAME --game my.toml",
                "match NAME --new a=1 NAME --game my.toml",
            ),
            (
                "tournament --game my.toml --out NAME",
                "tournament --variant NAME --game my.toml --out NAME",
            ),
            (
                "check --game my.toml --lines ./engine --variant NAME",
                "check --variant NAME --game my.toml --lines ./engine --variant NAME",
            ),
        ] {
            assert_eq!(named(line), words(expected));
        }
        for line in [
            "perft NAME 1 --game my.toml",
            "perft --game my.toml NAME 1",
            "match --game my.toml --json NAME",
            "match --game my.toml -- NAME",
            "tournament --game my.toml --variant NAME",
            "tournament --game my.toml --variant=other,NAME",
            "check --game my.toml --variant NAME ./engine",
        ] {
            assert_eq!(named(line), words(line));
        }
    }

    #[test]
    fn a_game_option_after_the_engine_command_is_ignored() {
        let load = |line| load(&Cli::command(), &words(line));
        for line in [
            "check ./engine --game missing.toml",
            "check ./engine --game=missing.toml",
            "check --lines --variant NAME --patience=1s ./engine --game missing.toml",
            "check -- --game missing.toml",
        ] {
            assert!(matches!(load(line).as_deref(), Ok([])), "{line}");
        }
        for line in [
            "check --game missing.toml ./engine",
            "check --lines --patience 1s --game=missing.toml ./engine",
            "--game missing.toml check ./engine",
            "perft NAME --game missing.toml 1",
        ] {
            assert!(load(line).is_err(), "{line}");
        }
    }
}
