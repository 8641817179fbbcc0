//! The access log: one line on standard error for each request.
//!
//! Lines are written by a thread of their own, so that a slow terminal or pipe delays no reader; when it falls too far
//! behind, lines are dropped and counted.

use std::fmt::Write as _;
use std::io::Write as _;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use hyper::HeaderMap;
use hyper::header::{HeaderName, REFERER, USER_AGENT};
use serde_json::json;

use crate::options::AccessLog;

/// What is told of a request and its answer. Of what could not be read, the method and the target are `-`.
pub(crate) struct Entry<'r> {
    pub(crate) client: IpAddr,
    pub(crate) method: &'r str,
    pub(crate) target: &'r str,
    pub(crate) status: u16,
    pub(crate) bytes: u64,
    pub(crate) took: Duration,
    pub(crate) headers: &'r HeaderMap,
}

/// Writes the access log.
pub(crate) struct Logger {
    form: AccessLog,
    /// Present until the end.
    lines: Option<SyncSender<String>>,
    writer: Option<JoinHandle<()>>,
    n_dropped: AtomicU64,
}

impl Drop for Logger {
    /// Waits until the last line is written.
    fn drop(&mut self) {
        drop(self.lines.take());
        if let Some(writer) = self.writer.take() {
            let _ = writer.join();
        }
    }
}

impl Logger {
    /// Starts the log, or nothing if there is to be none.
    pub(crate) fn start(form: AccessLog) -> Option<Self> {
        const BACKLOG: usize = 8192;
        if form == AccessLog::Off {
            return None;
        }
        let (lines, written) = sync_channel(BACKLOG);
        let writer = thread::Builder::new().name("portico-access-log".to_owned());
        let writer = writer.spawn(move || write_lines(&written)).ok();
        Some(Self { form, lines: Some(lines), writer, n_dropped: AtomicU64::new(0) })
    }

    /// Logs a request.
    pub(crate) fn log(&self, entry: &Entry<'_>) {
        let n_dropped = self.n_dropped.swap(0, Ordering::Relaxed);
        let line = line(self.form, entry, SystemTime::now(), n_dropped);
        if self.lines.as_ref().is_some_and(|lines| lines.try_send(line).is_err()) {
            self.n_dropped.fetch_add(n_dropped + 1, Ordering::Relaxed);
        }
    }
}

fn write_lines(lines: &Receiver<String>) {
    let mut batch = String::new();
    while let Ok(line) = lines.recv() {
        batch.clear();
        batch.push_str(&line);
        while batch.len() < 64 * 1024
            && let Ok(line) = lines.try_recv()
        {
            batch.push_str(&line);
        }
        // Nobody is left to be told if standard error is closed.
        let _ = std::io::stderr().lock().write_all(batch.as_bytes());
    }
}

fn line(form: AccessLog, entry: &Entry<'_>, now: SystemTime, n_dropped: u64) -> String {
    let header = |name: HeaderName| {
        entry.headers.get(name).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned())
    };
    let micros = u64::try_from(entry.took.as_micros()).unwrap_or(u64::MAX);
    if form == AccessLog::Json {
        let mut object = json!({
            "time": timestamp(now),
            "client": entry.client.to_string(),
            "method": entry.method,
            "target": entry.target,
            "status": entry.status,
            "bytes": entry.bytes,
            "micros": micros,
            "referer": header(REFERER),
            "userAgent": header(USER_AGENT),
        });
        if n_dropped > 0 {
            object["dropped"] = n_dropped.into();
        }
        return format!("{object}\n");
    }
    let mut line = format!(
        "{time} {client} {method} {target} {status} {bytes}B {micros}us",
        time = timestamp(now),
        client = entry.client,
        method = entry.method,
        target = entry.target.escape_debug(),
        status = entry.status,
        bytes = entry.bytes,
    );
    for value in [header(REFERER), header(USER_AGENT)] {
        match value {
            Some(value) => write!(line, " \"{}\"", value.escape_debug()),
            None => write!(line, " -"),
        }
        .expect("writing to a string does not fail");
    }
    if n_dropped > 0 {
        write!(line, " ({n_dropped} lines dropped)").expect("writing to a string does not fail");
    }
    line.push('\n');
    line
}

/// Writes a time as RFC 3339 in UTC with milliseconds.
fn timestamp(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (days, seconds) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    let (year, month, day) = civil_date(days);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let millis = since.subsec_millis();
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{millis:03}Z")
}

/// The date so many days after 1 January 1970, counted in eras of 400 years that begin on 1 March.
fn civil_date(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    fn logged(form: AccessLog) -> String {
        let headers = HeaderMap::from_iter([(USER_AGENT, HeaderValue::from_static("a \"b\""))]);
        let entry = Entry {
            client: IpAddr::from([127, 0, 0, 1]),
            method: "GET",
            target: "/a?b",
            status: 200,
            bytes: 12,
            took: Duration::from_micros(34),
            headers: &headers,
        };
        line(form, &entry, UNIX_EPOCH + Duration::from_millis(1_709_210_096_789), 0)
    }

    #[test]
    fn lines() {
        let plain = "2024-02-29T12:34:56.789Z 127.0.0.1 GET /a?b 200 12B 34us - \"a \\\"b\\\"\"\n";
        assert_eq!(logged(AccessLog::Plain), plain);
        let json = concat!(
            r#"{"time":"2024-02-29T12:34:56.789Z","client":"127.0.0.1","method":"GET","target":"/a?b","status":200,"#,
            r#""bytes":12,"micros":34,"referer":null,"userAgent":"a \"b\""}"#,
            "\n"
        );
        assert_eq!(logged(AccessLog::Json), json);
    }

    #[test]
    fn dates() {
        assert_eq!(civil_date(0), (1970, 1, 1));
        assert_eq!(civil_date(10_956), (1999, 12, 31));
        assert_eq!(civil_date(11_016), (2000, 2, 29));
        assert_eq!(civil_date(20_088), (2024, 12, 31));
    }
}
