//! Spellings that options had in earlier versions. Each is refused with the present spelling.

use crate::games::Game;

/// How an old spelling is recognised.
#[derive(Clone, Copy, Debug)]
enum Old {
    /// An option of this name, with any value.
    Option(&'static str),
    /// An option with this value.
    Value(&'static str, &'static str),
    /// A switch that had a value.
    Valued(&'static str),
}

/// An old spelling of some subcommands, and the answer to it.
#[derive(Clone, Copy, Debug)]
struct OldSpelling {
    subcommands: &'static [&'static str],
    old: Old,
    answer: &'static str,
}

const OLD_SPELLINGS: [OldSpelling; 7] = [
    OldSpelling {
        subcommands: &["analyse", "review"],
        old: Old::Option("--time"),
        answer: "--time is a clock, which a position does not have: write --movetime for the time for each position, as in --movetime 2s",
    },
    OldSpelling {
        subcommands: &["solve"],
        old: Old::Option("--time"),
        answer: "--time is a clock, which a position does not have: write --movetime for the time for each position, as in --movetime 10m",
    },
    OldSpelling {
        subcommands: &["solve"],
        old: Old::Option("--memory"),
        answer: "--memory is now --hash, as in --hash 256",
    },
    OldSpelling {
        subcommands: &["solve"],
        old: Old::Valued("--resume"),
        answer: "--resume has no value any more: write --checkpoint FILE --resume",
    },
    OldSpelling {
        subcommands: &["perft"],
        old: Old::Value("--threads", "0"),
        answer: "--threads 0 is not needed any more: without --threads, perft uses all cores",
    },
    OldSpelling {
        subcommands: &["mine"],
        old: Old::Option("--lots"),
        answer: "--lots is now --positions, as in --positions 10000",
    },
    OldSpelling {
        subcommands: &["mine"],
        old: Old::Option("--slips"),
        answer: "--slips is now --random-turns, as in --random-turns 10",
    },
];

impl Old {
    /// Whether the words after the subcommand have this spelling.
    fn is_in(self, words: &[String]) -> bool {
        let mut pairs = words.windows(2).filter_map(|pair| match pair {
            [name, value] => Some((name.as_str(), value.as_str())),
            _ => None,
        });
        let joined = |word: &String, name: &str, value: &str| {
            word.strip_prefix(name)
                .and_then(|rest| rest.strip_prefix('='))
                .is_some_and(|rest| rest.starts_with(value))
        };
        match self {
            Old::Option(name) => words
                .iter()
                .any(|word| word == name || joined(word, name, "")),
            Old::Value(name, value) => {
                pairs.any(|pair| pair == (name, value))
                    || words.iter().any(|word| joined(word, name, value))
            }
            Old::Valued(name) => {
                // The name of the game may follow a switch.
                let is_value =
                    |word: &str| !word.starts_with('-') && word.parse::<&'static Game>().is_err();
                pairs.any(|(word, value)| word == name && is_value(value))
                    || words.iter().any(|word| joined(word, name, ""))
            }
        }
    }
}

/// The answer to a command line with an old spelling. The first word is the name of the program.
pub(super) fn answer(words: &[String]) -> Option<&'static str> {
    let (subcommand, words) = words.get(1..)?.split_first()?;
    OLD_SPELLINGS
        .iter()
        .find(|spelling| {
            spelling.subcommands.contains(&subcommand.as_str()) && spelling.old.is_in(words)
        })
        .map(|spelling| spelling.answer)
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, Parser};

    use super::*;
    use crate::cli::Cli;

    /// The name of the option in an old spelling, and a value for it.
    fn example(old: Old) -> (&'static str, &'static str) {
        match old {
            Old::Option(name) => (name, "5"),
            Old::Value(name, value) => (name, value),
            Old::Valued(name) => (name, "file"),
        }
    }

    #[test]
    fn every_old_spelling_is_refused_and_answered() {
        for OldSpelling {
            subcommands,
            old,
            answer,
        } in OLD_SPELLINGS
        {
            for subcommand in subcommands {
                let (name, value) = example(old);
                let joined = format!("{name}={value}");
                for arguments in [&[name, value][..], &[&joined]] {
                    let words = [&["reviver", subcommand, "ssehc"][..], arguments].concat();
                    // perft has a second word of its own.
                    let words = if *subcommand == "perft" {
                        [&words[..3], &["1"], &words[3..]].concat()
                    } else {
                        words
                    };
                    assert!(Cli::try_parse_from(&words).is_err(), "{words:?}");
                    let words: Vec<String> = words.into_iter().map(str::to_owned).collect();
                    assert_eq!(super::answer(&words), Some(answer), "{words:?}");
                }
            }
        }
    }

    #[test]
    fn the_answers_name_options_that_there_are() {
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
}
