//! HTTP/2: many requests side by side, and what a client does not get away with.

#![allow(
    clippy::unwrap_used,
    clippy::disallowed_methods,
    reason = "a test fails loudly, and uses disk and clock"
)]

mod common;

use std::time::{Duration, Instant};

use common::http_2::{
    ACK, CONTINUATION, DATA, END_HEADERS, END_STREAM, GOAWAY, HEADERS, Http2, PING, RST_STREAM, SETTINGS,
    WINDOW_UPDATE, head, new_field,
};
use common::{PATIENCE, Server, Site};
use portico_server::Limits;

/// The setting that tells how much of a body may be sent before more is asked for.
const INITIAL_WINDOW_SIZE: u16 = 4;
/// The setting that tells how many streams may be open.
const MAX_CONCURRENT_STREAMS: u16 = 3;
/// The error code for a client that does too much.
const ENHANCE_YOUR_CALM: u32 = 11;

fn is_well(server: &Server) {
    assert_eq!(server.connect().get("/-/health").text(), "ok\n");
}

#[test]
fn many_requests_share_a_connection() {
    let site = Site::publish();
    let server = Server::start(site.dir(), Limits::default());
    let mut client = Http2::connect(server.address, &[]);
    for round in 0..50 {
        let first = round * 4 + 1;
        client.get(first, "/quickstart/").unwrap();
        assert_eq!(client.receive_body(first).unwrap(), b"quickstart html");
        client.get(first + 2, "/missing").unwrap();
        assert_eq!(client.receive_body(first + 2).unwrap(), b"nothing here html");
    }
    server.stop();
}

#[test]
fn open_streams_are_limited() {
    let site = Site::publish();
    let server = Server::start(site.dir(), Limits { streams: 4, ..Limits::default() });
    // Without room for a body no stream ends.
    let mut client = Http2::connect(server.address, &[(INITIAL_WINDOW_SIZE, 0)]);
    let settings = client.receive().unwrap();
    let announced = settings.payload.chunks(6).any(|setting| {
        setting[..2] == MAX_CONCURRENT_STREAMS.to_be_bytes() && setting[2..] == 4_u32.to_be_bytes()
    });
    assert!(settings.kind == SETTINGS && announced, "{settings:?}");
    client.send(SETTINGS, ACK, 0, &[]).unwrap();
    for number in 0..5 {
        client.get(number * 2 + 1, "/digits.txt").unwrap();
    }
    let refused = loop {
        let frame = client.receive().unwrap();
        if frame.kind == RST_STREAM {
            break frame;
        }
    };
    assert_eq!(refused.stream, 9);
    is_well(&server);
}

#[test]
fn a_rapid_reset_ends_the_connection() {
    let site = Site::publish();
    let server = Server::start(site.dir(), Limits::default());
    let mut client = Http2::connect(server.address, &[]);
    let started = Instant::now();
    // Written in one go, so that the resets come before the requests are looked at.
    let mut is_ended = false;
    for burst in 0..2000_u32 {
        for number in 0..100 {
            let stream = (burst * 100 + number) * 2 + 1;
            let sent = client.get(stream, "/digits.txt");
            if sent.and_then(|()| client.send(RST_STREAM, 0, stream, &8_u32.to_be_bytes())).is_err() {
                is_ended = true;
                break;
            }
        }
        if is_ended {
            break;
        }
    }
    assert!(is_ended && started.elapsed() < PATIENCE, "200,000 resets were borne");
    is_well(&server);
}

#[test]
fn a_flood_of_continuations_ends_the_connection() {
    let site = Site::publish();
    let server = Server::start(site.dir(), Limits::default());
    let mut client = Http2::connect(server.address, &[]);
    client.send(HEADERS, END_STREAM, 1, &head("/")).unwrap();
    let piece = new_field("x-flood", &"a".repeat(1000));
    let is_ended = (0..100_000).any(|_| client.send(CONTINUATION, 0, 1, &piece).is_err());
    assert!(is_ended, "100 MB of headers were borne");
    is_well(&server);
    // Empty ones, which fill no list of headers.
    let mut client = Http2::connect(server.address, &[]);
    client.send(HEADERS, END_STREAM, 1, &head("/")).unwrap();
    let is_ended = (0..1_000_000).any(|_| client.send(CONTINUATION, 0, 1, &[]).is_err());
    assert!(is_ended, "a million empty frames were borne");
    is_well(&server);
}

#[test]
fn a_long_list_of_headers_is_refused() {
    let site = Site::publish();
    let server = Server::start(site.dir(), Limits { header_bytes: 8192, ..Limits::default() });
    let mut client = Http2::connect(server.address, &[]);
    let long = [head("/"), new_field("x-long", &"a".repeat(9000))].concat();
    client.send(HEADERS, END_STREAM | END_HEADERS, 1, &long).unwrap();
    let answer = loop {
        let frame = client.receive().unwrap();
        if frame.stream == 1 || frame.kind == GOAWAY {
            break frame;
        }
    };
    // A status of its own, 431, is the first thing in the head: a literal with the name `:status`.
    let is_refused = answer.kind == RST_STREAM
        || answer.kind == GOAWAY
        || answer.payload.windows(3).any(|window| window == b"431");
    let is_refused = is_refused || answer.kind == HEADERS && answer.flags & END_STREAM != 0;
    assert!(is_refused, "{answer:?}");
    is_well(&server);
}

