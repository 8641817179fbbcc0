//! A push: a new collection beside the live one, checked, then switched to.

use serde_json::{Value, json};

use crate::attachments::{SynonymItems, attach, remove_set};
use crate::client::{ClientError, Cluster, Request, delete, found, get, send};
use crate::document::{Document, json};
use crate::schema::schema;

/// Documents sent at a time.
const BATCH: usize = 100;
/// Rows that an error names.
const MOST_ROWS: usize = 3;

/// What a push is about.
pub struct Push<'a> {
    /// The alias that searches use.
    pub alias: &'a str,
    /// Name of the new collection; one that no other push takes.
    pub collection: &'a str,
    /// Language of the documents.
    pub language: &'a str,
    /// Words that mean the same on the site.
    pub synonyms: &'a SynonymItems,
    /// The search-only key of the site, which must be one.
    pub search_key: &'a str,
}

/// What a push is doing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PushStep {
    /// The collection is being made.
    Creating,
    /// Documents are on their way: sent so far, of all.
    Importing(usize, usize),
    /// Synonyms are being set, and what the old collection had of them and of curation is carried over.
    Attaching,
    /// The alias is being switched.
    Switching,
    /// The old collection is being removed.
    Removing,
}

/// What a push did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushReport {
    /// Documents in the new collection.
    pub n_documents: usize,
    /// The collection that the alias led to before.
    pub replaced: Option<String>,
    /// What went wrong once the alias was switched: the old collection could not be removed.
    pub left_over: Option<String>,
}

