//! The embedded search index of a site.

use portico_diagnostics::Diagnostic;
use portico_search::{IndexFile, IndexOptions, Synonyms, parse_synonyms, records, search_pages, write_index};
use portico_site::Site;

use crate::folder::SiteFolder;

/// Words that mean the same, where a site has some.
const SYNONYMS_FILE: &str = "data/synonyms.toml";

/// The site's synonyms; none if there is no file.
pub(crate) fn synonyms(folder: &SiteFolder) -> (Synonyms, Vec<Diagnostic>) {
    folder.texts.get(SYNONYMS_FILE).map(parse_synonyms).unwrap_or_default()
}

/// The files of the index; the first one is the entry.
pub(crate) fn index(site: &Site, synonyms: Synonyms) -> Vec<IndexFile> {
    write(site, IndexOptions { synonyms, ..IndexOptions::default() })
}

/// The index as one file of any size.
pub(crate) fn whole_index(site: &Site, synonyms: Synonyms) -> Option<IndexFile> {
    write(site, IndexOptions { synonyms, largest_whole: usize::MAX, ..IndexOptions::default() })
        .into_iter()
        .next()
}

fn write(site: &Site, options: IndexOptions) -> Vec<IndexFile> {
    let options = IndexOptions { language: site.settings.locale.clone(), ..options };
    write_index(&records(&search_pages(site)), &options)
}
