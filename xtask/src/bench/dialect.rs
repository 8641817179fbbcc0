//! The corpus in the dialects that engines read: the same words, other markup.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::Context as _;

use super::corpus::{Block, FOLDERS_PER_AREA, PAGES_PER_FOLDER, Page, corpus, path, place, title};

/// What an engine reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// Front matter, `:::note` boxes, links to files. Portico reads it too.
    Docusaurus,
    /// As Docusaurus, with the title as a heading and `:::info` boxes.
    VitePress,
    /// As Docusaurus, with `:::caution` boxes and links to routes.
    Starlight,
    /// No front matter, `> [!NOTE]` boxes, links to files, and a summary.
    MdBook,
    /// Front matter, quotes for boxes, links to routes, and a page for each folder.
    Hugo,
}

/// Size of what was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Written {
    /// Pages, the home page not counted.
    pub(crate) n_pages: usize,
    /// Their bytes.
    pub(crate) n_bytes: usize,
}

const HOME: &str = "Welcome. Choose a topic in the sidebar to begin.\n\n## Where to start\n\nRead a guide, then the reference.\n";

/// Writes the corpus below `folder`.
pub(crate) fn write_corpus(folder: &Path, dialect: Dialect, n_pages: usize) -> anyhow::Result<Written> {
    let mut written = Written::default();
    let put = |name: &str, text: &str| {
        let file = folder.join(name);
        fs::create_dir_all(file.parent().unwrap_or(folder))?;
        fs::write(&file, text).with_context(|| format!("writing {}", file.display()))
    };
    for page in corpus(n_pages) {
        let text = render(&page, dialect);
        written.n_pages += 1;
        written.n_bytes += text.len();
        put(&format!("{}.md", path(page.number)), &text)?;
    }
    let (name, head) = match dialect {
        Dialect::Docusaurus => ("index.md", "---\ntitle: Home\nslug: /\n---\n\n"),
        Dialect::Starlight => ("index.md", "---\ntitle: Home\n---\n\n"),
        Dialect::VitePress | Dialect::MdBook => ("index.md", "# Home\n\n"),
        Dialect::Hugo => ("_index.md", "---\ntitle: Home\n---\n\n"),
    };
    put(name, &format!("{head}{HOME}"))?;
    match dialect {
        Dialect::MdBook => put("SUMMARY.md", &summary(n_pages))?,
        Dialect::Hugo => {
            for (folder, title) in folders(n_pages) {
                put(&format!("{folder}/_index.md"), &format!("---\ntitle: {title}\n---\n"))?;
            }
        }
        _ => {}
    }
    Ok(written)
}

/// Areas and folders in order, with their titles.
fn folders(n_pages: usize) -> Vec<(String, String)> {
    let mut folders = Vec::new();
    for number in (0..n_pages).step_by(PAGES_PER_FOLDER) {
        let (area, topic) = place(number);
        if number % (PAGES_PER_FOLDER * FOLDERS_PER_AREA) == 0 {
            folders.push((format!("area-{area:02}"), format!("Area {area:02}")));
        }
        folders.push((format!("area-{area:02}/topic-{topic:02}"), format!("Topic {topic:02}")));
    }
    folders
}

/// mdBook's table of contents.
fn summary(n_pages: usize) -> String {
    let mut text = "# Summary\n\n[Home](index.md)\n\n".to_owned();
    for number in 0..n_pages {
        let (area, topic) = place(number);
        if number % (PAGES_PER_FOLDER * FOLDERS_PER_AREA) == 0 {
            let _ = writeln!(text, "- [Area {area:02}]()");
        }
        if number % PAGES_PER_FOLDER == 0 {
            let _ = writeln!(text, "  - [Topic {topic:02}]()");
        }
        let _ = writeln!(text, "    - [{}]({}.md)", title(number), path(number));
    }
    text
}

/// A page's file.
pub(crate) fn render(page: &Page, dialect: Dialect) -> String {
    let title = title(page.number);
    let mut text = String::with_capacity(12 * 1024);
    if dialect != Dialect::MdBook {
        let _ = write!(text, "---\ntitle: \"{title}\"\ndescription: \"{}\"\n---\n\n", page.description);
    }
    if matches!(dialect, Dialect::MdBook | Dialect::VitePress) {
        let _ = write!(text, "# {title}\n\n");
    }
    text.extend([&page.intro, "\n"]);
    for section in &page.sections {
        let _ = write!(text, "\n{} {}\n", "#".repeat(section.level), section.title);
        for block in &section.blocks {
            text.push('\n');
            push_block(&mut text, block, page.number, dialect);
        }
    }
    text
}

