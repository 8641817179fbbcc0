//! Search records to a Typesense cluster.
//!
//! [`documents`] turns the records that the embedded index is made of into documents of the `DocSearch` schema, so that
//! one step decides what can be found. [`push()`] brings them to a cluster: into a new collection beside the live one, to
//! which the alias is switched once every document has arrived. [`jsonl`] writes them as the file that an import reads.
//!
//! The wire format is the documented one of Typesense 30; older servers from 26 on differ only in synonyms and
//! overrides, which are set and carried over from collection to collection in both ways. The tests run against a stand-in
//! (`web/tests/typesense`); no live cluster has confirmed them.
//!
//! This crate knows neither Markdown nor the browser. It speaks to the network, and to nothing else.

mod attachments;
mod client;
mod document;
mod push;
mod schema;

pub use attachments::SynonymItems;
pub use client::{ClientError, Cluster};
pub use document::{Document, documents, jsonl};
pub use push::{Push, PushError, PushReport, PushStep, push};
pub use schema::schema;
