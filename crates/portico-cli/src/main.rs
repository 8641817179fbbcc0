//! The `portico` command.
fn main() {}
