//! The production server.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hyper::body::Incoming;
use hyper::header::{CONTENT_LENGTH, HeaderValue, RETRY_AFTER};
use hyper::{Request, Response, StatusCode};
use tokio::task::spawn_blocking;

use crate::access_log::{Entry, Logger};
use crate::error::ServeError;
use crate::http::{Handler, ResponseBody, head_of};
use crate::listen::{listen, run, runtime, stop_signal};
use crate::options::ServeOptions;
use crate::reload::CurrentSite;
use crate::respond::{PlannedBody, ResponsePlan, cut, plain_text, respond};

/// Serves a published site until a signal to stop comes (interrupt or terminate), then finishes open requests.
///
/// Blocks. `ready` is called once the server listens, with the address that it came to have. A new build in the folder
/// takes the place of the old one by itself, and at once on a hangup signal.
pub fn serve(options: ServeOptions, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    serve_until(options, ready, async {
        // Without signals there is nothing to wait for; whoever started the server ends it by force.
        if stop_signal().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

/// Serves a published site as [`serve`] does, until `stop` is ready.
pub fn serve_until(
    options: ServeOptions,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let ServeOptions { dir, address, access_log, limits } = options;
    let runtime = runtime()?;
    runtime.block_on(async {
        // The address comes first: it fails at once, where loading a large site may take a second.
        let (listener, bound) = listen(address).await?;
        let site = Arc::new(CurrentSite::load(dir, limits.memory)?);
        let following = Arc::clone(&site);
        let follow_limits = limits.clone();
        let follower = tokio::spawn(async move { following.follow(&follow_limits).await });
        ready(bound);
        run(listener, Arc::new(Published { site, logger: Logger::start(access_log) }), limits, stop).await;
        follower.abort();
        Ok(())
    })
}

struct Published {
    site: Arc<CurrentSite>,
    logger: Option<Logger>,
}

impl Handler for Published {
    async fn handle(&self, client: IpAddr, request: Request<Incoming>) -> Response<ResponseBody> {
        let started = self.logger.as_ref().map(|_| Instant::now());
        let response = self.answer(&request).await;
        if let (Some(logger), Some(started)) = (&self.logger, started) {
            let length = response.headers().get(CONTENT_LENGTH).and_then(|value| value.to_str().ok());
            let has_body = !matches!(response.body(), ResponseBody::Empty);
            logger.log(&Entry {
                client,
                method: request.method().as_str(),
                target: request.uri().path_and_query().map_or("*", |target| target.as_str()),
                status: response.status().as_u16(),
                bytes: length.filter(|_| has_body).and_then(|length| length.parse().ok()).unwrap_or(0),
                took: started.elapsed(),
                headers: request.headers(),
            });
        }
        response
    }
}

impl Published {
    async fn answer(&self, request: &Request<Incoming>) -> Response<ResponseBody> {
        const PATIENCE: Duration = Duration::from_secs(10);
        let mut latest = None;
        loop {
            let plan = self.site.with(|site| respond(site, &head_of(request)));
            let (file, part) = match plan.body {
                PlannedBody::Empty => return reply(plan, ResponseBody::Empty),
                PlannedBody::Bytes(ref bytes) => {
                    let body = ResponseBody::Full(bytes.clone());
                    return reply(plan, body);
                }
                PlannedBody::File(ref file, ref part) => (Arc::clone(file), part.clone()),
            };
            if let Ok(Ok(bytes)) = spawn_blocking(move || file.read()).await {
                return reply(plan, ResponseBody::Full(cut(&bytes, &part)));
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
        reply(plan, ResponseBody::Full(crate::published::text(text)))
    }
}

/// Puts a plan's head before a body.
pub(crate) fn reply(plan: ResponsePlan, body: ResponseBody) -> Response<ResponseBody> {
    let mut response = Response::new(body);
    *response.status_mut() = plan.status;
    *response.headers_mut() = plan.headers;
    response
}
