//! From redirects as written to redirects as meant.

use std::collections::BTreeMap;

use portico_diagnostics::{Code, Diagnostic, SourceFile};

use crate::address::split_address;
use crate::directory::Directory;
use crate::link::{Origin, resolve};
use crate::place::front_matter_value;
use crate::redirect_file::{OldPath, WrittenRedirect, WrittenTarget, read};
use crate::suggestion::suggest_route;
use crate::{Destination, LinkTarget, Redirect, route_key};

/// Makes the redirects, in the order they apply.
pub(crate) fn build(
    file: &SourceFile,
    directory: &Directory<'_>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Vec<Redirect> {
    let written = read(file, diagnostics);
    let mut builder = Builder { file, directory, diagnostics };
    let written = builder.without_duplicates(written);
    let written = builder.without_hidden_pages(written);
    builder.resolved(&written)
}

/// What a target turns out to be.
enum Step {
    /// The end of the way.
    End(Destination),
    /// Another redirect, by its position.
    Redirect(usize),
    /// Nothing.
    Missing,
    /// What was reported already.
    Unreadable,
}

struct Builder<'a> {
    file: &'a SourceFile,
    directory: &'a Directory<'a>,
    diagnostics: &'a mut Vec<Diagnostic>,
}

impl Builder<'_> {
    fn without_duplicates(&mut self, written: Vec<WrittenRedirect>) -> Vec<WrittenRedirect> {
        let mut first: BTreeMap<OldPath, WrittenRedirect> = BTreeMap::new();
        let mut kept = Vec::new();
        for redirect in written {
            if let Some(other) = first.get(&redirect.old) {
                let message = format!("two redirects have the old path `{}`", redirect.from);
                let diagnostic = Diagnostic::new(Code::RedirectDuplicate, message)
                    .at(self.file, redirect.from_span)
                    .label(self.file, other.from_span, "the first one")
                    .help("remove one of them");
                self.diagnostics.push(diagnostic);
                continue;
            }
            first.insert(redirect.old.clone(), redirect.clone());
            kept.push(redirect);
        }
        kept
    }

    /// A page is always found before a redirect, so a redirect on it, or on what is above it, would be dead or, on a
    /// host that looks at redirects first, would hide it.
    fn without_hidden_pages(&mut self, written: Vec<WrittenRedirect>) -> Vec<WrittenRedirect> {
        let is_free = |redirect: &WrittenRedirect| {
            let Some(problem) = self.hidden(redirect) else { return true };
            self.diagnostics.push(problem);
            false
        };
        let mut is_free = is_free;
        written.into_iter().filter(|redirect| is_free(redirect)).collect()
    }

    fn hidden(&self, redirect: &WrittenRedirect) -> Option<Diagnostic> {
        let from = &redirect.from;
        let new = |message: String| {
            Diagnostic::new(Code::RedirectOverPage, message).at(self.file, redirect.from_span)
        };
        if redirect.old.covers(self.directory.search_route.key()) {
            return Some(new(format!("the old path `{from}` covers the search page")));
        }
        let mut covered = self.directory.pages.iter().filter(|page| redirect.old.covers(page.route.key()));
        if let Some(page) = covered.next() {
            let message = match (&redirect.old, covered.count()) {
                (OldPath::Exact(_), _) => format!("a page has the old path `{from}`"),
                (OldPath::Below(_), 0) => {
                    format!("the page `{}` lies below the old path `{from}`", page.route)
                }
                (OldPath::Below(_), more) => {
                    format!("the page `{}` and {more} more lie below the old path `{from}`", page.route)
                }
            };
            let place = front_matter_value(&page.document, "slug");
            return Some(
                new(message)
                    .label(&page.document.source, place, "the page")
                    .help("remove the redirect or move the page"),
            );
        }
        let is_file = matches!(&redirect.old, OldPath::Exact(_))
            && self.directory.static_files.contains(from.trim_start_matches('/'));
        is_file
            .then(|| new(format!("a file has the old path `{from}`")).help("remove the redirect or the file"))
    }

    fn resolved(&mut self, written: &[WrittenRedirect]) -> Vec<Redirect> {
        let step = |redirect: &WrittenRedirect| {
            redirect.target.as_ref().map_or(Step::Unreadable, |target| self.step(&target.text, written))
        };
        let steps: Vec<Step> = written.iter().map(step).collect();
        self.report_loops(written, &steps);
        let mut exact = Vec::new();
        let mut below = Vec::new();
        for (redirect, step) in written.iter().zip(&steps) {
            let Some(target) = &redirect.target else { continue };
            let end = follow(step, &steps);
            match (step, end) {
                (Step::Missing, _) => self.report_missing(target),
                (Step::Redirect(next), Some(end)) => self.report_chain(target, &written[*next], end),
                _ => {}
            }
            let Some(end) = end else { continue };
            let meant = Redirect {
                from: redirect.from.clone(),
                to: with_suffix(end.clone(), split_address(&target.text).1),
                span: redirect.from_span,
                to_span: target.span,
                old: redirect.old.clone(),
            };
            match &redirect.old {
                OldPath::Exact(_) => exact.push(meant),
                OldPath::Below(folder) => below.push((folder.len(), meant)),
            }
        }
        below.sort_by_key(|(length, _)| std::cmp::Reverse(*length));
        exact.extend(below.into_iter().map(|(_, redirect)| redirect));
        exact
    }

    fn step(&self, to: &str, written: &[WrittenRedirect]) -> Step {
        match resolve(self.directory, &Origin::site(), to) {
            LinkTarget::Page { route, .. } => {
                Step::End(Destination::Page { route, suffix: split_address(to).1.to_owned() })
            }
            LinkTarget::External(_) | LinkTarget::StaticFile { .. } => {
                Step::End(Destination::External(to.to_owned()))
            }
            _ => {
                let OldPath::Exact(key) = OldPath::parse(split_address(to).0) else { return Step::Missing };
                best(written.iter().map(|redirect| &redirect.old), &key).map_or(Step::Missing, Step::Redirect)
            }
        }
    }

    fn report_missing(&mut self, target: &WrittenTarget) {
        let path = split_address(&target.text).0;
        let help = suggest_route(self.directory, path).map(|near| format!("did you mean `{near}`?"));
        let diagnostic = Diagnostic::new(Code::RedirectMissingTarget, format!("no page at `{path}`"))
            .at(self.file, target.span)
            .maybe_help(help);
        self.diagnostics.push(diagnostic);
    }

    fn report_chain(&mut self, target: &WrittenTarget, next: &WrittenRedirect, end: &Destination) {
        let (path, suffix) = split_address(&target.text);
        let diagnostic = Diagnostic::new(Code::RedirectChain, format!("`{path}` is itself redirected"))
            .at(self.file, target.span)
            .label(self.file, next.from_span, "here")
            .help(format!("lead straight to `{}`", with_suffix(end.clone(), suffix).href()));
        self.diagnostics.push(diagnostic);
    }

    /// Every circle is reported once, at its first redirect in the order of the file.
    fn report_loops(&mut self, written: &[WrittenRedirect], steps: &[Step]) {
        for (start, redirect) in written.iter().enumerate() {
            let mut circle = vec![start];
            while let Step::Redirect(next) = steps[circle[circle.len() - 1]] {
                if next < start || (next != start && circle.contains(&next)) {
                    break;
                }
                if next == start {
                    let message = format!("the redirect of `{}` leads back to itself", redirect.from);
                    let span =
                        |at: usize| written[at].target.as_ref().map_or(written[at].from_span, |it| it.span);
                    let mut diagnostic =
                        Diagnostic::new(Code::RedirectLoop, message).at(self.file, span(start));
                    for other in &circle[1..] {
                        diagnostic = diagnostic.label(self.file, span(*other), "by way of this one");
                    }
                    self.diagnostics.push(diagnostic.help("lead the old path straight to a page"));
                    break;
                }
                circle.push(next);
            }
        }
    }
}

