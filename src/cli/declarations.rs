//! Tests of all declarations of the command line. The table in `options.md` has every option that
//! several subcommands share, and agrees with the declarations. A shared option has the same help
//! everywhere. Each spelling in `OLD_SPELLINGS` is refused, and the error says what to write
//! instead.

use std::ffi::OsString;

use clap::{Arg, Args, Command, CommandFactory, Parser};

use super::args::{
    Bottom, Clock, Concurrency, Depth, DropDamaged, EngineSettings, Fen, Force, GameCount,
    GameFiles, Games, Hash, Json, Learning, Look, Movetime, Nodes, NotationOption, OpeningsFile,
    Opponent, Out, Part, Ply, PlyLimit, RandomPlies, RecordFile, Resume, Sampling, Seed,
    SequentialTest, Siblings, Threads, WinTurns,
};
use super::old_spellings::{OLD_SPELLINGS, Old, answer};
use super::{Cli, game_files};
use crate::protocol::option::OPTIONS;
use crate::tournament::config::Config;

/// The options that are also keys in the file of an event: option, key, and an example of a value.
const EVENT_KEYS: [(&str, &str, &str); 12] = [
    ("movetime", "limits.movetime", "\"100ms\""),
    ("time", "limits.time", "\"10s+0.1s\""),
    ("nodes", "limits.nodes", "500"),
    ("depth", "limits.depth", "8"),
    ("threads", "options.Threads", "2"),
    ("concurrency", "concurrency", "2"),
    ("hash", "options.Hash", "16"),
    ("seed", "seed", "1"),
    ("variant", "variants", "\"all\""),
    ("openings", "openings.file", "\"{variant}.epd\""),
    ("sprt", "sprt", "\"0,5\""),
    ("ply-limit", "adjudication.ply-limit", "400"),
];

/// The options that are also keys in a game file: option and key.
const GAME_FILE_KEYS: [(&str, &str); 1] = [("fen", "switches.start")];

/// The key of an option in TOML files, as the table shows it.
fn toml_key(option: &Arg) -> String {
    let is_asked = |name: &str| option.get_long() == Some(name);
    let mut of_events = EVENT_KEYS.iter().filter(|(name, ..)| is_asked(name));
    let mut of_games = GAME_FILE_KEYS.iter().filter(|(name, _)| is_asked(name));
    match (of_events.next(), of_games.next()) {
        (Some((_, key, _)), _) => format!("`{key}`"),
        (None, Some((_, key))) => format!("`{key}` of a game file"),
        (None, None) => String::new(),
    }
}

/// All shared options, in the order of the table.
fn shared() -> Command {
    let mut command = Command::new("shared");
    for augment in [
        Movetime::augment_args,
        Clock::augment_args,
        Nodes::augment_args,
        Depth::augment_args,
        Threads::augment_args,
        Concurrency::augment_args,
        Hash::augment_args,
        WinTurns::augment_args,
        Seed::augment_args,
        Fen::augment_args,
        GameFiles::augment_args,
        Games::augment_args,
        RecordFile::augment_args,
        Ply::augment_args,
        GameCount::augment_args,
        OpeningsFile::augment_args,
        RandomPlies::augment_args,
        PlyLimit::augment_args,
        SequentialTest::augment_args,
        Opponent::augment_args,
        EngineSettings::augment_args,
        Part::augment_args,
        Out::augment_args,
        Resume::augment_args,
        DropDamaged::augment_args,
        Force::augment_args,
        Sampling::augment_args,
        Siblings::augment_args,
        Learning::augment_args,
        Json::augment_args,
        NotationOption::augment_args,
        Bottom::augment_args,
        Look::augment_args,
    ] {
        command = augment(command);
    }
    command
}

/// The help of an argument, without its default.
fn meaning(argument: &Arg) -> String {
    let help = argument.get_help().map(ToString::to_string);
    let help = help.unwrap_or_default();
    help.split(" [default: ").next().unwrap_or_default().into()
}

