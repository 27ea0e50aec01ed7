//! Games with random switches, compared with the oracle: a second, slow implementation of the
//! rules.

#[path = "../common/mod.rs"]
mod common;
#[path = "../rules/oracle/mod.rs"]
mod oracle;

mod random_games;
