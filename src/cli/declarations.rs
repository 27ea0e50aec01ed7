//! Tests of all declarations of the command line. The table of shared options in `options.md` agrees with
//! the declarations. An option has the same meaning in all subcommands. Each spelling in `OLD_SPELLINGS`, which
//! earlier versions accepted, is refused, and the error says what to write instead.

use clap::{Arg, Args, Command, CommandFactory, Parser};

use super::Cli;
use super::args::{
    Clock, Concurrency, Depth, DropDamaged, Fen, Force, GameFiles, Games, Hash, Json, Look,
    Movetime, Nodes, Out, Resume, Seed, Threads,
};
use super::old_spellings::{OLD_SPELLINGS, Old, answer};

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
        Seed::augment_args,
        Fen::augment_args,
        GameFiles::augment_args,
        Games::augment_args,
        Out::augment_args,
        Resume::augment_args,
        DropDamaged::augment_args,
        Force::augment_args,
        Json::augment_args,
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

/// The default in the help of an argument.
fn default(argument: &Arg) -> Option<String> {
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
fn subcommands(command: &Command, path: &str) -> Vec<(String, Command)> {
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

/// The row of an option in the table: its form, its meaning, its default in the shared declaration, and the
/// subcommands that have it. If a subcommand has another default, the row gives this default in parentheses
/// after the name of the subcommand.
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
        "| `{}` | {}{} | {} |\n",
        usage(option),
        meaning(option),
        usual.unwrap_or_default(),
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
        "| option | meaning | subcommands, with their own defaults |\n|---|---|---|\n{rows}"
    );
    let document = include_str!("options.md");
    assert!(
        document.contains(&table),
        "src/cli/options.md has to contain this table:\n\n{table}"
    );
}

/// Options that have one meaning but several help texts: the help of some subcommands says more than the
/// help of others.
const EXPLAINED: [&str; 12] = [
    "file",
    "games",
    "halfmoves",
    "notation",
    "openings",
    "opponent",
    "ply",
    "shard",
    "sprt",
    "step",
    "turns",
    "settings",
];

#[test]
fn an_option_has_one_meaning_in_all_subcommands() {
    let mut known: Vec<(String, String)> = Vec::new();
    for (name, subcommand) in subcommands(&Cli::command(), "") {
        for option in subcommand.get_arguments() {
            let Some(long) = option.get_long() else {
                continue;
            };
            let meaning = meaning(option);
            match known.iter().find(|(known, _)| known == long) {
                None => known.push((long.to_owned(), meaning)),
                Some((_, same)) => assert!(
                    *same == meaning || EXPLAINED.contains(&long),
                    "{name} --{long}: '{meaning}' is '{same}' elsewhere"
                ),
            }
        }
    }
}

/// Two words that are an example of an old spelling: the name of an option and its value. For
/// [`Old::SecondWord`], they are the second word after the subcommand and the option that follows this word.
fn example(old: Old) -> (&'static str, &'static str) {
    match old {
        Old::Option(name) => (name, "5"),
        Old::Value(name, value) => (name, value),
        Old::Valued(name) => (name, "file"),
        Old::SecondWord => ("file", "--games"),
    }
}

#[test]
fn every_old_spelling_is_refused_and_answered() {
    for spelling in OLD_SPELLINGS {
        for subcommand in spelling.subcommands {
            let (name, value) = example(spelling.old);
            let joined = format!("{name}={value}");
            for arguments in [&[name, value][..], &[&joined]] {
                let words = [&["reviver", subcommand, "ssehc"][..], arguments].concat();
                // perft takes the depth as a second word.
                let words = if *subcommand == "perft" {
                    [&words[..3], &["1"], &words[3..]].concat()
                } else {
                    words
                };
                assert!(Cli::try_parse_from(&words).is_err(), "{words:?}");
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
    ] {
        let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        assert_eq!(answer(&words), None, "{line}");
    }
}
