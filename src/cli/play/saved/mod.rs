//! Saved games. Each is a game record whose tags also say how the game was played, so that the game
//! can be continued in the same way.
//!
//! * `settings`: who plays, the level, the limits and clocks, the notation
//! * `tags`: the settings as tags of the record
//! * `files`: the files in which a person saves games
//! * `load`: earlier games to continue
//! * `kept`: the games that are kept on disk after every turn, in the state folder of the system
//!
//! A record without these tags, such as a game of a tournament, can be continued too. The command
//! line and the defaults supply the missing settings.

pub(super) mod files;
pub(super) mod kept;
pub(super) mod load;
pub(super) mod settings;
mod tags;
