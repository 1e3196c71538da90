//! Packs guests.
fn main() {}