fn push_block(text: &mut String, block: &Block, from: usize, dialect: Dialect) {
    let _ = match block {
        Block::Paragraph(words) => writeln!(text, "{words}"),
        Block::Code(language, code) => writeln!(text, "```{language}\n{code}\n```"),
        Block::Table(rows) => {
            text.push_str("| Field | Type | Meaning |\n| --- | --- | --- |\n");
            rows.iter()
                .try_for_each(|[name, kind, meaning]| writeln!(text, "| `{name}` | {kind} | {meaning} |"))
        }
        Block::Admonition(kind, words) => push_admonition(text, kind, words, dialect),
        Block::List { is_ordered: true, points } => {
            points.iter().zip(1..).try_for_each(|(point, number)| writeln!(text, "{number}. {point}"))
        }
        Block::List { is_ordered: false, points } => {
            points.iter().try_for_each(|point| writeln!(text, "- {point}"))
        }
        Block::Link(to) => {
            writeln!(text, "More about this stands in [{}]({}).", title(*to), address(from, *to, dialect))
        }
    };
}

fn push_admonition(text: &mut String, kind: &str, words: &str, dialect: Dialect) -> std::fmt::Result {
    match (dialect, kind) {
        (Dialect::Docusaurus, kind) => writeln!(text, ":::{kind}\n\n{words}\n\n:::"),
        (Dialect::VitePress, "note") => writeln!(text, ":::info\n{words}\n:::"),
        (Dialect::Starlight, "warning") => writeln!(text, ":::caution\n{words}\n:::"),
        (Dialect::VitePress | Dialect::Starlight, kind) => writeln!(text, ":::{kind}\n{words}\n:::"),
        (Dialect::MdBook, kind) => writeln!(text, "> [!{}]\n> {words}", kind.to_uppercase()),
        (Dialect::Hugo, kind) => writeln!(text, "> **{}:** {words}", kind.to_uppercase()),
    }
}

/// A link as the dialect writes it: to a file where the engine resolves those, else to the page's address.
fn address(from: usize, to: usize, dialect: Dialect) -> String {
    let target = path(to);
    if matches!(dialect, Dialect::Starlight | Dialect::Hugo) {
        return format!("/{target}/");
    }
    let ((from_area, from_topic), (area, topic)) = (place(from), place(to));
    let relative = if (from_area, from_topic) == (area, topic) {
        format!("./{}", target.rsplit('/').next().unwrap_or(&target))
    } else if from_area == area {
        format!("../{}", target.split_once('/').map_or(&*target, |(_, below)| below))
    } else {
        format!("../../{target}")
    };
    format!("{relative}.md")
}

#[cfg(test)]
mod tests {
    use std::hash::{DefaultHasher, Hasher as _};

    use super::*;

    const ALL: [Dialect; 5] =
        [Dialect::Docusaurus, Dialect::VitePress, Dialect::Starlight, Dialect::MdBook, Dialect::Hugo];

    /// Figures of two days can be compared only if the corpus is the same: a change of these is a change of all.
    #[test]
    fn the_corpus_never_changes() {
        let hashes = ALL.map(|dialect| {
            let mut hasher = DefaultHasher::new();
            corpus(60).for_each(|page| hasher.write(render(&page, dialect).as_bytes()));
            format!("{:016x}", hasher.finish())
        });
        let expected = [
            "eb54fb094bc5d128",
            "7d99051ab5182242",
            "2794e429deb845cc",
            "8f12d7257629202e",
            "88cc57ea580ac6f4",
        ];
        assert_eq!(hashes, expected);
    }

    #[test]
    fn pages_have_six_to_ten_kilobytes() {
        for page in corpus(200) {
            let size = render(&page, Dialect::Docusaurus).len();
            assert!((6_000..=10_500).contains(&size), "page {} has {size} bytes", page.number);
        }
    }

    #[test]
    fn links_to_files_lead_to_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        write_corpus(folder.path(), Dialect::MdBook, 600).expect("written");
        for (from, to) in [(0, 1), (0, 30), (0, 300), (599, 0)] {
            let base = folder.path().join(path(from));
            let target = base.parent().expect("it is in a folder").join(address(from, to, Dialect::MdBook));
            assert!(target.exists(), "{} does not exist", target.display());
        }
        let summary = fs::read_to_string(folder.path().join("SUMMARY.md")).expect("written");
        assert_eq!(summary.matches(".md)").count(), 601);
    }

    #[test]
    fn all_dialects_have_the_same_words() {
        let words = |text: &str| -> Vec<String> {
            let is_word =
                |word: &&str| word.len() > 3 && word.chars().all(|letter| letter.is_ascii_lowercase());
            text.split(|letter: char| letter.is_whitespace() || "().,".contains(letter))
                .filter(is_word)
                .map(str::to_owned)
                .collect()
        };
        for page in corpus(10) {
            let body = |dialect| {
                let text = render(&page, dialect);
                words(&text[text.find(&page.intro).expect("it is there")..])
            };
            for dialect in ALL {
                assert_eq!(body(dialect), body(Dialect::Docusaurus), "{dialect:?}");
            }
        }
    }
}
