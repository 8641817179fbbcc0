//! What a server is told when it starts.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::error::{LoadError, TlsError};

/// How [`serve`](crate::serve()) is to run.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The published site: a folder with a build manifest.
    pub dir: PathBuf,
    /// Where to listen; port 0 takes any free port.
    pub address: SocketAddr,
    /// Whether and how requests are logged.
    pub access_log: AccessLog,
    /// Bounds on what clients may use up.
    pub limits: Limits,
    /// The certificate for HTTPS; without one the server speaks plain HTTP.
    pub tls: Option<TlsFiles>,
    /// Where plain HTTP leads to HTTPS; nowhere without it. Of no use without a certificate.
    pub redirect: Option<HttpRedirect>,
    /// Where figures for Prometheus are given at `/metrics`; not at all without one.
    pub metrics: Option<SocketAddr>,
    /// Told of what happens while the server runs and does not end it.
    pub notify: fn(&Notice),
}

impl ServeOptions {
    /// A server of plain HTTP with the usual limits, without log and metrics.
    pub fn new(dir: PathBuf, address: SocketAddr) -> Self {
        Self {
            dir,
            address,
            access_log: AccessLog::Off,
            limits: Limits::default(),
            tls: None,
            redirect: None,
            metrics: None,
            notify: |_| {},
        }
    }
}

/// The files that HTTPS needs. They are read again on a hangup signal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFiles {
    /// The certificate and those of the authorities above it, in PEM.
    pub certificate: PathBuf,
    /// The certificate's private key, in PEM.
    pub key: PathBuf,
}

/// Plain HTTP that leads to HTTPS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HttpRedirect {
    /// Where to listen.
    pub address: SocketAddr,
    /// The port at which readers reach HTTPS; the one that the server listens at if it is not given.
    pub https_port: Option<u16>,
}

/// What an operator may want to know of a server that runs.
#[derive(Debug, thiserror::Error)]
pub enum Notice {
    /// A new build is served.
    #[error("a new build is served")]
    NewBuild,
    /// The folder holds something that cannot be served, so the build before is served on.
    #[error("the last good build is served on: {0}")]
    BuildRefused(LoadError),
    /// A new certificate is shown.
    #[error("the certificate was read again")]
    NewCertificate,
    /// The certificate cannot be used, so the one before is shown on.
    #[error("the last good certificate is used on: {0}")]
    CertificateRefused(TlsError),
}

/// The form of the access log, which goes to standard error, one line for each request.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AccessLog {
    /// No log.
    #[default]
    Off,
    /// A line for people.
    Plain,
    /// A JSON object for machines.
    Json,
}

/// Bounds on what clients may use up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Largest request head, in bytes; a larger one is answered with 431.
    pub header_bytes: usize,
    /// Time from the first byte of a request head to its last.
    pub header_timeout: Duration,
    /// Time that a connection may stay open without a request.
    pub idle_timeout: Duration,
    /// Time that a client may take none of a response that is ready for it, and that it may be behind
    /// [`Self::min_bytes_per_second`].
    pub write_timeout: Duration,
    /// Bytes of responses that a client has to take in a second, on the average of the time in which there is something
    /// for it to take; a slower one loses its connection. 0 is no limit.
    pub min_bytes_per_second: u32,
    /// Requests that one connection may make in a second, over any second; more are answered with 429. 0 is no limit.
    pub requests_per_second: u32,
    /// Requests that one HTTP/2 connection may have open at a time.
    pub streams: u32,
    /// Open connections; at the limit the one that has been idle longest makes room for a new one.
    pub connections: usize,
    /// Time that open requests have to finish after a signal to stop.
    pub shutdown_grace: Duration,
    /// Bytes of files held in memory, where large ones count twice on Linux (they are mirrored); what does not fit, the
    /// largest files first, is read for each request.
    pub memory: u64,
    /// How often the folder is checked for a new build.
    pub reload_interval: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            header_bytes: 16 * 1024,
            header_timeout: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(75),
            write_timeout: Duration::from_secs(30),
            min_bytes_per_second: 1024,
            requests_per_second: 10_000,
            streams: 128,
            connections: 4096,
            shutdown_grace: Duration::from_secs(10),
            memory: 512 * 1024 * 1024,
            reload_interval: Duration::from_millis(500),
        }
    }
}
