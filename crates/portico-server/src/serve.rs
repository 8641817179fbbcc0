//! The production server.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hyper::body::Incoming;
use hyper::header::{CONTENT_LENGTH, HeaderValue, RETRY_AFTER, STRICT_TRANSPORT_SECURITY};
use hyper::{HeaderMap, Request, Response, StatusCode};
use tokio::task::{JoinSet, spawn_blocking};

use crate::access_log::{Entry, Logger};
use crate::connection::Connections;
use crate::error::ServeError;
use crate::http::{Handler, ResponseBody, head_of, reply, text_reply, too_many};
use crate::listen::{Endpoint, listen, run, runtime, stop_signal};
use crate::metrics::{Exposition, Metrics};
use crate::options::{Limits, Notice, ServeOptions};
use crate::redirect::ToHttps;
use crate::reload::{CurrentSite, Follow, Hangup};
use crate::respond::{PlannedBody, ResponsePlan, cut, plain_text, respond};
use crate::tls::Tls;
use crate::workers::Workers;

/// Told to whoever comes by HTTPS: come no other way for a year (RFC 6797). Other hosts below this one are not spoken for.
const ONE_YEAR: HeaderValue = HeaderValue::from_static("max-age=31536000");

/// Serves a published site until a signal to stop comes (interrupt or terminate), then finishes open requests.
///
/// Blocks, and settles for the whole process how the system gives it memory. `ready` is called once the server listens,
/// with the address that it came to have. A new build in the folder takes the place of the old one by itself, and at once
/// on a hangup signal.
pub fn serve(options: ServeOptions, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    use_small_pages();
    serve_until(options, ready, async {
        // Without signals there is nothing to wait for; whoever started the server ends it by force.
        if stop_signal().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

/// Has the system give this process memory in small pages only.
///
/// A build is quicker with large ones; a server holds few bytes for long, and would hold twice as many.
fn use_small_pages() {
    #[cfg(target_os = "linux")]
    {
        // Without it, more memory is held.
        let _ = rustix::thread::disable_transparent_huge_pages(true);
    }
}

/// Serves a published site as [`serve`] does, until `stop` is ready.
pub fn serve_until(
    options: ServeOptions,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let ServeOptions { dir, address, access_log, limits, tls, redirect, metrics, notify } = options;
    let runtime = runtime()?;
    runtime.block_on(async {
        // The address comes first: it fails at once, where loading a large site may take a second.
        let (listener, bound) = listen(address).await?;
        let tls = tls.map(Tls::load).transpose()?.map(Arc::new);
        let exposition = match metrics {
            Some(address) => Some(listen(address).await?.0),
            None => None,
        };
        let redirect = match redirect {
            Some(redirect) => Some((listen(redirect.address).await?.0, redirect.https_port)),
            None => None,
        };
        let site = Arc::new(CurrentSite::load(dir, limits.memory)?);
        let counted = exposition.as_ref().map(|_| Arc::new(Metrics::default()));
        let connections = Connections::new();
        let mut tasks = JoinSet::new();
        // Listened to before anybody is told that we are there: until then the signal would end us.
        let (hangup, certificate_hangup) = (Hangup::new(), Hangup::new());
        let every = limits.reload_interval;
        let follow = Follow { every, hangup, metrics: counted.clone(), notify };
        tasks.spawn(Arc::clone(&site).follow(follow));
        if let Some(tls) = tls.clone() {
            tasks.spawn(follow_certificate(tls, certificate_hangup, notify));
        }
        if let (Some(listener), Some(metrics)) = (exposition, counted.clone()) {
            let exposition =
                Exposition { metrics, connections: Arc::clone(&connections), site: Arc::clone(&site) };
            let endpoint = Endpoint::plain(listener);
            tasks.spawn(run(endpoint, Arc::new(exposition), Limits::default(), std::future::pending()));
        }
        if let Some((listener, https_port)) = redirect {
            let to_https = ToHttps { port: https_port.unwrap_or(bound.port()) };
            let endpoint = Endpoint::plain(listener);
            tasks.spawn(run(endpoint, Arc::new(to_https), limits.clone(), std::future::pending()));
        }
        ready(bound);
        let is_secure = tls.is_some();
        let workers = Some(Workers::start().map_err(ServeError::Start)?);
        let endpoint = Endpoint { listener, tls, speaks_http_2: true, connections, workers };
        let handler = Published { site, logger: Logger::start(access_log), metrics: counted, is_secure };
        run(endpoint, Arc::new(handler), limits, stop).await;
        tasks.shutdown().await;
        Ok(())
    })
}

/// Reads the certificate again whenever the operator asks for it.
async fn follow_certificate(tls: Arc<Tls>, mut hangup: Hangup, notify: fn(&Notice)) {
    loop {
        hangup.received().await;
        let tls = Arc::clone(&tls);
        let reloaded = spawn_blocking(move || tls.reload()).await;
        match reloaded {
            Ok(Ok(())) => notify(&Notice::NewCertificate),
            Ok(Err(error)) => notify(&Notice::CertificateRefused(error)),
            Err(_) => {}
        }
    }
}

struct Published {
    site: Arc<CurrentSite>,
    logger: Option<Logger>,
    metrics: Option<Arc<Metrics>>,
    is_secure: bool,
}

impl Handler for Published {
    async fn handle(&self, client: IpAddr, request: Request<Incoming>) -> Response<ResponseBody> {
        let started = self.starts();
        let response = self.answer(&request).await;
        self.finish(client, &request, response, started)
    }

    fn turn_away(&self, client: IpAddr, request: &Request<Incoming>) -> Response<ResponseBody> {
        self.finish(client, request, too_many(request), self.starts())
    }

    fn note_unreadable(&self, client: IpAddr, status: StatusCode) {
        if let Some(metrics) = &self.metrics {
            metrics.count(status, 0, Duration::ZERO);
        }
        if let Some(logger) = &self.logger {
            logger.log(&Entry {
                client,
                method: "-",
                target: "-",
                status: status.as_u16(),
                bytes: 0,
                took: Duration::ZERO,
                headers: &HeaderMap::new(),
            });
        }
    }
}

impl Published {
    /// The time at which an answer begins, if anybody wants to know.
    fn starts(&self) -> Option<Instant> {
        let is_measured = self.logger.is_some() || self.metrics.is_some();
        is_measured.then(Instant::now)
    }

    /// Puts to an answer what all of them have, and notes it.
    fn finish(
        &self,
        client: IpAddr,
        request: &Request<Incoming>,
        mut response: Response<ResponseBody>,
        started: Option<Instant>,
    ) -> Response<ResponseBody> {
        if self.is_secure {
            response.headers_mut().insert(STRICT_TRANSPORT_SECURITY, ONE_YEAR);
        }
        if let Some(started) = started {
            self.note(client, request, &response, started.elapsed());
        }
        response
    }

    /// Logs and counts an answer.
    fn note(
        &self,
        client: IpAddr,
        request: &Request<Incoming>,
        response: &Response<ResponseBody>,
        took: Duration,
    ) {
        let length = response.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
        let has_body = !matches!(response.body(), ResponseBody::Empty);
        let bytes = length.filter(|_| has_body).and_then(|length| length.parse().ok()).unwrap_or(0);
        if let Some(metrics) = &self.metrics {
            metrics.count(response.status(), bytes, took);
        }
        if let Some(logger) = &self.logger {
            logger.log(&Entry {
                client,
                method: request.method().as_str(),
                target: request.uri().path_and_query().map_or("*", |target| target.as_str()),
                status: response.status().as_u16(),
                bytes,
                took,
                headers: request.headers(),
            });
        }
    }

    async fn answer(&self, request: &Request<Incoming>) -> Response<ResponseBody> {
        const PATIENCE: Duration = Duration::from_secs(10);
        let mut latest = None;
        loop {
            let plan = self.site.with(|site| respond(site, &head_of(request)));
            let ResponsePlan { status, headers, body } = plan;
            let (file, part) = match body {
                PlannedBody::Empty => return reply(status, headers, ResponseBody::Empty),
                PlannedBody::Bytes(bytes) => return reply(status, headers, ResponseBody::Full(bytes)),
                PlannedBody::Mirrored(bytes, mirror) => {
                    return reply(status, headers, ResponseBody::Mirrored(bytes, mirror));
                }
                PlannedBody::File(file, part) => (file, part),
            };
            if let Ok(Ok(bytes)) = spawn_blocking(move || file.read()).await {
                return reply(status, headers, ResponseBody::Full(cut(&bytes, &part)));
            }
            let now = Instant::now();
            if now > *latest.get_or_insert(now + PATIENCE) {
                break;
            }
            // The folder was replaced under us: answer from the new build.
            self.site.next_build().await;
        }
        let text = "the site is being replaced\n";
        let mut plan = plain_text(&head_of(request), StatusCode::SERVICE_UNAVAILABLE, text);
        plan.headers.insert(RETRY_AFTER, HeaderValue::from_static("1"));
        text_reply(plan)
    }
}
