//! Runs the stages; caches, reads and writes files.
