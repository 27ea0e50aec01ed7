//! Games with random switches, compared with the oracle: the slow second rules of the tests.

#[path = "../common/mod.rs"]
mod common;
#[path = "../rules/oracle/mod.rs"]
mod oracle;

mod random_games;