/// The default of an argument, or the default that its help states.
fn default(argument: &Arg) -> Option<String> {
    if let [value] = argument.get_default_values()
        && argument.get_action().takes_values()
    {
        return Some(value.to_string_lossy().into_owned());
    }
    let help = argument.get_help()?.to_string();
    let (_, default) = help.split_once(" [default: ")?;
    Some(default.trim_end_matches(']').to_owned())
}

/// How an option is written: `--nodes N`.
fn usage(argument: &Arg) -> String {
    let long = argument.get_long().unwrap_or_default();
    let short = argument.get_short().map(|short| format!(", -{short}"));
    let short = short.unwrap_or_default();
    match argument.get_value_names() {
        Some([name]) if argument.get_action().takes_values() => format!("--{long} {name}{short}"),
        _ => format!("--{long}{short}"),
    }
}

/// All subcommands at every level, each with its full name.
pub(super) fn subcommands(command: &Command, path: &str) -> Vec<(String, Command)> {
    let mut all = Vec::new();
    for subcommand in command.get_subcommands() {
        let name = format!("{path} {}", subcommand.get_name())
            .trim_start()
            .to_owned();
        let below = subcommands(subcommand, &name);
        all.push((name, subcommand.clone()));
        all.extend(below);
    }
    all
}

/// The row of an option in the table: its form, its meaning, the default of its shared declaration,
/// its key in TOML files, and its subcommands. If a subcommand has another default, that default
/// stands in parentheses after the name of the subcommand.
fn row(option: &Arg, subcommands: &[(String, Command)]) -> String {
    let usual = default(option);
    let mut names = Vec::new();
    if option.is_global_set() {
        names.push("all".to_owned());
    }
    for (name, subcommand) in subcommands {
        let same = |argument: &&Arg| argument.get_long() == option.get_long();
        let Some(argument) = subcommand.get_arguments().find(same) else {
            continue;
        };
        assert_eq!(
            (meaning(argument), usage(argument)),
            (meaning(option), usage(option)),
            "{name} declares --{} with another help text or value name",
            option.get_long().unwrap_or_default()
        );
        names.push(match default(argument) {
            Some(default) if Some(&default) != usual.as_ref() => format!("`{name}` ({default})"),
            _ => format!("`{name}`"),
        });
    }
    let usual = usual.map(|usual| format!("; by default {usual}"));
    format!(
        "| `{}` | {}{} | {} | {} |\n",
        usage(option).replace('|', "\\|"),
        meaning(option),
        usual.unwrap_or_default(),
        toml_key(option),
        names.join(", ")
    )
}

#[test]
fn the_table_of_options_agrees_with_the_declarations() {
    let subcommands = subcommands(&Cli::command(), "");
    let shared = shared();
    let rows: String = shared
        .get_arguments()
        .map(|option| row(option, &subcommands))
        .collect();
    let table = format!(
        "| option | meaning | TOML key | subcommands, with their own defaults |\n|---|---|---|---|\n{rows}"
    );
    let document = include_str!("options.md");
    assert!(
        document.contains(&table),
        "src/cli/options.md has to contain this table:\n\n{table}"
    );
}

#[test]
fn the_table_has_every_option_that_several_subcommands_share() {
    let shared = shared();
    let rows: Vec<&str> = shared.get_arguments().filter_map(Arg::get_long).collect();
    let mut seen: Vec<(String, String)> = Vec::new();
    for (name, subcommand) in subcommands(&Cli::command(), "") {
        for long in subcommand.get_arguments().filter_map(Arg::get_long) {
            if let Some((_, other)) = seen.iter().find(|(known, _)| known == long) {
                assert!(
                    rows.contains(&long),
                    "{other} and {name} have --{long}: declare it in src/cli/args/"
                );
            }
            seen.push((long.to_owned(), name.clone()));
        }
    }
    for long in rows.iter().filter(|long| **long != "game") {
        let count = seen.iter().filter(|(known, _)| known == long).count();
        assert!(count > 1, "{count} subcommands have --{long}");
    }
}

