//! What the reverse games share: un-moves, un-captures after them, placing the kings, the safety of
//! the player's own king, and the reasons why an un-move is illegal. No rule of a single family
//! belongs here.

pub mod explain;
pub mod own_check;
pub mod placing;
pub mod turns;
pub mod unmove;
pub mod validate;
