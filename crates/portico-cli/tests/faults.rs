//! What may go wrong around a build and a server: the last good site stays whole, and the next build is right.
//!
//! A site is whole if its files are, byte for byte, those of a build that nothing disturbed, but for what it keeps of the
//! release before.
#![allow(clippy::disallowed_methods, reason = "tests read what the binary wrote, and use the clock")]
#![cfg(unix)]

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use common::{PATIENCE, PORTICO, Served, command, files, portico, said};
use portico_contract::{MANIFEST_FILE, Manifest};
use tempfile::TempDir;

type Files = BTreeMap<String, Vec<u8>>;

/// The files of a published site without those that it keeps of the release before, which are there if it says so.
fn own_files(dist: &Path) -> Files {
    let mut found = files(dist);
    let manifest = found.get_mut(MANIFEST_FILE).expect("a site has a manifest");
    let mut written: Manifest = serde_json::from_slice(manifest).expect("a manifest is whole");
    let retained = std::mem::take(&mut written.retained);
    *manifest = serde_json::to_vec(&written).expect("plain data");
    for path in retained {
        assert!(found.remove(&path).is_some(), "`{path}` of the release before is not there");
    }
    found
}

/// A site of two states, with a build of each that nothing disturbed.
struct Fixture {
    folder: TempDir,
    whole: [Files; 2],
}

impl Fixture {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        // Others than its owner are to come in, for tests that run as somebody else.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("permitted");
        assert!(portico(&["new", "docs"], folder.path()).status.success());
        let mut fixture = Self { folder, whole: [Files::new(), Files::new()] };
        for state in [1, 0] {
            fixture.write_state(state);
            let out = format!("whole-{state}");
            let built = portico(&["build", "--site", "docs", "--out", &out], fixture.path());
            assert!(built.status.success(), "{}", said(&built));
            fixture.whole[state] = own_files(&fixture.path().join(out));
        }
        assert!(fixture.whole[0] != fixture.whole[1]);
        let built = fixture.build();
        assert!(built.status.success(), "{}", said(&built));
        assert_eq!(fixture.state(), Some(0));
        fixture
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn dist(&self) -> PathBuf {
        self.path().join("dist")
    }

    /// Writes the sources of a state: a page changes, and another comes and goes.
    fn write_state(&self, state: usize) {
        let content = self.path().join("docs/content");
        fs::write(content.join("state.md"), format!("# State\n\nThis is state {state}.\n")).expect("written");
        let extra = content.join("extra.md");
        if state == 1 {
            fs::write(extra, "# Extra\n\nOnly in one state.\n").expect("written");
        } else if extra.exists() {
            fs::remove_file(extra).expect("removed");
        }
    }

    fn build(&self) -> Output {
        portico(&["build", "--site", "docs"], self.path())
    }

    /// Which state the published site is of; nothing if it is not whole.
    fn state(&self) -> Option<usize> {
        let found = own_files(&self.dist());
        self.whole.iter().position(|whole| *whole == found)
    }

    /// Tells what is not as in a whole site, for a message.
    fn difference(&self, state: usize) -> Vec<String> {
        let found = own_files(&self.dist());
        let names = found.keys().chain(self.whole[state].keys());
        let differs = names.filter(|name| found.get(*name) != self.whole[state].get(*name));
        differs.take(10).cloned().collect()
    }

    /// Checks that a build now gives a state, whatever was before.
    fn check_next_build(&self, state: usize) {
        self.write_state(state);
        let built = self.build();
        assert!(built.status.success(), "{}", said(&built));
        assert_eq!(self.state(), Some(state), "{:?}", self.difference(state));
        let left =
            fs::read_dir(self.path()).expect("listed").map(|entry| entry.expect("readable").file_name());
        let left: Vec<_> = left.filter(|name| name.to_string_lossy().starts_with(".dist.next")).collect();
        assert!(left.is_empty(), "{left:?} was left behind");
    }
}

/// Runs a shell script with the program as `$PORTICO`.
fn shell(script: &str, folder: &Path) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-ec", script]).current_dir(folder).env("PORTICO", PORTICO).stdin(Stdio::null());
    shell.output().expect("there is a shell")
}

