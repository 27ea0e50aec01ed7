//! The `reviver` program.

fn main() {}
