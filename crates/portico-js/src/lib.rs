//! The embedded JavaScript engine: a bundle and JSON in, a string out.
