//! Whom HTTPS clients trust.
//!
//! Every command that asks other servers asks them in the same way; what it asks, it knows itself.

use std::sync::Arc;

use ureq::tls::{Certificate, RootCerts, TlsConfig};

/// TLS for a client that holds certificates against those that the system trusts, as they are now.
///
/// Certificates of the system that cannot be read are left out.
pub fn system_trust() -> TlsConfig {
    let system = rustls_native_certs::load_native_certs();
    let trusted: Vec<_> =
        system.certs.iter().map(|certificate| Certificate::from_der(certificate).to_owned()).collect();
    TlsConfig::builder()
        .unversioned_rustls_crypto_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .root_certs(RootCerts::new_with_certs(&trusted))
        .build()
}
