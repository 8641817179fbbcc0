//! A published site in memory: every path that can be served, with its answer ready to send.

use std::collections::hash_map::Entry;
use std::path::Path;
use std::sync::Arc;

use hyper::HeaderMap;
use hyper::body::Bytes;
use hyper::header::HeaderValue;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use portico_contract::{Manifest, ManifestRedirect, media_type};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::error::LoadError;
use crate::negotiate::Encoding;
use crate::paths::page_key;
use crate::per_worker::PerWorker;
use crate::prepare::{HeaderKinds, Kind};
use crate::scan::{Scanned, ScannedFile, scan};
use crate::stored::{Identity, Stored};

/// A published site, ready to answer requests.
///
/// It holds the list of everything that can be served. A request is answered by looking its path up in that list and
/// in no other way, so it reaches no file that was not in the folder when the site was loaded.
#[derive(Debug)]
pub struct PublishedSite {
    base: String,
    /// Clients choose what is looked up here and not what is in it, so that a quick hash will do.
    targets: FxHashMap<String, Target>,
    wildcards: Vec<(String, RedirectTarget)>,
    not_found: Option<Resource>,
    site_headers: HeaderMap,
    identity: Identity,
}

/// What is found at a path.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    Page(Arc<Page>),
    File(Arc<Resource>),
    Redirect(RedirectTarget),
}

/// A page: its HTML, and its Markdown twin if it has one.
#[derive(Debug)]
pub(crate) struct Page {
    pub(crate) html: Resource,
    pub(crate) markdown: Option<Twin>,
}

/// The Markdown twin of a page, as given in the page's own place.
#[derive(Debug)]
pub(crate) struct Twin {
    pub(crate) resource: Resource,
    pub(crate) location: HeaderValue,
}

/// A file with its compressed siblings.
#[derive(Clone, Debug)]
pub(crate) struct Resource {
    plain: Representation,
    compressed: [Option<Box<Representation>>; 3],
    is_immutable: bool,
}

/// The bytes of one encoding with the header that goes with them.
#[derive(Clone, Debug)]
pub(crate) struct Representation {
    /// Complete but for the tag and the length, whose places are kept. Shared by all of one kind.
    pub(crate) headers: Arc<PerWorker<HeaderMap>>,
    pub(crate) tag: HeaderValue,
    pub(crate) length: u64,
    pub(crate) stored: Stored,
}

impl Resource {
    /// As it goes with the next build: not to be kept again by the one after, and without the mirrors, whose file holds
    /// more of the old build than this.
    fn kept(&self) -> Self {
        let mut kept = Self { is_immutable: false, ..self.clone() };
        for one in
            std::iter::once(&mut kept.plain).chain(kept.compressed.iter_mut().flatten().map(|one| &mut **one))
        {
            if let Stored::Memory(_, mirrors) = &mut one.stored {
                *mirrors = None;
            }
        }
        kept
    }
}

/// Where a redirect leads.
#[derive(Clone, Debug)]
pub(crate) struct RedirectTarget {
    /// The address, percent-encoded, without its hash.
    pub(crate) address: Arc<str>,
    /// The hash with its `#`, or nothing.
    pub(crate) hash: Arc<str>,
    /// Whether the query of the request is handed on.
    pub(crate) keeps_query: bool,
}

impl PublishedSite {
    /// Loads the published site in a folder, holding up to so many bytes of files in memory.
    pub fn load(dir: &Path, memory: u64) -> Result<Self, LoadError> {
        scan(dir, memory).and_then(|scanned| assemble(dir, scanned))
    }

    /// Takes over the immutable files of the build before, so that a page which a reader has open still finds them.
    ///
    /// One generation only, and only what is in memory: the old folder is gone.
    pub(crate) fn keep_immutable_of(&mut self, previous: &Self) {
        let kept = previous.targets.iter().filter_map(|(path, target)| match target {
            Target::File(file) if file.is_immutable && matches!(file.plain.stored, Stored::Memory(..)) => {
                (!self.targets.contains_key(path))
                    .then(|| (path.clone(), Target::File(Arc::new(file.kept()))))
            }
            _ => None,
        });
        let kept: Vec<_> = kept.collect();
        self.targets.extend(kept);
    }

