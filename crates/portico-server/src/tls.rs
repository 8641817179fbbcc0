//! HTTPS: the certificate, how a connection is made private, and a new certificate without a new start.

use std::sync::{Arc, PoisonError, RwLock};

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;

use crate::error::TlsError;
use crate::options::TlsFiles;

/// The names by which a client and the server agree on a version of HTTP (RFC 7301), those we like best first.
pub(crate) const HTTP_2: &[u8] = b"h2";
const HTTP_1: &[u8] = b"http/1.1";

/// The certificate in use.
pub(crate) struct Tls {
    files: TlsFiles,
    config: RwLock<Arc<ServerConfig>>,
}

impl Tls {
    /// Reads the certificate.
    pub(crate) fn load(files: TlsFiles) -> Result<Self, TlsError> {
        let config = RwLock::new(Arc::new(configure(&files)?));
        Ok(Self { files, config })
    }

    /// Reads the certificate again; one that cannot be used leaves the present one in its place.
    pub(crate) fn reload(&self) -> Result<(), TlsError> {
        let config = Arc::new(configure(&self.files)?);
        *self.config.write().unwrap_or_else(PoisonError::into_inner) = config;
        Ok(())
    }

    /// Makes connections private with the present certificate.
    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(Arc::clone(&self.config.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

fn configure(files: &TlsFiles) -> Result<ServerConfig, TlsError> {
    let unusable = |error: rustls::Error| TlsError::Unusable {
        certificate: files.certificate.clone(),
        key: files.key.clone(),
        message: error.to_string(),
    };
    let certificates = CertificateDer::pem_file_iter(&files.certificate)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| error.to_string())
        .and_then(|found| if found.is_empty() { Err("there is none".to_owned()) } else { Ok(found) });
    let certificates = certificates.map_err(|message| TlsError::Read {
        what: "certificate",
        path: files.certificate.clone(),
        message,
    })?;
    let key = PrivateKeyDer::from_pem_file(&files.key).map_err(|error| TlsError::Read {
        what: "private key",
        path: files.key.clone(),
        message: error.to_string(),
    })?;
    let mut config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(unusable)?
        .with_no_client_auth()
        .with_single_cert(certificates, key)
        .map_err(unusable)?;
    config.alpn_protocols = vec![HTTP_2.to_vec(), HTTP_1.to_vec()];
    // So that a reader who comes back need not wait for a whole handshake.
    config.ticketer = ring::Ticketer::new().map_err(unusable)?;
    Ok(config)
}
