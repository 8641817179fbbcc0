//! Server-sent events: what the development server tells open browsers.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{SystemTime, UNIX_EPOCH};

use hyper::body::Bytes;
use serde_json::{Value, json};
use tokio::sync::mpsc::{Receiver, Sender, channel};

use crate::preview::{ChangedRoutes, Findings, PreviewUpdate};

/// Where browsers listen.
pub(crate) const EVENTS_PATH: &str = "/-/events";

/// Messages that a browser may be behind before it is let go; it connects again by itself.
const BACKLOG: usize = 64;

/// The browsers that are listening, and what a new one has to know.
#[derive(Debug)]
pub(crate) struct Hub {
    /// Tells this run of the server from others, in the ids of events.
    run: String,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    browsers: Vec<Sender<Bytes>>,
    n_updates: u64,
    findings: Findings,
    is_closed: bool,
}

/// The events for one browser, as a response body reads them.
#[derive(Debug)]
pub(crate) struct EventStream(Receiver<Bytes>);

impl EventStream {
    pub(crate) fn poll_next(&mut self, context: &mut Context<'_>) -> Poll<Option<Bytes>> {
        self.0.poll_recv(context)
    }
}

impl Hub {
    pub(crate) fn new() -> Self {
        let started = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Self { run: format!("{:x}", started.as_nanos()), state: Mutex::default() }
    }

    /// Lets a browser listen, given the id of the last event that it has seen, if it has seen any.
    pub(crate) fn connect(&self, last_seen: Option<&str>) -> EventStream {
        let mut state = self.lock();
        let (sender, receiver) = channel(BACKLOG);
        let mut greeting = "retry: 500\n\n".to_owned();
        match last_seen.map(|id| id.split_once('-').unwrap_or((id, ""))) {
            None => {}
            Some((run, _)) if run != self.run => {
                greeting.push_str(&self.event(&state, &json!({"kind": "restart"})));
            }
            Some((_, n_updates)) if n_updates == state.n_updates.to_string() => {}
            Some(_) => greeting.push_str(&self.event(&state, &everything_changed())),
        }
        greeting.push_str(&self.event(&state, &diagnostics_message(&state)));
        let is_sent = sender.try_send(Bytes::from(greeting)).is_ok();
        if is_sent && !state.is_closed {
            state.browsers.push(sender);
        }
        EventStream(receiver)
    }

    /// The id that an event of this moment would have. A page that is made from here on has seen all before it.
    pub(crate) fn now(&self) -> String {
        self.id(&self.lock())
    }

    /// Tells every browser what a rebuild changed.
    pub(crate) fn publish(&self, update: PreviewUpdate) {
        let mut state = self.lock();
        let is_told = update.findings.is_some();
        if let Some(findings) = update.findings {
            state.findings = findings;
        }
        let is_restart = update.routes == ChangedRoutes::Restart;
        let change = match update.routes {
            ChangedRoutes::Some(routes) if routes.is_empty() => None,
            ChangedRoutes::Some(routes) => Some(json!({"kind": "update", "routes": routes, "all": false})),
            ChangedRoutes::All => Some(everything_changed()),
            ChangedRoutes::Restart => Some(json!({"kind": "restart"})),
        };
        state.n_updates += u64::from(change.is_some());
        let messages = is_told.then(|| diagnostics_message(&state)).into_iter().chain(change);
        let text: String = messages.map(|message| self.event(&state, &message)).collect();
        if !text.is_empty() {
            send(&mut state, &Bytes::from(text));
        }
        if is_restart {
            // A browser loads its page anew when it is connected again.
            state.browsers.clear();
        }
    }

    /// Keeps connections from looking dead, and notices those that are.
    pub(crate) fn keep_alive(&self) {
        send(&mut self.lock(), &Bytes::from_static(b":\n\n"));
    }

    /// Ends every stream, as the server is about to end.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        state.browsers.clear();
    }

    fn event(&self, state: &State, message: &Value) -> String {
        format!("id: {}\ndata: {message}\n\n", self.id(state))
    }

    fn id(&self, state: &State) -> String {
        format!("{}-{}", self.run, state.n_updates)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn diagnostics_message(state: &State) -> Value {
    json!({"kind": "diagnostics", "items": state.findings.diagnostics, "nErrors": state.findings.n_errors})
}

fn everything_changed() -> Value {
    json!({"kind": "update", "routes": null, "all": true})
}

fn send(state: &mut State, text: &Bytes) {
    state.browsers.retain(|browser| browser.try_send(text.clone()).is_ok());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn received(stream: &mut EventStream) -> String {
        let mut text = String::new();
        while let Ok(bytes) = stream.0.try_recv() {
            text.push_str(&String::from_utf8_lossy(&bytes));
        }
        text
    }

    fn update(routes: ChangedRoutes, diagnostics: &[&str]) -> PreviewUpdate {
        let diagnostics: Vec<String> = diagnostics.iter().map(|text| (*text).to_owned()).collect();
        PreviewUpdate { routes, findings: Some(Findings { n_errors: diagnostics.len(), diagnostics }) }
    }

    #[test]
    fn browsers_hear_what_changed() {
        let hub = Hub::new();
        let mut browser = hub.connect(None);
        assert!(received(&mut browser).contains(r#"{"kind":"diagnostics","items":[],"nErrors":0}"#));
        hub.publish(update(ChangedRoutes::Some(vec!["/a".to_owned()]), &["a\nb"]));
        let text = received(&mut browser);
        assert!(text.contains(r#"data: {"kind":"update","routes":["/a"],"all":false}"#), "{text}");
        assert!(text.contains(r#"data: {"kind":"diagnostics","items":["a\nb"],"nErrors":1}"#), "{text}");
        hub.publish(PreviewUpdate { routes: ChangedRoutes::Some(vec!["/b".to_owned()]), findings: None });
        let text = received(&mut browser);
        assert!(text.contains(r#""routes":["/b"]"#) && !text.contains("diagnostics"), "{text}");
        hub.publish(update(ChangedRoutes::default(), &[]));
        assert!(!received(&mut browser).contains("update"));
        hub.publish(update(ChangedRoutes::Restart, &[]));
        assert!(received(&mut browser).contains(r#"{"kind":"restart"}"#));
        assert!(browser.0.is_closed());
        let mut late = hub.connect(None);
        assert!(received(&mut late).contains(r#""items":[]"#));
    }

    #[test]
    fn a_browser_that_was_away_catches_up() {
        let hub = Hub::new();
        let before = format!("{}-0", hub.run);
        assert!(!received(&mut hub.connect(Some(&before))).contains("update"));
        hub.publish(update(ChangedRoutes::All, &[]));
        assert!(
            received(&mut hub.connect(Some(&before)))
                .contains(r#"{"kind":"update","routes":null,"all":true}"#)
        );
        assert!(received(&mut hub.connect(Some("other-1"))).contains(r#"{"kind":"restart"}"#));
    }

    #[test]
    fn a_browser_that_does_not_read_is_let_go() {
        let hub = Hub::new();
        let _asleep = hub.connect(None);
        for _ in 0..=BACKLOG {
            hub.keep_alive();
        }
        assert!(hub.lock().browsers.is_empty());
        hub.close();
        let mut after = hub.connect(None);
        let _ = received(&mut after);
        assert_eq!(after.0.try_recv(), Err(tokio::sync::mpsc::error::TryRecvError::Disconnected));
    }
}