    /// Number of paths that can be served, other spellings not counted.
    pub fn n_targets(&self) -> usize {
        self.targets.len()
    }

    /// The path that the site is below, with a slash at both ends.
    pub(crate) fn base(&self) -> &str {
        &self.base
    }

    pub(crate) fn target(&self, path: &str) -> Option<&Target> {
        self.targets.get(path)
    }

    /// The redirect for everything below some path that this path is below.
    pub(crate) fn wildcard(&self, path: &str) -> Option<&RedirectTarget> {
        self.wildcards.iter().find(|(from, _)| is_below(path, from)).map(|(_, target)| target)
    }

    pub(crate) fn not_found(&self) -> Option<&Resource> {
        self.not_found.as_ref()
    }

    /// The site's own response headers.
    pub(crate) fn site_headers(&self) -> &HeaderMap {
        &self.site_headers
    }

    /// The build manifest's identity when the site was loaded.
    pub(crate) fn identity(&self) -> &Identity {
        &self.identity
    }
}

impl Resource {
    /// Tells whether the file has a compressed sibling of that encoding.
    pub(crate) fn has(&self, encoding: Encoding) -> bool {
        self.slot(encoding).is_some()
    }

    /// Tells whether the file has any compressed sibling.
    pub(crate) fn is_compressed(&self) -> bool {
        self.compressed.iter().any(Option::is_some)
    }

    /// Gives the representation of that encoding, or the plain one.
    pub(crate) fn encoded(&self, encoding: Encoding) -> &Representation {
        self.slot(encoding).unwrap_or(&self.plain)
    }

    fn slot(&self, encoding: Encoding) -> Option<&Representation> {
        let position = Encoding::COMPRESSED.iter().position(|compressed| *compressed == encoding)?;
        self.compressed[position].as_deref()
    }
}

fn assemble(dir: &Path, scanned: Scanned) -> Result<PublishedSite, LoadError> {
    let Scanned { manifest, identity, files } = scanned;
    let mut kinds = HeaderKinds::new(&manifest);
    let mut targets = FxHashMap::with_capacity_and_hasher(files.len(), FxBuildHasher);
    let mut not_found = None;

    // Later pages do not take a place that is taken: `a.html` comes before `a/index.html`, the manifest before both.
    let declared = manifest.pages.iter().map(|(route, file)| (page_key(route).to_owned(), file.as_str()));
    let found = files.keys().filter(|path| is_page_file(path)).map(|path| (key_of_file(path), path.as_str()));
    for (key, path) in declared.chain(found) {
        let Some(file) = files.get(path) else {
            let (route, file) = (key, path.to_owned());
            return Err(LoadError::Incomplete { dir: dir.to_owned(), route, file });
        };
        if path == "404.html" {
            not_found = Some(resource(path, file, &mut kinds, Choice::None));
        } else if let Entry::Vacant(place) = targets.entry(key) {
            let key = place.key();
            let twin_path = format!("{}.md", if key == "/" { "index" } else { &key[1..] });
            let markdown = files.get(&twin_path).map(|twin| Twin {
                resource: resource(&twin_path, twin, &mut kinds, Choice::ByType),
                location: location_of(&manifest, &twin_path),
            });
            let choice = if markdown.is_some() { Choice::ByType } else { Choice::None };
            let html = resource(path, file, &mut kinds, choice);
            place.insert(Target::Page(Arc::new(Page { html, markdown })));
        }
    }
    for (path, file) in files.iter().filter(|(path, _)| !is_page_file(path)) {
        let mut file = resource(path, file, &mut kinds, Choice::None);
        // Kept from the release before already: not for yet another one.
        file.is_immutable &= manifest.retained.binary_search(path).is_err();
        let target = Target::File(Arc::new(file));
        targets.insert(format!("/{path}"), target);
    }

    let mut wildcards: Vec<(String, RedirectTarget)> = Vec::new();
    let is_page = |key: &str| manifest.pages.keys().any(|route| page_key(route) == key);
    for redirect in &manifest.redirects {
        let target = redirect_target(&manifest, redirect);
        let from = without_base(&manifest, &redirect.from);
        if let Some(from) = from.strip_suffix('*') {
            wildcards.push((from.to_owned(), target));
            continue;
        }
        // The redirect page that a plain static host needs gives way; a page that is declared does not.
        let key = page_key(from);
        let is_taken = matches!(targets.get(key), Some(Target::Redirect(_)))
            || wildcards.iter().any(|(from, _)| is_below(key, from))
            || is_page(key);
        if !is_taken {
            targets.insert(key.to_owned(), Target::Redirect(target));
        }
    }

    let base = format!("/{}/", manifest.base_path.trim_matches('/')).replace("//", "/");
    let site_headers = kinds.into_site_headers();
    Ok(PublishedSite { base, targets, wildcards, not_found, site_headers, identity })
}

