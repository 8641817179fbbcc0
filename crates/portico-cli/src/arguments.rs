//! What can be typed. The help texts are the command's documentation.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Builds and serves developer portals from Markdown.
///
/// A site folder holds `portal.toml` (settings), `sidebars.toml` (navigation), `redirects.toml` (old routes),
/// `content/` (pages), `data/` (tables) and `static/` (files published as they are). `portico new` makes one.
///
/// Any setting can be overridden by an environment variable: `PORTICO_PROVIDER__NAME` stands for `provider.name`.
///
/// Exit codes: 0 done, 1 the site has errors or cannot be read or written, 2 bad usage.
#[derive(Debug, Parser)]
#[command(name = "portico", version, max_term_width = 100)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Make a fresh site folder that builds.
    New(NewArguments),
    /// Make a site folder of another engine's project.
    ///
    /// The project's configuration is evaluated without network and installed packages, and nothing outside the project
    /// folder is read. What cannot be carried over is reported, file by file.
    Import(ImportArguments),
    /// Build the published site.
    ///
    /// The site is written beside the old one, which it replaces at the end. With errors nothing is replaced.
    Build(BuildArguments),
    /// Report every mistake of a site without writing anything.
    Check(CheckArguments),
    /// Show the site while you write: follows every save, in the open page.
    Dev(DevArguments),
    /// Feed a hosted search with the site's pages.
    Search(SearchArguments),
    /// Serve a published site to coding agents, over the Model Context Protocol.
    ///
    /// Speaks on standard input and output, as clients of the protocol start it. Agents search, read pages as Markdown,
    /// list them and look up codes. Nothing is written, and nothing leaves this machine.
    Mcp(McpArguments),
    /// Serve a published site.
    ///
    /// Speaks HTTP/1.1 and HTTP/2. Follows new builds of the folder without dropping a request. Ctrl+C ends it once open
    /// requests are answered. `/-/health` says whether it is there.
    Serve(ServeArguments),
}

