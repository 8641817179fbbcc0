//! Plain HTTP that leads to HTTPS.

use std::net::IpAddr;

use hyper::body::Incoming;
use hyper::header::{HOST, HeaderValue, LOCATION};
use hyper::http::uri::Authority;
use hyper::{Request, Response, StatusCode};

use crate::http::{Handler, ResponseBody, head_of, text_reply};
use crate::respond::{plain_text, refuse};

/// The port that an address with `https:` means if it names none.
const HTTPS_PORT: u16 = 443;

/// Answers every request with the same address by HTTPS.
///
/// It does not tell clients to come by HTTPS only: said in plain HTTP, that counts for nothing (RFC 6797, section 7.2).
pub(crate) struct ToHttps {
    /// The port at which readers reach HTTPS.
    pub(crate) port: u16,
}

impl Handler for ToHttps {
    async fn handle(&self, _client: IpAddr, request: Request<Incoming>) -> Response<ResponseBody> {
        let head = head_of(&request);
        if let Some(plan) = refuse(&head) {
            return text_reply(plan);
        }
        let Some(location) = self.location(&request) else {
            return text_reply(plain_text(&head, StatusCode::BAD_REQUEST, "bad request\n"));
        };
        let mut plan = plain_text(&head, StatusCode::MOVED_PERMANENTLY, "moved\n");
        plan.headers.insert(LOCATION, location);
        text_reply(plan)
    }
}

impl ToHttps {
    /// The same address by HTTPS, if the request names a host (the target itself may: RFC 9112, section 3.2.2).
    fn location(&self, request: &Request<Incoming>) -> Option<HeaderValue> {
        let named = request.uri().authority().map(Authority::as_str);
        let named = named.or_else(|| request.headers().get(HOST)?.to_str().ok())?;
        // A user's name before the host is for clients alone (RFC 9110, section 4.2.4).
        let authority: Authority = named.parse().ok().filter(|_| !named.contains('@'))?;
        let host = authority.host();
        let target = request.uri().path_and_query().map_or("/", |target| target.as_str());
        let location = match self.port {
            HTTPS_PORT => format!("https://{host}{target}"),
            port => format!("https://{host}:{port}{target}"),
        };
        HeaderValue::try_from(location).ok().filter(|_| !host.is_empty() && target.starts_with('/'))
    }
}