fn is_below(path: &str, folder: &str) -> bool {
    path.len() > folder.len() && path.starts_with(folder)
}

/// Tells whether a file is a page, which is reached under more than one spelling.
fn is_page_file(path: &str) -> bool {
    path.strip_suffix(".html").is_some()
}

fn key_of_file(path: &str) -> String {
    page_key(&format!("/{path}")).to_owned()
}

/// Whether a resource has its address for itself or shares it with one of another type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    None,
    ByType,
}

fn resource(path: &str, file: &ScannedFile, kinds: &mut HeaderKinds, choice: Choice) -> Resource {
    let is_immutable = kinds.is_immutable(path);
    let is_compressed = file.compressed.iter().any(Option::is_some);
    let mut representation = |encoding: Encoding, stored: &Stored, hash: &str, length: u64| {
        let kind = Kind {
            media_type: media_type(path),
            encoding,
            is_immutable,
            varies_by_encoding: is_compressed,
            varies_by_type: choice == Choice::ByType,
        };
        Representation {
            headers: kinds.headers(kind),
            tag: HeaderValue::try_from(format!("\"{hash}\"")).expect("a hash is hexadecimal digits"),
            length,
            stored: stored.clone(),
        }
    };
    let plain =
        representation(Encoding::Identity, &file.content.stored, &file.content.hash, file.content.length);
    let mut compressed = [None, None, None];
    for (slot, encoding) in Encoding::COMPRESSED.into_iter().enumerate() {
        compressed[slot] = file.compressed[slot].as_ref().map(|content| {
            Box::new(representation(encoding, &content.stored, &content.hash, content.length))
        });
    }
    Resource { plain, compressed, is_immutable }
}

/// What an address must not hold as it is; percent signs stay, as the author may have encoded already.
const ADDRESS: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'\\').add(b'^').add(b'`');

/// The same for the name of a file, where the signs that divide an address mean themselves.
const FILE_ADDRESS: &AsciiSet = &ADDRESS.add(b'%').add(b'?').add(b'#');

fn redirect_target(manifest: &Manifest, redirect: &ManifestRedirect) -> RedirectTarget {
    let address = below_base(manifest, &redirect.to);
    let encoded = utf8_percent_encode(&address, ADDRESS).to_string();
    let (address, hash) = encoded.split_at(encoded.find('#').unwrap_or(encoded.len()));
    RedirectTarget { keeps_query: !address.contains('?'), address: address.into(), hash: hash.into() }
}

fn location_of(manifest: &Manifest, path: &str) -> HeaderValue {
    let address = below_base(manifest, &format!("/{path}"));
    let encoded = utf8_percent_encode(&address, FILE_ADDRESS).to_string();
    HeaderValue::try_from(encoded).expect("what is percent-encoded is plain ASCII")
}

/// Takes the base path off a path that has it; inside, all paths are those of the site.
fn without_base<'p>(manifest: &Manifest, path: &'p str) -> &'p str {
    let base = manifest.base_path.trim_end_matches('/');
    path.strip_prefix(base).filter(|rest| rest.starts_with('/')).unwrap_or(path)
}

/// Puts the base path before a route; an address of another site stays.
fn below_base(manifest: &Manifest, route: &str) -> String {
    let base = manifest.base_path.trim_end_matches('/');
    let is_route = route.starts_with('/') && !route.starts_with("//");
    let is_below_already = base.is_empty() || route == base || route.starts_with(&format!("{base}/"));
    if is_route && !is_below_already { format!("{base}{route}") } else { route.to_owned() }
}

/// A body that is not a file.
pub(crate) fn text(body: &'static str) -> Bytes {
    Bytes::from_static(body.as_bytes())
}
