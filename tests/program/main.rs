//! The program itself, on its command line and in its protocol.

#[path = "../common/mod.rs"]
mod common;

mod cli;
mod every_subcommand;
mod game_files;
mod protocol;
mod renamed_games;