#[test]
fn a_flood_of_pings_and_settings_fills_no_memory() {
    let site = Site::publish();
    let server =
        Server::start(site.dir(), Limits { write_timeout: Duration::from_secs(1), ..Limits::default() });
    for kind in [PING, SETTINGS] {
        let mut client = Http2::connect(server.address, &[]);
        client.stream.set_write_timeout(Some(Duration::from_secs(10))).unwrap();
        let payload: &[u8] = if kind == PING { &[0; 8] } else { &[] };
        // The answers are not read, so at some point the server must read no more or end the connection.
        let is_stopped = (0..20_000_000).any(|_| client.send(kind, 0, 0, payload).is_err());
        assert!(is_stopped, "frames of kind {kind} were borne without end");
        is_well(&server);
    }
}

#[test]
fn a_client_that_takes_no_body_is_cut_off() {
    let site = Site::publish();
    let limits = Limits { write_timeout: Duration::from_millis(300), ..Limits::default() };
    let server = Server::start(site.dir(), limits);
    let mut client = Http2::connect(server.address, &[(INITIAL_WINDOW_SIZE, 0)]);
    client.get(1, "/digits.txt").unwrap();
    let started = Instant::now();
    client.read_to_end();
    assert!(started.elapsed() >= Duration::from_millis(300));
    // Pings now and then do not help.
    let mut client = Http2::connect(server.address, &[(INITIAL_WINDOW_SIZE, 0)]);
    client.get(1, "/digits.txt").unwrap();
    let started = Instant::now();
    while client.send(PING, 0, 0, &[0; 8]).is_ok() {
        assert!(started.elapsed() < PATIENCE, "pings keep the connection open");
        std::thread::sleep(Duration::from_millis(20));
    }
    is_well(&server);
}

#[test]
fn a_client_that_asks_for_crumbs_is_cut_off() {
    let site = Site::publish();
    std::fs::write(site.dir().join("large.bin"), vec![1; 1024 * 1024]).unwrap();
    let limits = Limits {
        write_timeout: Duration::from_millis(500),
        min_bytes_per_second: 1024 * 1024,
        ..Limits::default()
    };
    let server = Server::start(site.dir(), limits);
    let mut client = Http2::connect(server.address, &[(INITIAL_WINDOW_SIZE, 0)]);
    client.get(1, "/large.bin").unwrap();
    let started = Instant::now();
    let mut n_crumbs = 0;
    while client.send(WINDOW_UPDATE, 0, 1, &200_u32.to_be_bytes()).is_ok() {
        assert!(started.elapsed() < PATIENCE, "crumbs keep the connection open");
        n_crumbs += 1;
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(n_crumbs > 10, "cut off without the grace");
    is_well(&server);
}

#[test]
fn an_idle_connection_is_closed() {
    let site = Site::publish();
    let server =
        Server::start(site.dir(), Limits { idle_timeout: Duration::from_millis(200), ..Limits::default() });
    let mut client = Http2::connect(server.address, &[]);
    client.get(1, "/").unwrap();
    assert_eq!(client.receive_body(1).unwrap(), b"home html");
    client.read_to_end();
    // A head that is begun and never ended.
    let mut client = Http2::connect(server.address, &[]);
    client.send(HEADERS, END_STREAM, 1, &head("/")).unwrap();
    client.read_to_end();
}

#[test]
fn requests_in_a_second_are_limited() {
    let site = Site::publish();
    let server = Server::start(site.dir(), Limits { requests_per_second: 3, ..Limits::default() });
    let mut client = Http2::connect(server.address, &[]);
    let bodies: Vec<Vec<u8>> = (0..6)
        .map(|number| {
            client.get(number * 2 + 1, "/digits.txt").unwrap();
            client.receive_body(number * 2 + 1).unwrap()
        })
        .collect();
    assert_eq!(bodies[0], b"0123456789");
    assert_eq!(bodies[5], b"too many requests\n");
}

#[test]
fn open_streams_finish_before_the_end() {
    let site = Site::publish();
    let large: Vec<u8> = (0..8 * 1024 * 1024_u32).map(|n| u8::try_from(n % 251).unwrap()).collect();
    std::fs::write(site.dir().join("large.bin"), &large).unwrap();
    let mut server = Server::start(site.dir(), Limits::default());
    let mut client = Http2::connect(server.address, &[]);
    client.get(1, "/large.bin").unwrap();
    let mut body: Vec<u8> = Vec::new();
    let mut is_told = false;
    let mut is_leaving = false;
    while body.len() < large.len() {
        let frame = client.receive().unwrap();
        match frame.kind {
            DATA => {
                body.extend(&frame.payload);
                if !is_told {
                    server.tell_to_stop();
                    is_told = true;
                }
                let room = u32::try_from(frame.payload.len()).unwrap().to_be_bytes();
                client.send(WINDOW_UPDATE, 0, 0, &room).unwrap();
                let _ = client.send(WINDOW_UPDATE, 0, 1, &room);
            }
            PING if frame.flags & ACK == 0 => client.send(PING, ACK, 0, &frame.payload).unwrap(),
            GOAWAY => is_leaving = true,
            _ => {}
        }
    }
    assert!(body == large && is_leaving, "told to go: {is_leaving}");
    assert!(matches!(client.read_to_end(), None | Some(0)));
    server.stop();
}

#[test]
fn what_is_no_http_2_is_told_so() {
    let site = Site::publish();
    let server = Server::start(site.dir(), Limits::default());
    // A frame larger than was agreed.
    let mut client = Http2::connect(server.address, &[]);
    client.send(HEADERS, END_STREAM | END_HEADERS, 1, &vec![0; 20_000]).unwrap();
    assert!(client.read_to_end().is_some());
    // A stream that was never opened, by a number that is the server's to give.
    let mut client = Http2::connect(server.address, &[]);
    client.get(2, "/").unwrap();
    assert!(client.read_to_end().is_some_and(|code| code != ENHANCE_YOUR_CALM));
    is_well(&server);
}
