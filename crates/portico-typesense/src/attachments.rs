//! What a collection has besides documents: the site's synonyms, and what was set up by hand.
//!
//! Servers before version 30 keep synonyms and overrides as lists of a collection, later ones in sets of their own, to which
//! collections are linked. The site's are in a set named after the collection, or in items with a mark, so that those of an
//! earlier push are told apart from those of people.
//!
//! <https://typesense.org/docs/29.0/api/synonyms.html>, <https://typesense.org/docs/30.0/api/synonyms.html>

use serde_json::{Map, Value, json};

use crate::client::{ClientError, Cluster, delete, found, get, send};

/// Lists of a collection, up to version 29 of the server.
const LISTS: [&str; 2] = ["synonyms", "overrides"];
/// Fields with the sets that a collection is linked to, from version 30 on.
const SYNONYM_SETS: &str = "synonym_sets";
const CURATION_SETS: &str = "curation_sets";

/// Begins the ids of synonyms that come from the site.
const MARK: &str = "site-";

/// Words that mean the same on a site, as a cluster is told of them.
#[derive(Clone, Debug, Default)]
pub struct SynonymItems(Vec<Value>);

impl SynonymItems {
    /// Takes groups of words or phrases and their language. A group of one says nothing.
    pub fn new(groups: &[Vec<String>], language: &str) -> Self {
        // English is what is cut into words where no locale is named.
        let locale = (!language.starts_with("en")).then_some(language);
        let items = groups.iter().filter(|words| words.len() > 1).enumerate().map(|(at, words)| {
            let words: Vec<String> = words.iter().map(|word| cut_as_documents(word)).collect();
            let mut item = json!({ "id": format!("{MARK}{}", at + 1), "synonyms": words });
            if let Some(locale) = locale {
                item["locale"] = locale.into();
            }
            item
        });
        Self(items.collect())
    }

    /// Number of groups.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Documents are cut at the `token_separators` of their schema; synonyms are not, but at spaces.
fn cut_as_documents(word: &str) -> String {
    word.trim().replace(['-', '_'], " ")
}

/// Gives a new collection the site's synonyms, and what people gave to the old one. No search sees it until the alias is
/// switched.
pub(crate) fn attach(
    cluster: &Cluster,
    collection: &str,
    synonyms: &SynonymItems,
    old: Option<&str>,
) -> Result<(), ClientError> {
    let mut sets = match old {
        Some(old) => sets_of(cluster, old)?,
        None => Map::new(),
    };
    let mut items = match old {
        Some(old) => lists_of(cluster, old)?,
        None => Vec::new(),
    };
    if !synonyms.is_empty() {
        if has_sets(cluster)? {
            send(cluster, "PUT", &set_path(collection), &json!({ "items": synonyms.0 }))?;
            let linked = sets.entry(SYNONYM_SETS).or_insert_with(|| json!([])).as_array_mut();
            linked.expect("only arrays are kept").push(collection.into());
        } else {
            items.extend(synonyms.0.iter().map(|item| (LISTS[0], item.clone())));
        }
    }
    if !sets.is_empty() {
        send(cluster, "PATCH", &format!("/collections/{collection}"), &Value::Object(sets))?;
    }
    for (list, mut item) in items {
        let Some(id) = item.as_object_mut().and_then(|item| item.shift_remove("id")) else { continue };
        let id = escaped(id.as_str().unwrap_or_default());
        send(cluster, "PUT", &format!("/collections/{collection}/{list}/{id}"), &item)?;
    }
    Ok(())
}

/// Removes the set of a collection that is gone. Older servers, and collections without one, have none; nor has one that a
/// key filled which may not touch sets.
pub(crate) fn remove_set(cluster: &Cluster, collection: &str) -> Result<(), ClientError> {
    match delete(cluster, &set_path(collection)) {
        Err(error) if error.status() != Some(404) && !error.is_forbidden() => Err(error),
        _ => Ok(()),
    }
}

/// Whether synonyms are in sets.
fn has_sets(cluster: &Cluster) -> Result<bool, ClientError> {
    Ok(found(cluster.json(&get("/synonym_sets")))?.is_some())
}

/// The sets that a collection is linked to, but its own.
fn sets_of(cluster: &Cluster, collection: &str) -> Result<Map<String, Value>, ClientError> {
    let mut sets = Map::new();
    let Some(facts) = found(cluster.json(&get(&format!("/collections/{collection}"))))? else {
        return Ok(sets);
    };
    for name in [SYNONYM_SETS, CURATION_SETS] {
        let all = facts.get(name).and_then(Value::as_array);
        let others: Vec<&Value> = all.into_iter().flatten().filter(|set| **set != collection).collect();
        if !others.is_empty() {
            sets.insert(name.to_owned(), json!(others));
        }
    }
    Ok(sets)
}

/// The items of a collection's lists, but those of the site; none from version 30 on.
fn lists_of(cluster: &Cluster, collection: &str) -> Result<Vec<(&'static str, Value)>, ClientError> {
    let mut items = Vec::new();
    for list in LISTS {
        let answer =
            found(cluster.json(&get(&format!("/collections/{collection}/{list}"))))?.unwrap_or_default();
        let all = answer.get(list).and_then(Value::as_array).into_iter().flatten();
        let is_kept =
            |item: &&Value| list != LISTS[0] || item["id"].as_str().is_some_and(|id| !id.starts_with(MARK));
        items.extend(all.filter(is_kept).map(|item| (list, item.clone())));
    }
    Ok(items)
}

fn set_path(collection: &str) -> String {
    format!("/{SYNONYM_SETS}/{}", escaped(collection))
}

/// An id as it stands in a path.
fn escaped(id: &str) -> String {
    let escape = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    id.bytes().map(escape).collect()
}