/// Why a push failed. The alias leads where it did before.
#[derive(Debug, thiserror::Error)]
pub enum PushError {
    /// There is nothing to push.
    #[error("there is nothing to push: the site has no records")]
    NoRecords,
    /// The key that the site publishes can do more than search.
    #[error("the cluster lets `search.typesense.search_key` list collections: it is no search-only key")]
    SearchKeyIsMore,
    /// The alias would stand for nothing, since a collection has its name.
    #[error("`{0}` is a collection; searches would never follow an alias of that name")]
    NameTaken(String),
    /// Documents were refused.
    #[error("the cluster refused {n} of {total} documents; the first of them:\n{}", first.join("\n"))]
    Rows {
        /// Number of documents that were refused.
        n: usize,
        /// Number of documents.
        total: usize,
        /// Address and reason, for the first ones.
        first: Vec<String>,
    },
    /// The collection does not hold what was sent.
    #[error("the new collection holds {found} documents, though {wanted} were sent")]
    Count {
        /// Documents that it should hold.
        wanted: usize,
        /// Documents that it says it holds.
        found: u64,
    },
    /// A request failed.
    #[error(transparent)]
    Client(#[from] ClientError),
    /// The alias may or may not have been switched: both collections were left as they are.
    #[error("it is not known where the alias leads now ({0}); both collections were left")]
    Unknown(ClientError),
}

/// Brings documents to a cluster. `progress` is told what is being done.
///
/// Until the alias is switched nothing that searches see changes; what a failed push made is removed again.
pub fn push(
    cluster: &Cluster,
    push: &Push<'_>,
    documents: &[Document],
    progress: &mut dyn FnMut(PushStep),
) -> Result<PushReport, PushError> {
    if documents.is_empty() {
        return Err(PushError::NoRecords);
    }
    check_search_key(cluster, push.search_key)?;
    let old = alias_target(cluster, push.alias)?;
    if old.is_none() && exists(cluster, push.alias)? {
        return Err(PushError::NameTaken(push.alias.to_owned()));
    }
    progress(PushStep::Creating);
    if let Err(error) = send(cluster, "POST", "/collections", &schema(push.collection, push.language)) {
        // A request without an answer may have done its work; a name that is taken is not ours to remove.
        if error.status() != Some(409) {
            let _ = delete(cluster, &format!("/collections/{}", push.collection));
        }
        return Err(error.into());
    }
    if let Err(error) = fill_and_switch(cluster, push, documents, old.as_deref(), progress) {
        if !matches!(error, PushError::Unknown(_)) {
            // The reason of the failure is what is told; a collection that stays behind is found by its name.
            let _ = remove(cluster, push.collection);
        }
        return Err(error);
    }
    let mut left_over = None;
    if let Some(old) = old.as_deref().filter(|old| *old != push.collection) {
        progress(PushStep::Removing);
        left_over = remove(cluster, old).err().map(|error| format!("`{old}` could not be removed: {error}"));
    }
    Ok(PushReport { n_documents: documents.len(), replaced: old, left_over })
}

/// The key is on every page: whoever reads it must not be able to do more than search.
fn check_search_key(cluster: &Cluster, key: &str) -> Result<(), PushError> {
    match cluster.with_key(key).json(&get("/collections")) {
        Ok(_) => Err(PushError::SearchKeyIsMore),
        Err(error) if error.is_forbidden() => Ok(()),
        Err(error) => Err(error.into()),
    }
}

fn fill_and_switch(
    cluster: &Cluster,
    push: &Push<'_>,
    documents: &[Document],
    old: Option<&str>,
    progress: &mut dyn FnMut(PushStep),
) -> Result<(), PushError> {
    import(cluster, push.collection, documents, progress)?;
    let path = format!("/collections/{}", push.collection);
    let found = cluster.json(&get(&path))?.get("num_documents").and_then(Value::as_u64).unwrap_or_default();
    if found != documents.len() as u64 {
        return Err(PushError::Count { wanted: documents.len(), found });
    }
    if old.is_some() || !push.synonyms.is_empty() {
        progress(PushStep::Attaching);
        attach(cluster, push.collection, push.synonyms, old)?;
    }
    progress(PushStep::Switching);
    let path = format!("/aliases/{}", push.alias);
    let Err(error) = send(cluster, "PUT", &path, &json!({ "collection_name": push.collection })) else {
        return Ok(());
    };
    // A request without an answer may have done its work.
    match alias_target(cluster, push.alias) {
        Ok(target) if target.as_deref() == Some(push.collection) => Ok(()),
        Ok(_) => Err(error.into()),
        Err(unknown) => Err(PushError::Unknown(unknown)),
    }
}

fn import(
    cluster: &Cluster,
    collection: &str,
    documents: &[Document],
    progress: &mut dyn FnMut(PushStep),
) -> Result<(), PushError> {
    let path = format!("/collections/{collection}/documents/import?action=upsert");
    let mut refused = Vec::new();
    for (at, batch) in documents.chunks(BATCH).enumerate() {
        progress(PushStep::Importing(at * BATCH, documents.len()));
        let body: String = batch.iter().map(|document| json(document) + "\n").collect();
        let request = Request { method: "POST", path: &path, body: Some(&body) };
        let answer = cluster.text(&request)?;
        let rows: Vec<&str> = answer.lines().filter(|line| !line.trim().is_empty()).collect();
        if rows.len() != batch.len() {
            let reason = format!("{} rows for {} documents", rows.len(), batch.len());
            return Err(ClientError::Unreadable { what: format!("`POST {path}`"), reason }.into());
        }
        let pairs = batch.iter().zip(rows);
        refused.extend(
            pairs.filter_map(|(document, row)| Some(format!("  {}: {}", document.url, refusal(row)?))),
        );
    }
    progress(PushStep::Importing(documents.len(), documents.len()));
    if refused.is_empty() {
        return Ok(());
    }
    let n = refused.len();
    refused.truncate(MOST_ROWS);
    Err(PushError::Rows { n, total: documents.len(), first: refused })
}

/// Why a row was refused; `None` if it was not. The status of an import is 200 whatever became of its rows.
fn refusal(row: &str) -> Option<String> {
    let answer: Value = serde_json::from_str(row).unwrap_or_default();
    if answer.get("success") == Some(&Value::Bool(true)) {
        return None;
    }
    let reason = answer.get("error").and_then(Value::as_str);
    Some(reason.unwrap_or("no reason given").to_owned())
}

fn alias_target(cluster: &Cluster, alias: &str) -> Result<Option<String>, ClientError> {
    let answer = found(cluster.json(&get(&format!("/aliases/{alias}"))))?;
    Ok(answer.and_then(|answer| Some(answer.get("collection_name")?.as_str()?.to_owned())))
}

fn exists(cluster: &Cluster, collection: &str) -> Result<bool, ClientError> {
    Ok(found(cluster.json(&get(&format!("/collections/{collection}"))))?.is_some())
}

/// Removes a collection and the synonyms that were made for it.
fn remove(cluster: &Cluster, collection: &str) -> Result<(), ClientError> {
    let removed = delete(cluster, &format!("/collections/{collection}"));
    removed.and(remove_set(cluster, collection))
}
