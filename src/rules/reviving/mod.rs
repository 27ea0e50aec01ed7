//! What the games that un-capture share: un-moves, un-captures behind them, the placing of the
//! kings, and which un-moves leave the own king unattacked. No game of its own lives here.

pub mod own_check;
pub mod placing;
pub mod turns;
pub mod unmove;
