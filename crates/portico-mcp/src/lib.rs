//! The published site for coding agents, over the Model Context Protocol.
//!
//! [`serve`] reads a published folder, as any host would get it, and answers on standard input and output: it searches,
//! gives pages as Markdown, lists them, and looks up codes. Nothing is written and nothing is fetched.
//!
//! Searches run the engine of the browser's search dialog over the published index (`search.js`), so that agents find
//! what readers find. The protocol is the business of the official SDK.

#![allow(clippy::disallowed_methods, reason = "this crate reads the published site")]

mod answers;
mod pages;
mod search;
#[cfg(test)]
mod search_test;
mod server;

pub use pages::SiteError;
pub use server::{ServeError, serve};
