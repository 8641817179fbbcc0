//! Sites, builds and servers as a user has them.

#![allow(dead_code, reason = "each test file uses its own part")]

#[path = "../../../portico-server/tests/common/https.rs"]
pub(crate) mod https;

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::Duration;

/// Nothing that should happen takes nearly as long.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// The program.
pub(crate) const PORTICO: &str = env!("CARGO_BIN_EXE_portico");

/// Runs the program in a folder.
pub(crate) fn portico(arguments: &[&str], folder: &Path) -> Output {
    command(arguments, folder).output().expect("portico runs")
}

/// The program, to be run in a folder.
pub(crate) fn command(arguments: &[&str], folder: &Path) -> Command {
    let mut command = Command::new(PORTICO);
    command.args(arguments).current_dir(folder).env_clear().stdin(Stdio::null());
    command
}

/// A small site that the tests of all crates share.
pub(crate) fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures").join(name)
}

/// What a program said on standard error.
pub(crate) fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Every file of a folder by path, with its bytes.
pub(crate) fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut queue = vec![folder.to_owned()];
    while let Some(path) = queue.pop() {
        if path.is_dir() {
            queue.extend(fs::read_dir(path).expect("listed").map(|entry| entry.expect("readable").path()));
        } else {
            let name = path.strip_prefix(folder).expect("below").to_str().expect("UTF-8").to_owned();
            found.insert(name, fs::read(&path).expect("readable"));
        }
    }
    found
}

/// A running `portico serve`, killed when dropped.
pub(crate) struct Served {
    pub(crate) process: Child,
    pub(crate) address: SocketAddr,
}

impl Served {
    /// Starts a server and waits until it says where it listens.
    pub(crate) fn start(mut command: Command) -> Self {
        let mut process = command.stdout(Stdio::piped()).spawn().expect("portico runs");
        let mut line = String::new();
        let said = BufReader::new(process.stdout.take().expect("piped")).read_line(&mut line);
        said.expect("the server says where it listens");
        let address = line.trim().rsplit("://").next().and_then(|address| address.parse().ok());
        Self { process, address: address.unwrap_or_else(|| panic!("no address in {line:?}")) }
    }

    /// Asks for a target on a connection of its own: the status and the whole answer.
    pub(crate) fn get(&self, target: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(self.address).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        let request = format!("GET {target} HTTP/1.1\r\nHost: portal.test\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("asked");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("answered");
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
        (status.unwrap_or_else(|| panic!("no status in {answer:?}")), answer)
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