#[test]
fn the_toml_keys_of_the_table_exist() {
    for (option, key, value) in EVENT_KEYS {
        let read = Config::parse(&format!("{key} = {value}"));
        assert!(read.is_ok(), "--{option}: {key}: {read:?}");
        // `Config::parse` accepts any name after `options.`, because engines other than Reviver
        // have other options.
        if let Some(name) = key.strip_prefix("options.") {
            let mut known = OPTIONS.iter();
            assert!(known.any(|option| option.name == name), "--{option}: {key}");
        }
    }
    let game = include_str!("../games/ssehc/game.toml");
    for (option, key) in GAME_FILE_KEYS {
        let file: toml::Table = game.parse().expect("TOML");
        let mut keys = key.split('.');
        let first = keys.next().and_then(|key| file.get(key));
        let value = keys.try_fold(first, |value, key| Some(value?.get(key)));
        assert!(value.flatten().is_some(), "--{option}: {key}");
    }
}

/// An example of an old spelling, as two words. Usually they are an option and its value. For
/// [`Old::SecondWord`] they are `file` and `--games=5`, as in `selfplay ssehc file --games=5`.
fn example(old: Old) -> (&'static str, &'static str) {
    match old {
        Old::Option(name) => (name, "5"),
        Old::Value(name, value) => (name, value),
        Old::Valued(name) => (name, "file"),
        Old::Number(name) => (name, "5"),
        Old::SecondWord => ("file", "--games=5"),
    }
}

/// The shortest valid command line that names this subcommand and a game, in two parts. The test
/// inserts an old spelling between the parts.
fn demanded(subcommand: &'static str) -> [Vec<&'static str>; 2] {
    let (second, out) = match subcommand {
        "perft" => (Some("1"), None),
        "train" | "tune" => (Some("file"), Some("--out=out")),
        "selfplay" => (None, Some("--out=out")),
        _ => (None, None),
    };
    let first = ["reviver", subcommand, "ssehc"];
    let before = first.into_iter().chain(second).collect();
    [before, out.into_iter().collect()]
}

#[test]
fn every_old_spelling_is_refused_and_answered() {
    for spelling in OLD_SPELLINGS {
        for subcommand in spelling.subcommands {
            let (name, value) = example(spelling.old);
            let joined = format!("{name}={value}");
            let [before, after] = demanded(subcommand);
            let right = [&before[..], &after].concat();
            assert!(Cli::try_parse_from(&right).is_ok(), "{right:?}");
            for arguments in [&[name, value][..], &[&joined]] {
                let words = [&before[..], arguments, &after].concat();
                let is_refused = match spelling.old {
                    // `--game 5` is refused by the code that reads game files. This code runs
                    // before the command line is parsed.
                    Old::Number(_) => {
                        let words: Vec<OsString> = words.iter().map(OsString::from).collect();
                        game_files::load(&Cli::command(), &words).is_err()
                    }
                    _ => Cli::try_parse_from(&words).is_err(),
                };
                assert!(is_refused, "{words:?}");
                let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
                assert_eq!(answer(&words), Some(spelling.answer), "{words:?}");
            }
        }
    }
}

#[test]
fn the_answers_name_options_that_exist() {
    let command = Cli::command();
    for spelling in OLD_SPELLINGS {
        let (old, _) = example(spelling.old);
        for subcommand in spelling.subcommands {
            let command = command
                .find_subcommand(subcommand)
                .expect("a subcommand of this name");
            let named = spelling.answer.split([' ', ':', ',']);
            for name in named.filter(|word| word.starts_with("--") && *word != old) {
                let mut options = command.get_arguments().filter_map(clap::Arg::get_long);
                assert!(
                    options.any(|option| option == &name[2..]),
                    "{subcommand} has no {name}"
                );
            }
        }
    }
}

#[test]
fn other_command_lines_have_no_answer() {
    for line in [
        "reviver",
        "reviver solve unplay --resume --checkpoint file",
        "reviver solve --resume unplay --checkpoint file",
        "reviver perft ssehc 3 --threads 10",
        "reviver play ssehc --time 5",
        "reviver diagram --file game.pgn --game own.toml",
    ] {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        assert_eq!(answer(&words), None, "{line}");
    }
}
