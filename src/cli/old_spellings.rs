//! Spellings of earlier versions, or of other subcommands, that the command line does not accept.
//! For each of them, the error says what to write instead.

use crate::games::Game;

/// How an old spelling is recognised.
#[derive(Clone, Copy, Debug)]
pub(super) enum Old {
    /// An option of this name, with any value.
    Option(&'static str),
    /// An option with this value.
    Value(&'static str, &'static str),
    /// A flag of this name, typed with a value. The flag takes no value any more.
    Valued(&'static str),
    /// An option with a whole number as its value.
    Number(&'static str),
    /// More than one word between the subcommand and the first option.
    SecondWord,
}

/// An old spelling in some subcommands, and the error text that answers it.
#[derive(Clone, Copy, Debug)]
pub(super) struct OldSpelling {
    pub(super) subcommands: &'static [&'static str],
    pub(super) old: Old,
    pub(super) answer: &'static str,
}

pub(super) const OLD_SPELLINGS: [OldSpelling; 28] = [
    OldSpelling {
        subcommands: &["analyse", "review"],
        old: Old::Option("--time"),
        answer: "--time sets a clock, but a position has no clock: to limit the time for each position, write --movetime, as in --movetime 2s",
    },
    OldSpelling {
        subcommands: &["solve"],
        old: Old::Option("--time"),
        answer: "--time sets a clock, but a position has no clock: to limit the time for each position, write --movetime, as in --movetime 10m",
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
    OldSpelling {
        subcommands: &["match"],
        old: Old::Option("--clock"),
        answer: "--clock is now --time, with units, as in --time 10s+0.1s",
    },
    OldSpelling {
        subcommands: &["match", "selfplay"],
        old: Old::Option("--threads"),
        answer: "--threads is now --concurrency, as in --concurrency 2",
    },
    OldSpelling {
        subcommands: &["match"],
        old: Old::Option("--journal"),
        answer: "--journal is now journal.jsonl in the folder of --out: write --out FOLDER, and --resume to resume",
    },
    OldSpelling {
        subcommands: &["match"],
        old: Old::Option("--records"),
        answer: "--records is now games.pgn in the folder of --out: write --out FOLDER",
    },
    OldSpelling {
        subcommands: &["selfplay"],
        old: Old::SecondWord,
        answer: "the file of the games is now an option: write --out FILE, and --resume to append to it",
    },
    OldSpelling {
        subcommands: &["selfplay", "openings"],
        old: Old::Option("--least"),
        answer: "--least is now --min-random-plies, as in --min-random-plies 2",
    },
    OldSpelling {
        subcommands: &["selfplay", "openings"],
        old: Old::Option("--most"),
        answer: "--most is now --max-random-plies, as in --max-random-plies 8",
    },
    OldSpelling {
        subcommands: &["mine"],
        old: Old::Option("--least"),
        answer: "--least is now --min-turns, as in --min-turns 3",
    },
    OldSpelling {
        subcommands: &["mine"],
        old: Old::Option("--plies"),
        answer: "--plies is now --last-plies, as in --last-plies 14",
    },
    OldSpelling {
        subcommands: &["selfplay"],
        old: Old::Option("--plies"),
        answer: "--plies is now --ply-limit, as in --ply-limit 600",
    },
    OldSpelling {
        subcommands: &["tournament"],
        old: Old::Option("--plies"),
        answer: "--plies is now --random-plies, as in --random-plies 4",
    },
    OldSpelling {
        subcommands: &["review", "diagram"],
        old: Old::Option("--side"),
        answer: "--side is now --bottom, as in --bottom black",
    },
    OldSpelling {
        subcommands: &["diagram"],
        old: Old::Number("--game"),
        answer: "--game names a file that defines a game: for the number of a game in --file, write --number, as in --number 2",
    },
    OldSpelling {
        subcommands: &["solve"],
        old: Old::Option("--player"),
        answer: "--player is now --winner, as in --winner mover",
    },
    OldSpelling {
        subcommands: &["selfplay"],
        old: Old::Option("--player"),
        answer: "--player is now --settings, as in --settings contempt=100",
    },
    OldSpelling {
        subcommands: &["compare"],
        old: Old::Option("--games"),
        answer: "--games is now --games-per-opponent, as in --games-per-opponent 40",
    },
    OldSpelling {
        subcommands: &["match", "compare"],
        old: Old::Option("--variant"),
        answer: "the games come first here, without --variant: write GAME, or GAME,GAME for several, or all",
    },
    OldSpelling {
        subcommands: &["tune"],
        old: Old::Option("--variant"),
        answer: "the game comes first here, without --variant: write GAME, or GAME,GAME for several with --search",
    },
    OldSpelling {
        subcommands: &[
            "play", "rules", "perft", "bench", "forward", "analyse", "review", "diagram", "mine",
            "solve", "openings", "explore", "selfplay", "train", "ranks",
        ],
        old: Old::Option("--variant"),
        answer: "the game comes first here, without --variant: write its name after the name of the subcommand",
    },
    OldSpelling {
        subcommands: &["tune"],
        old: Old::Option("--from"),
        answer: "--from is now --from-weights, as in --from-weights weights.toml",
    },
    OldSpelling {
        subcommands: &["train"],
        old: Old::Option("--from"),
        answer: "--from is now --from-network, as in --from-network my.network",
    },
];

impl Old {
    /// Whether the words after the subcommand have this spelling.
    fn is_in(self, words: &[String]) -> bool {
        let mut pairs = words.windows(2).filter_map(|pair| match pair {
            [name, value] => Some((name.as_str(), value.as_str())),
            _ => None,
        });
        // The value of a word `NAME=VALUE`.
        let joined = |word: &String, name: &str| {
            let rest = word.strip_prefix(name)?.strip_prefix('=')?;
            Some(rest.to_owned())
        };
        match self {
            Old::Option(name) => words
                .iter()
                .any(|word| word == name || joined(word, name).is_some()),
            Old::Value(name, value) => {
                pairs.any(|pair| pair == (name, value))
                    || words
                        .iter()
                        .any(|word| joined(word, name).is_some_and(|typed| typed == value))
            }
            Old::Number(name) => {
                let is_number = |value: &str| value.parse::<u64>().is_ok();
                pairs.any(|(word, value)| word == name && is_number(value))
                    || words
                        .iter()
                        .any(|word| joined(word, name).is_some_and(|typed| is_number(&typed)))
            }
            Old::SecondWord => {
                let first_option = words.iter().position(|word| word.starts_with('-'));
                first_option.unwrap_or(words.len()) > 1
            }
            Old::Valued(name) => {
                // In `solve --resume unplay`, the last word is the game, not a value of the flag.
                let is_value =
                    |word: &str| !word.starts_with('-') && word.parse::<&'static Game>().is_err();
                pairs.any(|(word, value)| word == name && is_value(value))
                    || words.iter().any(|word| joined(word, name).is_some())
            }
        }
    }
}

/// The answer to a command line; `None` if it has no old spelling. The first of `words` is the
/// program.
pub(super) fn answer(words: &[String]) -> Option<&'static str> {
    let (subcommand, words) = words.get(1..)?.split_first()?;
    OLD_SPELLINGS
        .iter()
        .find(|spelling| {
            spelling.subcommands.contains(&subcommand.as_str()) && spelling.old.is_in(words)
        })
        .map(|spelling| spelling.answer)
}
