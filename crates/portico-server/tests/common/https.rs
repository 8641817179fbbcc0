//! Certificates for a test, and a client that trusts them.

#![allow(clippy::unwrap_used, reason = "a test fails loudly")]

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;

use portico_server::TlsFiles;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use super::PATIENCE;

/// Writes a fresh certificate for `localhost` with its key into a folder, over the one before.
pub(crate) fn write_certificate(folder: &Path) -> TlsFiles {
    let CertifiedKey { cert, signing_key } = generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let files = TlsFiles { certificate: folder.join("certificate.pem"), key: folder.join("key.pem") };
    std::fs::write(&files.certificate, cert.pem()).unwrap();
    std::fs::write(&files.key, signing_key.serialize_pem()).unwrap();
    files
}

/// The certificate in the files.
pub(crate) fn certificate(files: &TlsFiles) -> CertificateDer<'static> {
    CertificateDer::from_pem_file(&files.certificate).unwrap()
}

/// Connects to a server, which has to show this very certificate, offering versions of HTTP.
pub(crate) fn connect(
    address: SocketAddr,
    certificate: CertificateDer<'static>,
    versions: &[&str],
) -> Result<StreamOwned<ClientConnection, TcpStream>, String> {
    let mut trusted = RootCertStore::empty();
    trusted.add(certificate).unwrap();
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(trusted)
        .with_no_client_auth();
    config.alpn_protocols = versions.iter().map(|version| version.as_bytes().to_vec()).collect();
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    let connection =
        ClientConnection::new(Arc::new(config), ServerName::try_from("localhost").unwrap()).unwrap();
    let mut connection = StreamOwned::new(connection, stream);
    // The handshake happens with the first bytes.
    connection.flush().map_err(|error| error.to_string())?;
    while connection.conn.is_handshaking() {
        connection.conn.complete_io(&mut connection.sock).map_err(|error| error.to_string())?;
    }
    Ok(connection)
}

/// Asks for a target on a connection of its own and gives the whole answer, head and body.
pub(crate) fn get(address: SocketAddr, certificate: CertificateDer<'static>, target: &str) -> String {
    let mut connection = connect(address, certificate, &["http/1.1"]).unwrap();
    write!(connection, "GET {target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    connection.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}
