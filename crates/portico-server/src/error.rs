//! Why a server could not start.

use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;

/// Why a server could not start or had to end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// Another program listens at the address.
    #[error("`{address}` is already in use")]
    AddressInUse {
        /// The address asked for.
        address: SocketAddr,
    },
    /// The system does not let this user listen there.
    #[error("listening at `{address}` is not permitted")]
    AddressNotPermitted {
        /// The address asked for.
        address: SocketAddr,
    },
    /// The address cannot be listened at for another reason.
    #[error("cannot listen at `{address}`: {source}")]
    Listen {
        /// The address asked for.
        address: SocketAddr,
        /// What the system said.
        source: io::Error,
    },
    /// The published site cannot be loaded.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The certificate for HTTPS cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The site folder cannot be watched for changes.
    #[error("cannot watch `{}` for changes: {message}", path.display())]
    Watch {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        message: String,
    },
    /// The system refused threads, signals or the like.
    #[error("cannot start the server: {0}")]
    Start(#[source] io::Error),
}

impl ServeError {
    /// Says what to do about it, where that is known.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::AddressInUse { address } => Some(format!(
                "stop the program that listens on port {port}, or choose another port, such as {other}",
                port = address.port(),
                other = address.port().checked_add(1).unwrap_or(3000),
            )),
            Self::AddressNotPermitted { .. } => {
                Some("choose a port of 1024 or above, and an address of this machine".to_owned())
            }
            Self::Listen { .. } => Some("choose an address of this machine, such as `127.0.0.1:3000`".to_owned()),
            Self::Load(error) => error.help(),
            Self::Tls(error) => Some(error.help()),
            Self::Watch { .. } => Some(
                "check that it exists and can be read; on Linux, raise `fs.inotify.max_user_watches` for very large folders"
                    .to_owned(),
            ),
            Self::Start(_) => None,
        }
    }
}

/// Why a folder cannot be loaded as a published site.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoadError {
    /// There is no such folder, or it has no build manifest.
    #[error("no published site at `{}`", dir.display())]
    NoSite {
        /// The folder asked for.
        dir: PathBuf,
    },
    /// The build manifest cannot be understood.
    #[error("the build manifest of `{}` cannot be read: {message}", dir.display())]
    Manifest {
        /// The folder asked for.
        dir: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// The build manifest has a format that this version does not know.
    #[error("the build manifest of `{}` has format {found}, this version reads format {known}", dir.display())]
    Format {
        /// The folder asked for.
        dir: PathBuf,
        /// The format it has.
        found: u32,
        /// The format that can be read.
        known: u32,
    },
    /// The manifest names a page whose file is not there, as in a copy that is not finished.
    #[error("`{file}`, the page at `{route}`, is missing from `{}`", dir.display())]
    Incomplete {
        /// The folder asked for.
        dir: PathBuf,
        /// The route of the page.
        route: String,
        /// The file that the manifest names.
        file: String,
    },
    /// A file or folder cannot be read.
    #[error("cannot read `{}`: {source}", path.display())]
    Read {
        /// The file or folder.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

impl LoadError {
    /// Says what to do about it, where that is known.
    pub fn help(&self) -> Option<String> {
        match self {
            Self::NoSite { .. } => {
                Some("build the site first with `portico build`, or name its folder with `--dir`".to_owned())
            }
            Self::Manifest { .. } | Self::Format { .. } => {
                Some("build the site again with this version of `portico`".to_owned())
            }
            Self::Incomplete { .. } => Some("build the site again, or copy it anew as a whole".to_owned()),
            Self::Read { .. } => None,
        }
    }
}

/// Why a certificate cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TlsError {
    /// A file cannot be read, or holds no such thing in PEM.
    #[error("cannot read a {what} from `{}`: {message}", path.display())]
    Read {
        /// `certificate` or `private key`.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// Certificate and key do not work together, or are of a kind that is not known.
    #[error("`{}` cannot be used with `{}`: {message}", certificate.display(), key.display())]
    Unusable {
        /// The certificate's file.
        certificate: PathBuf,
        /// The key's file.
        key: PathBuf,
        /// What is wrong.
        message: String,
    },
}

impl TlsError {
    /// Says what to do about it.
    pub fn help(&self) -> String {
        match self {
            Self::Read { what, .. } => {
                format!("name a PEM file that holds the {what} and that this user may read")
            }
            Self::Unusable { .. } => {
                "name a certificate together with its own private key (RSA, ECDSA or Ed25519)".to_owned()
            }
        }
    }
}
