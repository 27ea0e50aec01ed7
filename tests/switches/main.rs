//! Games with random switches, judged by the slow referee of the tests.

#[path = "../common/mod.rs"]
mod common;
#[path = "../rules/oracle/mod.rs"]
mod oracle;

mod random_games;
