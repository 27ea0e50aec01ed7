//! The program on its command line, as a person or a script uses it.

mod about;
mod contest;
mod files;
mod forward;
mod kept_games;
mod match_journals;
mod play;
mod play_answers;
mod play_help;
mod play_terminal;
mod ranks;
mod readme;
mod rules_texts;
mod saved_games;
#[cfg(unix)]
mod terminal;
mod tools;
mod tune_search;
mod words;
