//! Runs the stages; reads the site folder and writes the published site.
//!
//! [`build()`] makes a whole site; [`PreviewSite`] keeps one in memory and renders on demand. The stages themselves are
//! pure and live in the crates below; what touches disk, clock and processes is here.

#![allow(clippy::disallowed_methods, reason = "this crate is where files are read and written")]

#[cfg(test)]
mod assembly_test;
mod assets;
mod build;
mod cache;
mod cards;
mod component_modules;
mod components;
mod compress;
mod fingerprint;
mod folder;
mod former_files;
mod gzip_blocks;
mod history;
mod memory;
mod model;
mod outputs;
mod pages;
mod preview;
mod publish;
mod retention;
mod search;
mod search_records;
mod shared_files;
mod stage;
mod unsettled;
mod workers;

pub use build::{BuildError, BuildOptions, Report, build};
pub use folder::FolderError;
pub use preview::{PreviewAnswer, PreviewChange, PreviewSite, Settled};
pub use publish::PublishError;
pub use search_records::{SearchRecords, search_records};
