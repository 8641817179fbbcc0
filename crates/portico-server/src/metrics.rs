//! Figures for Prometheus, in its text format 0.0.4.
//!
//! Counting is a few additions for each request; nothing is computed until somebody asks.

use std::fmt::Write as _;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use hyper::body::Incoming;
use hyper::header::{CONTENT_TYPE, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};

use crate::connection::Connections;
use crate::http::{Handler, ResponseBody, head_of, text_reply};
use crate::reload::CurrentSite;
use crate::respond::plain_text;

/// Where the figures are given.
const METRICS_PATH: &str = "/metrics";

/// The statuses that are answered with; what has any other is counted together, in case one is missing here.
const STATUSES: [u16; 15] = [200, 204, 206, 301, 302, 304, 400, 404, 405, 412, 416, 429, 431, 500, 503];

/// Upper bounds of the histogram of answering times, in microseconds.
const BOUNDS: [u64; 8] = [50, 100, 250, 500, 1_000, 5_000, 50_000, 1_000_000];

/// What was counted since the server started.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    by_status: [AtomicU64; STATUSES.len()],
    n_others: AtomicU64,
    body_bytes: AtomicU64,
    by_time: [AtomicU64; BOUNDS.len() + 1],
    micros: AtomicU64,
    n_builds: AtomicU64,
    n_refused_builds: AtomicU64,
}

impl Metrics {
    /// Counts an answer.
    pub(crate) fn count(&self, status: StatusCode, body_bytes: u64, took: Duration) {
        let slot = STATUSES.iter().position(|known| *known == status.as_u16());
        add(slot.map_or(&self.n_others, |slot| &self.by_status[slot]), 1);
        add(&self.body_bytes, body_bytes);
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let slot = BOUNDS.iter().position(|bound| micros <= *bound).unwrap_or(BOUNDS.len());
        add(&self.by_time[slot], 1);
        add(&self.micros, micros);
    }

    /// Counts a build that was taken over.
    pub(crate) fn count_build(&self) {
        add(&self.n_builds, 1);
    }

    /// Counts a build that could not be taken over.
    pub(crate) fn count_refused_build(&self) {
        add(&self.n_refused_builds, 1);
    }

    /// Writes all figures.
    fn write(&self, connections: &Connections, n_files: usize) -> String {
        let mut text = String::with_capacity(2048);
        self.write_requests(&mut text);
        let (n_open, n_ever) = connections.counts();
        let (n_builds, n_refused) = (read(&self.n_builds), read(&self.n_refused_builds));
        write!(
            text,
            "# HELP portico_connections_open Connections that are open.\n\
             # TYPE portico_connections_open gauge\n\
             portico_connections_open {n_open}\n\
             # HELP portico_connections_total Connections that were accepted.\n\
             # TYPE portico_connections_total counter\n\
             portico_connections_total {n_ever}\n\
             # HELP portico_builds_total New builds that were found, by what became of them.\n\
             # TYPE portico_builds_total counter\n\
             portico_builds_total{{result=\"served\"}} {n_builds}\n\
             portico_builds_total{{result=\"refused\"}} {n_refused}\n\
             # HELP portico_paths Paths that can be served.\n\
             # TYPE portico_paths gauge\n\
             portico_paths {n_files}\n",
        )
        .expect("writing to a string does not fail");
        text
    }

    fn write_requests(&self, text: &mut String) {
        let mut line = |line: std::fmt::Arguments<'_>| {
            text.write_fmt(line)
                .and_then(|()| text.write_char('\n'))
                .expect("writing to a string does not fail");
        };
        line(format_args!("# HELP portico_requests_total Requests that were answered, by status."));
        line(format_args!("# TYPE portico_requests_total counter"));
        for (status, count) in STATUSES.iter().zip(&self.by_status) {
            line(format_args!("portico_requests_total{{status=\"{status}\"}} {}", read(count)));
        }
        line(format_args!("portico_requests_total{{status=\"other\"}} {}", read(&self.n_others)));
        line(format_args!("# HELP portico_body_bytes_total Bytes of bodies that were answered with."));
        line(format_args!("# TYPE portico_body_bytes_total counter"));
        line(format_args!("portico_body_bytes_total {}", read(&self.body_bytes)));
        line(format_args!("# HELP portico_answer_seconds Time from a request's head to its answer's head."));
        line(format_args!("# TYPE portico_answer_seconds histogram"));
        let mut n_answers = 0;
        for (bound, count) in BOUNDS.iter().zip(&self.by_time) {
            n_answers += read(count);
            line(format_args!("portico_answer_seconds_bucket{{le=\"{}\"}} {n_answers}", seconds(*bound)));
        }
        n_answers += read(&self.by_time[BOUNDS.len()]);
        line(format_args!("portico_answer_seconds_bucket{{le=\"+Inf\"}} {n_answers}"));
        line(format_args!("portico_answer_seconds_sum {}", seconds(read(&self.micros))));
        line(format_args!("portico_answer_seconds_count {n_answers}"));
    }
}

fn add(counter: &AtomicU64, amount: u64) {
    counter.fetch_add(amount, Ordering::Relaxed);
}

fn read(counter: &AtomicU64) -> u64 {
    counter.load(Ordering::Relaxed)
}

fn seconds(micros: u64) -> f64 {
    Duration::from_micros(micros).as_secs_f64()
}

/// Answers whoever collects the figures.
pub(crate) struct Exposition {
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) connections: Arc<Connections>,
    pub(crate) site: Arc<CurrentSite>,
}

impl Handler for Exposition {
    async fn handle(&self, _client: IpAddr, request: Request<Incoming>) -> Response<ResponseBody> {
        const TEXT_FORMAT: HeaderValue = HeaderValue::from_static("text/plain; version=0.0.4; charset=utf-8");
        let head = head_of(&request);
        if *head.method != Method::GET || head.path != METRICS_PATH {
            return text_reply(plain_text(&head, StatusCode::NOT_FOUND, "the figures are at /metrics\n"));
        }
        let n_files = self.site.with(crate::PublishedSite::n_targets);
        let mut response =
            Response::new(ResponseBody::Full(self.metrics.write(&self.connections, n_files).into()));
        response.headers_mut().insert(CONTENT_TYPE, TEXT_FORMAT);
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_add_up() {
        let metrics = Metrics::default();
        metrics.count(StatusCode::OK, 1000, Duration::from_micros(40));
        metrics.count(StatusCode::OK, 500, Duration::from_micros(400));
        metrics.count(StatusCode::NOT_FOUND, 20, Duration::from_secs(3));
        metrics.count(StatusCode::IM_A_TEAPOT, 0, Duration::ZERO);
        metrics.count_build();
        let text = metrics.write(&Connections::new(), 7);
        for line in [
            "portico_requests_total{status=\"200\"} 2",
            "portico_requests_total{status=\"404\"} 1",
            "portico_requests_total{status=\"500\"} 0",
            "portico_requests_total{status=\"other\"} 1",
            "portico_body_bytes_total 1520",
            "portico_answer_seconds_bucket{le=\"0.00005\"} 2",
            "portico_answer_seconds_bucket{le=\"0.0005\"} 3",
            "portico_answer_seconds_bucket{le=\"+Inf\"} 4",
            "portico_answer_seconds_sum 3.00044",
            "portico_answer_seconds_count 4",
            "portico_builds_total{result=\"served\"} 1",
            "portico_builds_total{result=\"refused\"} 0",
            "portico_connections_open 0",
            "portico_paths 7",
        ] {
            assert!(text.lines().any(|found| found == line), "no `{line}` in\n{text}");
        }
    }
}