/// Where a step ends; `None` if it ends nowhere or runs in a circle.
fn follow<'a>(step: &'a Step, steps: &'a [Step]) -> Option<&'a Destination> {
    let mut step = step;
    for _ in 0..=steps.len() {
        match step {
            Step::End(destination) => return Some(destination),
            Step::Redirect(next) => step = &steps[*next],
            Step::Missing | Step::Unreadable => return None,
        }
    }
    None
}

/// A redirect's own query and fragment win over those of the redirect that it is led on by.
fn with_suffix(end: Destination, own: &str) -> Destination {
    match end {
        Destination::Page { route, .. } if !own.is_empty() => {
            Destination::Page { route, suffix: own.to_owned() }
        }
        other => other,
    }
}

/// The position of the redirect for a key: an exact one first, else the longest that is above it.
pub(crate) fn best<'a>(olds: impl Iterator<Item = &'a OldPath>, key: &str) -> Option<usize> {
    let key = route_key(key);
    olds.enumerate()
        .filter(|(_, old)| old.covers(key))
        .max_by_key(|(at, old)| match old {
            OldPath::Exact(_) => (1, 0, std::cmp::Reverse(*at)),
            OldPath::Below(folder) => (0, folder.len(), std::cmp::Reverse(*at)),
        })
        .map(|(at, _)| at)
}
