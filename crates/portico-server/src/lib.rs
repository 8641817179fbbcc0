//! The production static server and the development server.
//!
//! [`serve()`] publishes a finished site folder. Every answer is worked out by [`respond()`], a pure function over an
//! in-memory [`PublishedSite`]; the sockets around it only carry bytes. What may be served is the list of files found
//! when the folder was loaded, so no request can name anything else.
//!
//! [`develop()`] shows a [`Preview`], rebuilds it when a watched file changes and tells open browsers what changed. It
//! knows nothing of how pages are made: whoever implements [`Preview`] does.

#![allow(clippy::disallowed_methods, reason = "a server reads the published folder and measures time")]

mod access_log;
mod clock;
mod conditional;
mod connection;
mod develop;
mod error;
mod events;
mod http;
mod listen;
mod metrics;
mod mirror;
mod negotiate;
mod options;
mod paths;
mod per_worker;
mod prepare;
mod preview;
mod published;
mod pulse;
mod range;
mod redirect;
mod reload;
mod respond;
mod scan;
mod serve;
mod stored;
mod tls;
mod watch;
mod workers;

pub use develop::{DevelopOptions, develop, develop_until};
pub use error::{LoadError, ServeError, TlsError};
pub use hyper::body::Bytes;
pub use mirror::Mirror;
pub use options::{AccessLog, HttpRedirect, Limits, Notice, ServeOptions, TlsFiles};
pub use preview::{ChangedRoutes, Findings, Preview, PreviewResponse, PreviewUpdate};
pub use published::PublishedSite;
pub use respond::{PlannedBody, RequestHead, ResponsePlan, respond};
pub use serve::{serve, serve_until};
pub use stored::{DiskFile, FileChanged};
