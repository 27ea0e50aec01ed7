//! Positions and turns as one line of ASCII, and the text diagram for terminals.
//!
//! The line of a position has six fields, like a FEN. It is read in two steps: [`position::parse`]
//! reads the fields into a [`Setup`](crate::board::Setup), and
//! [`Rules::from_setup`](crate::rules::Rules::from_setup) checks that the setup is a position of
//! the game. [`position::read`] does both. [`native`] has the notations of the games' authors.
//! Whole games are in `crate::record`, pictures in `crate::diagram`.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::todo,
        clippy::indexing_slicing
    )
)]

pub mod diagram;
pub mod diagram_style;
pub mod error;
mod forms;
pub mod native;
pub mod position;
pub mod turn;

pub use diagram::Diagram;
pub use diagram_style::{DiagramStyle, Layout, PieceSet, Shading};
pub use error::{PositionError, TurnError};
pub use forms::{TurnForm, turn_forms, turn_terms};
pub use native::{Native, NativeWords};
