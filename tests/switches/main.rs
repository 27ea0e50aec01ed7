//! Games with random switches, compared with the slow referee of the tests.

#[path = "../common/mod.rs"]
mod common;
#[path = "../rules/oracle/mod.rs"]
mod oracle;

mod random_games;
