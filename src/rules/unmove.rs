//! Un-moves common to every reverse game.
