//! The HTTP client: one cluster, its nodes asked in turn.

use std::cell::Cell;
use std::time::Duration;

use portico_trust::system_trust;
use serde_json::Value;
use ureq::Agent;

/// How long a request may take. An import of a batch is indexed before it is answered.
const TIMEOUT: Duration = Duration::from_mins(1);
/// How long to wait for a connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
/// Longest answer that is read, in bytes.
const LONGEST_ANSWER: u64 = 64 << 20;
/// Header with the API key.
const KEY_HEADER: &str = "X-TYPESENSE-API-KEY";

/// Why a request had no useful answer. No message holds a key.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// No node answered.
    #[error("no node of the cluster answers; the last one, `{node}`, said: {reason}")]
    NoNode {
        /// Address of the node.
        node: String,
        /// What went wrong.
        reason: String,
    },
    /// The cluster refused.
    #[error("the cluster answered {status} to {what}: {message}")]
    Refused {
        /// HTTP status.
        status: u16,
        /// Method and path.
        what: String,
        /// What the cluster says.
        message: String,
    },
    /// The answer is not what the documentation promises.
    #[error("the cluster's answer to {what} cannot be read: {reason}")]
    Unreadable {
        /// Method and path.
        what: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl ClientError {
    /// Whether the key does not allow what was asked.
    pub fn is_forbidden(&self) -> bool {
        matches!(self.status(), Some(401 | 403))
    }

    /// Status of a refusal.
    pub(crate) fn status(&self) -> Option<u16> {
        match self {
            Self::Refused { status, .. } => Some(*status),
            Self::NoNode { .. } | Self::Unreadable { .. } => None,
        }
    }
}

/// A cluster and a key for it.
pub struct Cluster {
    agent: Agent,
    nodes: Vec<String>,
    key: String,
    /// The node that answered last; it is asked first.
    current: Cell<usize>,
}

/// What is asked.
pub(crate) struct Request<'a> {
    pub(crate) method: &'static str,
    pub(crate) path: &'a str,
    pub(crate) body: Option<&'a str>,
}

impl Cluster {
    /// A cluster by the addresses of its nodes, the first to ask first, and the key to show it.
    ///
    /// Certificates are held against those that the system trusts.
    pub fn new(nodes: Vec<String>, key: String) -> Self {
        let agent = Agent::config_builder()
            .tls_config(system_trust())
            .http_status_as_error(false)
            .max_redirects(0)
            .timeout_global(Some(TIMEOUT))
            .timeout_connect(Some(CONNECT_TIMEOUT))
            .build()
            .new_agent();
        Self { agent, nodes, key, current: Cell::new(0) }
    }

    /// The same cluster with another key.
    pub(crate) fn with_key(&self, key: &str) -> Self {
        Self {
            agent: self.agent.clone(),
            nodes: self.nodes.clone(),
            key: key.to_owned(),
            current: self.current.clone(),
        }
    }

    /// The answer to a request as JSON.
    pub(crate) fn json(&self, request: &Request<'_>) -> Result<Value, ClientError> {
        let text = self.text(request)?;
        serde_json::from_str(&text)
            .map_err(|error| ClientError::Unreadable { what: what(request), reason: error.to_string() })
    }

    /// The answer to a request as text. Nodes that cannot be reached, and those that answer 5xx, are passed over.
    pub(crate) fn text(&self, request: &Request<'_>) -> Result<String, ClientError> {
        let mut last = ClientError::NoNode { node: String::new(), reason: "there is none".to_owned() };
        for offset in 0..self.nodes.len() {
            let at = (self.current.get() + offset) % self.nodes.len();
            let node = &self.nodes[at];
            match self.ask(node, request) {
                Ok((status, text)) if (200..300).contains(&status) => {
                    self.current.set(at);
                    return Ok(text);
                }
                Ok((status, text)) if status < 500 => return Err(refused(request, status, &text)),
                Ok((status, text)) => last = refused(request, status, &text),
                Err(error) => {
                    last = ClientError::NoNode { node: node.clone(), reason: error.to_string() };
                }
            }
        }
        Err(last)
    }

    fn ask(&self, node: &str, request: &Request<'_>) -> Result<(u16, String), ureq::Error> {
        let message = ureq::http::Request::builder()
            .method(request.method)
            .uri(format!("{node}{}", request.path))
            .header(KEY_HEADER, &self.key)
            .header("content-type", "application/json");
        let mut response = match request.body {
            Some(body) => self.agent.run(message.body(body.to_owned())?)?,
            None => self.agent.run(message.body(())?)?,
        };
        let status = response.status().as_u16();
        let text = response.body_mut().with_config().limit(LONGEST_ANSWER).read_to_string()?;
        Ok((status, text))
    }
}

/// The answer unless there is no such thing.
pub(crate) fn found(answer: Result<Value, ClientError>) -> Result<Option<Value>, ClientError> {
    match answer {
        Ok(answer) => Ok(Some(answer)),
        Err(error) if error.status() == Some(404) => Ok(None),
        Err(error) => Err(error),
    }
}

pub(crate) fn get(path: &str) -> Request<'_> {
    Request { method: "GET", path, body: None }
}

pub(crate) fn send(
    cluster: &Cluster,
    method: &'static str,
    path: &str,
    body: &Value,
) -> Result<(), ClientError> {
    cluster.text(&Request { method, path, body: Some(&body.to_string()) }).map(|_| ())
}

pub(crate) fn delete(cluster: &Cluster, path: &str) -> Result<(), ClientError> {
    cluster.text(&Request { method: "DELETE", path, body: None }).map(|_| ())
}

fn what(request: &Request<'_>) -> String {
    format!("`{} {}`", request.method, request.path)
}

/// Errors come as `{"message": "…"}`.
fn refused(request: &Request<'_>, status: u16, text: &str) -> ClientError {
    let json: Option<Value> = serde_json::from_str(text).ok();
    let message = json.as_ref().and_then(|json| json.get("message")).and_then(Value::as_str);
    let message = message.unwrap_or("no reason given").to_owned();
    ClientError::Refused { status, what: what(request), message }
}
