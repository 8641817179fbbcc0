//! The protocol: tools and resources over standard input and output.

use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::thread;

use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, JsonObject,
    ListResourcesResult, ListToolsResult, PaginatedRequestParams, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, Resource, ResourceContents, ServerCapabilities, ServerConfig,
    Tool, ToolAnnotations,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt as _};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;

use crate::answers::{
    ListOutput, LookUpOutput, PageOutput, SearchOutput, list_output, look_up_output, search_output,
};
use crate::pages::{PublishedSite, SiteError};
use crate::search::{SearchEngine, SearchError};

/// Scheme of the resources' addresses: `portico:///quickstart/`.
const SCHEME: &str = "portico://";
/// Places that a search gives unless it is asked for more or fewer, and at most.
const USUAL_PAGES: usize = 6;
const MOST_PAGES: usize = 20;

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct SearchInput {
    /// Words, names, codes or a question; `"words in quotes"` must stand together.
    query: String,
    /// Part of the site to search in, as an earlier search named it.
    area: Option<String>,
    /// Number of pages, from 1 to 20. Default: 6.
    // Formats of Rust's own numbers say nothing to a client, and some complain of them.
    #[schemars(with = "Option<i64>", range(min = 1, max = 20))]
    limit: Option<usize>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ReadInput {
    /// Route (`/quickstart/`) or address of the page; an anchor is ignored.
    page: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct ListInput {
    /// Only pages whose route begins so, or whose section has this in its name.
    under: Option<String>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct LookUpInput {
    /// The code or name: `R01`, `C05`, `WEB`, `422`, `amount_exceeds_limit`, `transaction.returned`.
    code: String,
}

/// Serves a published site until the client goes away.
///
/// `version` is told to clients. The folder may be published anew meanwhile.
pub fn serve(dir: &Path, version: &str) -> Result<(), ServeError> {
    let server = SiteServer::start(dir, version)?;
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(ServeError::Io)?;
    runtime.block_on(async {
        let service =
            server.serve(rmcp::transport::stdio()).await.map_err(|error| ServeError::protocol(&error))?;
        service.waiting().await.map_err(|error| ServeError::protocol(&error))?;
        Ok(())
    })
}

/// Why serving ended before its time.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The folder cannot be served.
    #[error(transparent)]
    Site(#[from] SiteError),
    /// The system gave no thread.
    #[error("the server cannot start: {0}")]
    Io(std::io::Error),
    /// The client does not speak the protocol.
    #[error("the client ended the conversation: {0}")]
    Protocol(String),
}

impl ServeError {
    fn protocol(error: &dyn std::fmt::Display) -> Self {
        Self::Protocol(error.to_string())
    }
}

/// Work for the thread that has the site and the engine.
type Job = Box<dyn FnOnce(&mut Desk) + Send>;

struct SiteServer {
    jobs: mpsc::Sender<Job>,
    info: ServerConfig,
    tools: Vec<Tool>,
}

/// The site and its engine; both belong to one thread.
struct Desk {
    site: PublishedSite,
    engine: Option<SearchEngine>,
}

impl Desk {
    /// Takes notice of a new publication.
    fn renew(&mut self) {
        if let Some(site) = self.site.renewed() {
            *self = Self { site, engine: None };
        }
    }

    fn engine(&mut self) -> Result<&SearchEngine, SearchError> {
        if self.engine.is_none() {
            self.engine = Some(SearchEngine::new(&self.site)?);
        }
        Ok(self.engine.as_ref().expect("it was just made"))
    }

    fn call(&mut self, name: &str, arguments: JsonObject) -> Result<CallToolResult, Refusal> {
        match name {
            "search" => {
                let SearchInput { query, area, limit } = read(arguments)?;
                let limit = limit.unwrap_or(USUAL_PAGES).clamp(1, MOST_PAGES);
                self.engine()?;
                let engine = self.engine.as_ref().ok_or(SearchError::NoIndex)?;
                let found = engine.search(&self.site, &query, area.as_deref(), limit)?;
                let output = search_output(found);
                Ok(answer(output.markdown(&query), &output))
            }
            "read_page" => {
                let ReadInput { page } = read(arguments)?;
                let output = self.page(&page)?;
                Ok(answer(output.markdown.clone(), &output))
            }
            "list_pages" => {
                let ListInput { under } = read(arguments)?;
                let output = list_output(&self.site.pages, under.as_deref());
                Ok(answer(output.markdown(), &output))
            }
            "look_up_code" => {
                let LookUpInput { code } = read(arguments)?;
                self.engine()?;
                let engine = self.engine.as_ref().ok_or(SearchError::NoIndex)?;
                let output = look_up_output(&code, engine.look_up(&self.site, &code)?);
                Ok(answer(output.markdown(), &output))
            }
            _ => Err(Refusal::UnknownTool),
        }
    }

    fn page(&self, asked: &str) -> Result<PageOutput, Refusal> {
        let unknown =
            || Refusal::Told(format!("no page at `{asked}`; `list_pages` names all, `search` finds them"));
        let route = self.site.resolve(asked).ok_or_else(unknown)?;
        let markdown = self
            .site
            .markdown(route)
            .ok_or_else(|| Refusal::Told(format!("`{route}` was published without its Markdown")))?;
        Ok(PageOutput { page: route.to_owned(), markdown })
    }
}

/// Why a call has no result.
enum Refusal {
    /// There is no such tool: an error of the protocol.
    UnknownTool,
    /// An error that the model should read and can mend.
    Told(String),
}

impl From<SearchError> for Refusal {
    fn from(error: SearchError) -> Self {
        Self::Told(error.to_string())
    }
}

fn read<T: DeserializeOwned>(arguments: JsonObject) -> Result<T, Refusal> {
    serde_json::from_value(arguments.into())
        .map_err(|error| Refusal::Told(format!("the arguments do not fit: {error}")))
}

fn answer(markdown: String, data: &impl Serialize) -> CallToolResult {
    let mut result = CallToolResult::success(vec![ContentBlock::text(markdown)]);
    result.structured_content = Some(serde_json::to_value(data).expect("answers are plain data"));
    result
}

impl SiteServer {
    fn start(dir: &Path, version: &str) -> Result<Self, ServeError> {
        let dir = PathBuf::from(dir);
        let (jobs, work) = mpsc::channel::<Job>();
        let (opened, is_open) = mpsc::channel();
        thread::Builder::new()
            .name("site".to_owned())
            .stack_size(portico_js::THREAD_STACK_SIZE)
            .spawn(move || {
                let mut desk = match PublishedSite::open(&dir) {
                    Ok(site) => {
                        // Whoever asked may have gone; then there is no work either.
                        let _ = opened.send(Ok(site.title.clone()));
                        Desk { site, engine: None }
                    }
                    Err(error) => {
                        let _ = opened.send(Err(error));
                        return;
                    }
                };
                for job in work {
                    desk.renew();
                    job(&mut desk);
                }
            })
            .map_err(ServeError::Io)?;
        let title = is_open.recv().expect("the thread says how it went")?;
        Ok(Self { jobs, info: info(&title, version), tools: tools() })
    }

    /// Has something done where the site is.
    async fn at_desk<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Desk) -> T + Send + 'static,
    ) -> Result<T, ErrorData> {
        let gone = || ErrorData::internal_error("the site is no longer served", None);
        let (done, result) = oneshot::channel();
        let job: Job = Box::new(move |desk| {
            // A client that went away wants no result.
            let _ = done.send(work(desk));
        });
        self.jobs.send(job).map_err(|_| gone())?;
        result.await.map_err(|_| gone())
    }
}

impl ServerHandler for SiteServer {
    fn get_info(&self) -> ServerConfig {
        self.info.clone()
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(self.tools.clone()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        self.tools.iter().find(|tool| tool.name == name).cloned()
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let CallToolRequestParams { name, arguments, .. } = request;
        let called = name.clone();
        let arguments = arguments.unwrap_or_default();
        match self.at_desk(move |desk| desk.call(&called, arguments)).await? {
            Ok(result) => Ok(result.into()),
            Err(Refusal::Told(message)) => {
                Ok(CallToolResult::error(vec![ContentBlock::text(message)]).into())
            }
            Err(Refusal::UnknownTool) => {
                Err(ErrorData::invalid_params(format!("there is no tool `{name}`"), None))
            }
        }
    }

    async fn list_resources(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let pages = self.at_desk(|desk| desk.site.pages.clone()).await?;
        let resources = pages.into_iter().map(|page| {
            Resource::new(format!("{SCHEME}{}", page.route), page.title.clone())
                .with_title(page.title)
                .with_description(page.description)
                .with_mime_type("text/markdown")
        });
        Ok(ListResourcesResult::with_all_items(resources.collect()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri;
        let asked = uri.strip_prefix(SCHEME).unwrap_or(&uri).to_owned();
        match self.at_desk(move |desk| desk.page(&asked)).await? {
            Ok(page) => {
                let contents = ResourceContents::text(page.markdown, uri).with_mime_type("text/markdown");
                Ok(ReadResourceResult::new(vec![contents]).into())
            }
            Err(_) => Err(ErrorData::resource_not_found(format!("no page at `{uri}`"), None)),
        }
    }
}

fn info(title: &str, version: &str) -> ServerConfig {
    let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
    let title = if title.is_empty() { "a developer portal" } else { title };
    ServerConfig::new(capabilities).with_server_info(Implementation::new("portico", version)).with_instructions(format!(
        "Documentation of {title}. Look up codes, fields and events by name with `look_up_code`, find the rest with \
         `search`, then read whole pages with `read_page` before you write code against the API."
    ))
}

fn tools() -> Vec<Tool> {
    let hints =
        || ToolAnnotations::new().read_only(true).destructive(false).idempotent(true).open_world(false);
    let tool = |name: &'static str, title: &'static str, description: &'static str| {
        Tool::new(name, description, Arc::new(JsonObject::new())).with_title(title).with_annotations(hints())
    };
    vec![
        tool("search", "Search the documentation", "Finds pages, headings, operations, fields and codes. Gives routes and excerpts, best first.")
            .with_input_schema::<SearchInput>()
            .with_output_schema::<SearchOutput>(),
        tool("read_page", "Read a page", "Gives a whole page as Markdown.")
            .with_input_schema::<ReadInput>()
            .with_output_schema::<PageOutput>(),
        tool("list_pages", "List pages", "Names the pages of the documentation with their descriptions, in the order of the navigation.")
            .with_input_schema::<ListInput>()
            .with_output_schema::<ListOutput>(),
        tool("look_up_code", "Look up a code or name", "Gives what is written about a return code (R01), a notification of change (C05), an SEC code (WEB), an HTTP status or error code, a webhook event or a field, by its exact name.")
            .with_input_schema::<LookUpInput>()
            .with_output_schema::<LookUpOutput>(),
    ]
}
