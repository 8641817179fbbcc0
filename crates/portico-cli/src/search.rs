//! `portico search`: records of the site for a hosted search.

use std::fs;
use std::io::{IsTerminal as _, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, anyhow, bail};
use portico_build::{SearchRecords, search_records};
use portico_config::{ADMIN_KEY_VARIABLE, Typesense, TypesenseNode};
use portico_diagnostics::has_errors;
use portico_typesense::{
    Cluster, Document, Push, PushError, PushStep, SynonymItems, documents, jsonl, push as run_push,
};

use crate::arguments::{SearchAction, SearchArguments, SiteArguments};
use crate::build::progress;
use crate::report;

/// Pushes or exports.
pub(crate) fn run(arguments: &SearchArguments) -> anyhow::Result<ExitCode> {
    match &arguments.action {
        SearchAction::Push { site, dry_run } => push(site, *dry_run),
        SearchAction::Export { site, out } => export(site, out.as_deref()),
    }
}

fn push(site: &SiteArguments, is_dry_run: bool) -> anyhow::Result<ExitCode> {
    let Some((found, documents)) = read(site)? else { return Ok(ExitCode::FAILURE) };
    let Some(typesense) = &found.settings.search.typesense else {
        bail!("the site has no hosted search\nhelp: add a table `[search.typesense]` to `portal.toml`");
    };
    let nodes: Vec<String> = typesense.all_nodes().map(TypesenseNode::address).collect();
    let synonyms = SynonymItems::new(found.synonyms.groups(), &found.settings.locale);
    let what = described(documents.len(), found.n_pages, synonyms.len());
    let alias = &typesense.collection;
    if is_dry_run {
        println!("would push {what} to the alias `{alias}` on {}", nodes.join(", "));
        return Ok(ExitCode::SUCCESS);
    }
    let key = admin_key(typesense)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).context("the clock stands before 1970")?;
    let collection = format!("{alias}_{}", now.as_millis());
    let cluster = Cluster::new(nodes, key);
    let plan = Push {
        alias,
        collection: &collection,
        language: &found.settings.locale,
        synonyms: &synonyms,
        search_key: &typesense.search_key,
    };
    let report = run_push(&cluster, &plan, &documents, &mut |step| tell(&step)).map_err(with_help)?;
    progress("");
    println!("pushed {what}: `{alias}` now leads to `{collection}`");
    if let Some(warning) = report.left_over {
        eprintln!("warning: {warning}");
    }
    Ok(ExitCode::SUCCESS)
}

fn described(n_documents: usize, n_pages: usize, n_groups: usize) -> String {
    let documents = format!("{n_documents} documents of {n_pages} pages");
    match n_groups {
        0 => documents,
        1 => format!("{documents} and 1 group of synonyms"),
        _ => format!("{documents} and {n_groups} groups of synonyms"),
    }
}

fn export(site: &SiteArguments, out: Option<&Path>) -> anyhow::Result<ExitCode> {
    let Some((_, documents)) = read(site)? else { return Ok(ExitCode::FAILURE) };
    let lines = jsonl(&documents);
    match out {
        Some(path) => {
            fs::write(path, lines).with_context(|| format!("writing {}", path.display()))?;
            println!("wrote {} documents to {}", documents.len(), path.display());
        }
        None => std::io::stdout().write_all(lines.as_bytes()).context("writing to standard output")?,
    }
    Ok(ExitCode::SUCCESS)
}

/// The records of a site without errors; its diagnostics are told.
fn read(site: &SiteArguments) -> anyhow::Result<Option<(SearchRecords, Vec<Document>)>> {
    progress("reading the site folder");
    let (found, diagnostics) = search_records(&site.site, &crate::overrides())?;
    progress("");
    report::print(&diagnostics, site.format);
    let is_bad = has_errors(&diagnostics) || (site.strict && !diagnostics.is_empty());
    let found = found.filter(|_| !is_bad);
    Ok(found.map(|found| {
        let documents = documents(&found.records, &found.settings, |route| found.docs.contains(route));
        (found, documents)
    }))
}

/// The admin key; never shown.
fn admin_key(typesense: &Typesense) -> anyhow::Result<String> {
    let key = std::env::var(ADMIN_KEY_VARIABLE).unwrap_or_default().trim().to_owned();
    if key.is_empty() {
        bail!(
            "`{ADMIN_KEY_VARIABLE}` is not set\nhelp: set it to a key of the cluster that may create collections and aliases"
        );
    }
    if key == typesense.search_key {
        bail!("`{ADMIN_KEY_VARIABLE}` is the site's search-only key, which cannot push");
    }
    Ok(key)
}

/// Says what is being done: on a terminal in one line, elsewhere the steps alone.
fn tell(step: &PushStep) {
    let text = match step {
        PushStep::Creating => "making a new collection".to_owned(),
        PushStep::Importing(sent, all) => format!("importing documents: {sent} of {all}"),
        PushStep::Attaching => "setting synonyms and curation".to_owned(),
        PushStep::Switching => "switching the alias".to_owned(),
        PushStep::Removing => "removing the old collection".to_owned(),
    };
    if std::io::stderr().is_terminal() {
        progress(&text);
    } else {
        eprintln!("{text}");
    }
}

/// The message and the remedy.
fn with_help(error: PushError) -> anyhow::Error {
    progress("");
    let help = match &error {
        PushError::SearchKeyIsMore => {
            "make a key whose only action is `documents:search`, and replace this one"
        }
        PushError::NameTaken(_) => "remove that collection, or set another `search.typesense.collection`",
        PushError::Unknown(_) => {
            "look where the alias leads, and remove the collection that it does not lead to"
        }
        PushError::Client(error) if error.is_forbidden() => "check the key and what it may do",
        _ => return anyhow!(error).context("the push failed; searches see what they saw before"),
    };
    anyhow!("{error}\nhelp: {help}")
}