#[derive(Debug, Args)]
pub(crate) struct NewArguments {
    /// The folder to make; it must not exist, or be empty.
    pub(crate) dir: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct ImportArguments {
    #[command(subcommand)]
    pub(crate) source: ImportSource,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ImportSource {
    /// A Docusaurus project: its docs, Markdown pages, static files, sidebars, redirects and settings.
    Docusaurus {
        /// The project folder, which holds `docusaurus.config.*`.
        project: PathBuf,
        /// The site folder to make; it must not exist, or be empty.
        #[arg(long)]
        out: PathBuf,
    },
}

#[derive(Debug, Args)]
pub(crate) struct SiteArguments {
    /// The site folder.
    #[arg(long, default_value = "site")]
    pub(crate) site: PathBuf,
    /// Count warnings as errors.
    #[arg(long)]
    pub(crate) strict: bool,
    /// How diagnostics are written to standard error: for people, or one JSON object a line.
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub(crate) format: Format,
}

#[derive(Debug, Args)]
pub(crate) struct CacheArguments {
    /// Folder for what one run keeps for the next [default: `.portico/cache` in the site folder].
    ///
    /// It can be deleted at any time, and is best kept together with the published site, whose files are taken over
    /// where they stay the same.
    #[arg(long, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
    /// Make everything anew and keep nothing.
    #[arg(long, conflicts_with = "cache")]
    pub(crate) no_cache: bool,
}

impl CacheArguments {
    /// The folder for a site, if there is to be one.
    pub(crate) fn folder(&self, site: &Path) -> Option<PathBuf> {
        let folder = self.cache.clone().unwrap_or_else(|| site.join(".portico/cache"));
        (!self.no_cache).then_some(folder)
    }
}

#[derive(Debug, Args)]
pub(crate) struct BuildArguments {
    #[command(flatten)]
    pub(crate) site: SiteArguments,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
    /// The folder for the published site.
    #[arg(long, default_value = "dist")]
    pub(crate) out: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    #[command(flatten)]
    pub(crate) site: SiteArguments,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
    #[command(flatten)]
    pub(crate) external: ExternalArguments,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Outside links")]
pub(crate) struct ExternalArguments {
    /// Ask the addresses outside the site, too, whether something is there.
    ///
    /// Hosts are asked side by side, each with one request at a time and a pause between. Good answers are kept for a
    /// week, bad ones for an hour.
    #[arg(long)]
    pub(crate) external: bool,
    /// File for what the addresses answered [default: `.portico/outside-links.json` in the site folder].
    #[arg(long, value_name = "FILE", requires = "external")]
    pub(crate) external_cache: Option<PathBuf>,
    /// Pause between two requests to one host, in milliseconds.
    #[arg(long, value_name = "MILLISECONDS", default_value_t = 1000, requires = "external")]
    pub(crate) external_pause: u64,
    /// How long to wait for an answer, in seconds.
    #[arg(long, value_name = "SECONDS", default_value_t = 15, requires = "external")]
    pub(crate) external_timeout: u64,
    /// Most addresses to ask; the rest waits for the next check.
    #[arg(long, value_name = "NUMBER", default_value_t = 1000, requires = "external")]
    pub(crate) external_limit: usize,
}

#[derive(Debug, Args)]
pub(crate) struct SearchArguments {
    #[command(subcommand)]
    pub(crate) action: SearchAction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum SearchAction {
    /// Bring the site's records to the cluster of `[search.typesense]`.
    ///
    /// They go into a new collection, to which the alias is switched once all have arrived. Until then searches see what
    /// they saw before, and after a failure too. The admin key is read from the environment variable
    /// `TYPESENSE_ADMIN_KEY` and shown nowhere.
    Push {
        #[command(flatten)]
        site: SiteArguments,
        /// Say what would be pushed, and where to; nothing is sent.
        #[arg(long)]
        dry_run: bool,
    },
    /// Write the site's records as JSON, one document a line: what `push` sends.
    Export {
        #[command(flatten)]
        site: SiteArguments,
        /// The file to write; standard output if there is none.
        #[arg(long)]
        out: Option<PathBuf>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct McpArguments {
    /// The published site.
    #[arg(long, default_value = "dist")]
    pub(crate) dir: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct DevArguments {
    /// The site folder.
    #[arg(long, default_value = "site")]
    pub(crate) site: PathBuf,
    /// Port on this machine.
    #[arg(long, default_value_t = 3000)]
    pub(crate) port: u16,
    #[command(flatten)]
    pub(crate) cache: CacheArguments,
}

#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    /// The published site.
    #[arg(long, default_value = "dist")]
    pub(crate) dir: PathBuf,
    /// Address and port to listen on; 0.0.0.0 reaches other machines.
    #[arg(long, default_value = "127.0.0.1:3000")]
    pub(crate) addr: SocketAddr,
    /// Log of requests on standard error.
    #[arg(long, value_enum, default_value_t = Log::Off)]
    pub(crate) access_log: Log,
    /// Certificate for HTTPS with those above it, a PEM file; read again on SIGHUP.
    #[arg(long, requires = "tls_key")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// The certificate's private key, a PEM file.
    #[arg(long, requires = "tls_cert")]
    pub(crate) tls_key: Option<PathBuf>,
    /// Address and port at which plain HTTP leads to HTTPS, such as 0.0.0.0:80.
    #[arg(long, requires = "tls_cert")]
    pub(crate) redirect_http: Option<SocketAddr>,
    /// Port at which readers reach HTTPS [default: that of `--addr`].
    #[arg(long, requires = "redirect_http", value_name = "PORT")]
    pub(crate) https_port: Option<u16>,
    /// Address and port for figures in Prometheus' format, at /metrics; keep it from readers.
    #[arg(long)]
    pub(crate) metrics: Option<SocketAddr>,
    /// Connections that may be open; at the limit the one idle longest makes room.
    #[arg(long, default_value_t = 4096)]
    pub(crate) max_connections: usize,
    /// Requests that one connection may make in a second; 0 is no limit.
    #[arg(long, default_value_t = 10_000)]
    pub(crate) max_requests_per_second: u32,
    /// Bytes that a client has to take in a second, on average, of what it asked for; a slower one loses its connection.
    /// 0 is no limit.
    #[arg(long, default_value_t = 1024)]
    pub(crate) min_bytes_per_second: u32,
    /// Seconds for which a client may take nothing of what it asked for, or be behind `--min-bytes-per-second`.
    #[arg(long, default_value_t = 30, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) write_timeout: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// With the source line, in colour on a terminal unless `NO_COLOR` is set.
    Human,
    /// One JSON object a line.
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Log {
    /// No log.
    Off,
    /// A line for people.
    Plain,
    /// A JSON object a line.
    Json,
}
