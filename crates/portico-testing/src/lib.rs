//! Fixture sites and snapshot helpers for tests.
