//! Site configuration, as written and as meant.
