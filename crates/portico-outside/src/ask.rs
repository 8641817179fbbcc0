//! One address: asked, followed where it leads, judged.

use std::thread;
use std::time::Duration;

use portico_trust::system_trust;
use ureq::Agent;
use ureq::http::{HeaderMap, StatusCode};

use crate::Verdict;

/// Who is asking, for the logs of those who are asked.
const USER_AGENT: &str =
    concat!("portico/", env!("CARGO_PKG_VERSION"), " (link check of a documentation site)");
/// How many redirects are followed.
const MOST_REDIRECTS: usize = 8;
/// Longest time that a host may make us wait before we ask again.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// A client for all addresses of a check.
pub(crate) struct Asker {
    agent: Agent,
}

/// Status and headers of an answer, or why there is none.
type Reply = Result<(StatusCode, HeaderMap), String>;

impl Asker {
    /// A client that waits so long for an answer. Certificates are held against those that the system trusts.
    pub(crate) fn new(timeout: Duration) -> Self {
        let agent = Agent::config_builder()
            .tls_config(system_trust())
            .user_agent(USER_AGENT)
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_global(Some(timeout))
            .build()
            .new_agent();
        Self { agent }
    }

    /// What an address answers; `pause` is kept between the requests that this takes.
    pub(crate) fn ask(&self, address: &str, pause: Duration) -> Verdict {
        let mut current = address.to_owned();
        // Where it has moved for good: as far as every step so far was for good.
        let mut moved = None;
        let mut is_for_good = true;
        for _ in 0..=MOST_REDIRECTS {
            let (status, headers) = match self.reply(&current, pause) {
                Ok(reply) => reply,
                Err(reason) => return Verdict::Unreachable(reason),
            };
            if !status.is_redirection() {
                return verdict(status, moved);
            }
            let location = headers.get("location").and_then(|value| value.to_str().ok());
            let Some(next) = location.map(|location| join(&current, location)) else {
                return Verdict::Broken(format!("it answers {} without saying where to", status.as_u16()));
            };
            is_for_good &= matches!(status.as_u16(), 301 | 308);
            if is_for_good {
                moved = Some(next.clone());
            }
            current = next;
            thread::sleep(pause);
        }
        Verdict::Broken(format!("it leads on more than {MOST_REDIRECTS} times"))
    }

    /// The answer to HEAD; to GET, where that is refused. Who asks us to wait is asked once more.
    fn reply(&self, address: &str, pause: Duration) -> Reply {
        let mut reply = self.send("HEAD", address)?;
        // Many servers know pages by GET alone.
        if reply.0.is_client_error() && reply.0 != StatusCode::TOO_MANY_REQUESTS
            || reply.0 == StatusCode::NOT_IMPLEMENTED
        {
            thread::sleep(pause);
            reply = self.send("GET", address)?;
        }
        let is_busy = matches!(reply.0, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE);
        if is_busy && let Some(wait) = wait_asked_for(&reply.1).filter(|wait| *wait <= LONGEST_WAIT) {
            thread::sleep(wait.max(pause));
            reply = self.send("GET", address)?;
        }
        Ok(reply)
    }

    fn send(&self, method: &str, address: &str) -> Reply {
        let answer = match method {
            "HEAD" => self.agent.head(address).call(),
            _ => self.agent.get(address).call(),
        };
        // The body is not read.
        answer.map(|answer| (answer.status(), answer.headers().clone())).map_err(|error| error.to_string())
    }
}

fn verdict(status: StatusCode, moved: Option<String>) -> Verdict {
    match (status.as_u16(), moved) {
        (404 | 410, _) => Verdict::Broken(format!("it answers {}", status.as_u16())),
        (429 | 500..=599, _) => Verdict::Unreachable(format!("it answers {}", status.as_u16())),
        // Others that refuse, refuse us: a sign-in, a guard against robots. Something is there.
        (_, Some(to)) => Verdict::Moved(to),
        (_, None) => Verdict::Alive,
    }
}

/// `Retry-After` in seconds (RFC 9110, section 10.2.3). A date is not waited for.
fn wait_asked_for(headers: &HeaderMap) -> Option<Duration> {
    headers.get("retry-after")?.to_str().ok()?.trim().parse().ok().map(Duration::from_secs)
}

/// The address that a `Location` names (RFC 3986, section 5.2, for what servers send).
fn join(base: &str, location: &str) -> String {
    let location = location.split('#').next().unwrap_or_default();
    let (scheme, rest) = base.split_once("://").unwrap_or(("https", base));
    let host = host_of(base);
    if location.contains("://") {
        return location.to_owned();
    }
    if let Some(rest) = location.strip_prefix("//") {
        return format!("{scheme}://{rest}");
    }
    if location.starts_with('/') {
        return format!("{scheme}://{host}{location}");
    }
    let path = rest[host.len()..].split('?').next().unwrap_or_default();
    if location.starts_with('?') {
        return format!("{scheme}://{host}{path}{location}");
    }
    let folder = path.rfind('/').map_or("/", |end| &path[..=end]);
    format!("{scheme}://{host}{folder}{location}")
}

/// Host and port of an address.
pub(crate) fn host_of(address: &str) -> &str {
    let rest = address.split_once("://").map_or(address, |(_, rest)| rest);
    rest.split(['/', '?', '#']).next().unwrap_or_default()
}

/// Whether the host is one of those that stand in examples and belong to nobody (RFC 2606, RFC 6761).
pub(crate) fn is_reserved(address: &str) -> bool {
    const DOMAINS: [&str; 7] =
        ["example", "example.com", "example.net", "example.org", "invalid", "localhost", "test"];
    let host = host_of(address).rsplit('@').next().unwrap_or_default();
    let name = host.split(':').next().unwrap_or_default().trim_end_matches('.').to_ascii_lowercase();
    DOMAINS.iter().any(|domain| {
        name.strip_suffix(domain).is_some_and(|before| before.is_empty() || before.ends_with('.'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_are_joined_to_where_they_were_given() {
        let base = "https://a.test/one/two?x=1";
        for (location, expected) in [
            ("https://b.test/x", "https://b.test/x"),
            ("//b.test/x#y", "https://b.test/x"),
            ("/x", "https://a.test/x"),
            ("x", "https://a.test/one/x"),
            ("?y=2", "https://a.test/one/two?y=2"),
        ] {
            assert_eq!(join(base, location), expected, "{location}");
        }
        assert_eq!(join("http://a.test", "x"), "http://a.test/x");
    }

    #[test]
    fn hosts_of_examples_are_not_asked() {
        for address in [
            "https://example.com",
            "https://api.example.com/x",
            "http://acme.test:80/",
            "http://localhost:1/",
        ] {
            assert!(is_reserved(address), "{address}");
        }
        for address in ["https://myexample.com/", "http://127.0.0.1:9/", "https://www.nacha.org/test"] {
            assert!(!is_reserved(address), "{address}");
        }
    }
}