/// A command for somebody whom permissions bind: they do not bind root.
fn as_anybody(arguments: &[&str], folder: &Path) -> Command {
    let id = Command::new("id").arg("-u").output().expect("there is `id`");
    if id.stdout.trim_ascii() != b"0" {
        return command(arguments, folder);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs", PORTICO]);
    command.args(arguments).current_dir(folder).env_clear().stdin(Stdio::null());
    command.env("PATH", "/usr/bin:/bin");
    command
}

/// Gives a folder with everything in it to all, or to none, to write.
fn set_writable(folder: &Path, is_writable: bool) {
    let mode = if is_writable { "a+rwX" } else { "a-w,a+rX" };
    let status = Command::new("chmod").args(["-R", mode]).arg(folder).status().expect("there is `chmod`");
    assert!(status.success());
}

#[test]
fn killed_builds_leave_a_whole_site_that_is_served_all_the_while() {
    const KILLS: u32 = 24;
    let fixture = Fixture::new();
    let started = Instant::now();
    fixture.check_next_build(1);
    let whole_build = started.elapsed();
    let mut serve = command(&["serve", "--dir", "dist", "--addr", "127.0.0.1:0"], fixture.path());
    serve.stderr(Stdio::null());
    let mut served = Served::start(serve);
    let mut latest = 1;
    for kill in 0..KILLS {
        let next = 1 - latest;
        fixture.write_state(next);
        let mut build = command(&["build", "--site", "docs"], fixture.path());
        let mut build = build.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("portico runs");
        // From the first moment to a little after the last.
        thread::sleep(whole_build * kill / (KILLS - 4));
        let _ = build.kill();
        build.wait().expect("it is over");
        let state = fixture.state();
        assert!(state.is_some(), "kill {kill} left a site that is not whole: {:?}", fixture.difference(next));
        latest = state.unwrap_or(latest);
        let (status, answer) = served.get("/state");
        assert!(status == 200 && answer.contains("This is state "), "{answer}");
        if kill % 8 == 7 {
            // The server is killed too, and starts again with what is there.
            drop(served);
            let mut serve = command(&["serve", "--dir", "dist", "--addr", "127.0.0.1:0"], fixture.path());
            serve.stderr(Stdio::null());
            served = Served::start(serve);
            let (_, answer) = served.get("/state");
            assert!(answer.contains(&format!("This is state {latest}.")), "{answer}");
        }
    }
    let next = 1 - latest;
    fixture.check_next_build(next);
    let started = Instant::now();
    while !served.get("/state").1.contains(&format!("This is state {next}.")) {
        assert!(started.elapsed() < PATIENCE, "the build is not served");
        thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn a_file_that_may_not_grow_fails_the_build_alone() {
    let fixture = Fixture::new();
    fixture.write_state(1);
    // The limit is in blocks of 512 bytes; without the signal, writing beyond it is an error like a full disk.
    let limited = shell("trap '' XFSZ; ulimit -f 2; exec \"$PORTICO\" build --site docs", fixture.path());
    assert_eq!(limited.status.code(), Some(1), "{}", said(&limited));
    assert!(said(&limited).contains("cannot write `"), "{}", said(&limited));
    assert_eq!(fixture.state(), Some(0), "{:?}", fixture.difference(0));
    // With the signal the build ends where it stands, as if it were killed.
    let killed = shell("ulimit -f 2; exec \"$PORTICO\" build --site docs", fixture.path());
    assert!(!killed.status.success());
    assert_eq!(fixture.state(), Some(0), "{:?}", fixture.difference(0));
    fixture.check_next_build(1);
}

#[test]
fn a_full_disk_fails_the_build_alone() {
    let fixture = Fixture::new();
    fixture.write_state(1);
    // A disk of its own, which has room for the site that is there and for half of another.
    let script = r#"
        mkdir disk
        used=$(du -sk dist docs | awk '{sum += $1} END {print sum}')
        half=$(du -sk dist | awk '{print int($1 / 2)}')
        mount -t tmpfs -o size=$((used + half))k,mode=755 none disk || exit 77
        cp -R docs dist disk/
        cd disk
        code=0
        "$PORTICO" build --site docs || code=$?
        cp -R dist ../dist-after
        [ ! -e .dist.next ] || exit 78
        rm -rf dist
        "$PORTICO" build --site docs
        cp -R dist ../dist-next
        exit $code
    "#;
    let mut unshare = Command::new("unshare");
    unshare.args(["-rm", "sh", "-ec", script]).current_dir(fixture.path()).env("PORTICO", PORTICO);
    let output = match unshare.output() {
        Ok(output) if output.status.code() != Some(77) && !said(&output).contains("unshare:") => output,
        _ => {
            eprintln!("SKIPPED: this system lets no user mount a disk of their own");
            return;
        }
    };
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains("No space left on device"), "{}", said(&output));
    assert!(own_files(&fixture.path().join("dist-after")) == fixture.whole[0], "the site was harmed");
    assert!(own_files(&fixture.path().join("dist-next")) == fixture.whole[1], "the next build is not right");
}

#[test]
fn what_may_not_be_written_or_read_is_told_and_harms_nothing() {
    let fixture = Fixture::new();
    let folder = fixture.path();
    set_writable(folder, true);
    fixture.write_state(1);
    set_writable(folder, false);
    let refused = as_anybody(&["build", "--site", "docs"], folder).output().expect("it runs");
    assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
    assert!(said(&refused).contains("Permission denied"), "{}", said(&refused));
    assert_eq!(fixture.state(), Some(0), "{:?}", fixture.difference(0));

    set_writable(folder, true);
    let secret = folder.join("docs/content/state.md");
    fs::set_permissions(&secret, fs::Permissions::from_mode(0o000)).expect("permitted");
    let refused = as_anybody(&["build", "--site", "docs"], folder).output().expect("it runs");
    assert_eq!(refused.status.code(), Some(1), "{}", said(&refused));
    let message = said(&refused);
    assert!(message.contains("state.md") && message.contains("Permission denied"), "{message}");
    assert_eq!(fixture.state(), Some(0), "{:?}", fixture.difference(0));

    fs::set_permissions(&secret, fs::Permissions::from_mode(0o644)).expect("permitted");
    set_writable(folder, true);
    fixture.check_next_build(1);
}

#[test]
fn the_server_needs_no_rights_but_to_read() {
    let fixture = Fixture::new();
    let folder = fixture.path();
    set_writable(folder, false);
    let before = files(folder);
    let arguments = ["serve", "--dir", "dist", "--addr", "127.0.0.1:0", "--access-log", "json"];
    let served = Served::start({
        let mut serve = as_anybody(&arguments, folder);
        serve.stderr(Stdio::null());
        serve
    });
    for (target, status) in [("/", 200), ("/state", 200), ("/nothing", 404), ("/-/health", 200)] {
        assert_eq!(served.get(target).0, status, "{target}");
    }
    #[cfg(target_os = "linux")]
    {
        let status = fs::read_to_string(format!("/proc/{}/status", served.process.id())).expect("it runs");
        let line =
            |name: &str| status.lines().find(|line| line.starts_with(name)).unwrap_or_default().to_owned();
        assert!(!line("Uid:").split_whitespace().any(|id| id == "0"), "{}", line("Uid:"));
        assert!(line("CapEff:").ends_with("0000000000000000"), "{}", line("CapEff:"));
    }
    drop(served);
    assert!(files(folder) == before, "the server wrote something");
    set_writable(folder, true);
}

#[test]
fn two_builds_at_once_give_one_whole_site() {
    let fixture = Fixture::new();
    let mut state = 0;
    for _ in 0..4 {
        state = 1 - state;
        fixture.write_state(state);
        let start = || {
            let mut build = command(&["build", "--site", "docs"], fixture.path());
            build.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("portico runs")
        };
        let builds = [start(), start(), start()].map(|build| build.wait_with_output().expect("it is over"));
        assert!(builds.iter().any(|build| build.status.success()), "no build did it: {builds:?}");
        for build in builds.iter().filter(|build| !build.status.success()) {
            assert!(said(build).contains("another build is writing to `dist`"), "{}", said(build));
        }
        assert_eq!(fixture.state(), Some(state), "{:?}", fixture.difference(state));
    }
    fixture.check_next_build(1 - state);
}
