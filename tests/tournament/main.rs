//! Tests of matches, tournaments, statistics and comparisons of games, and of the strict client
//! that checks engines.

#[path = "../common/mod.rs"]
mod common;

mod attack;
mod check;
mod clocks;
mod clusters;
mod command_lines;
mod compare;
mod damage;
mod declarations;
mod duds;
mod endings;
mod event;
mod faults;
mod floods;
mod interruptions;
mod leftovers;
mod matches;
mod old;
mod openings;
mod pools;
mod processes;
mod ratings;
mod refusals;
mod reports;
mod rounds;
mod schedule;
mod settings;
mod shards;
mod shortages;
mod statistics;
mod strict;
mod time;
