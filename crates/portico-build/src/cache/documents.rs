//! Parsed pages and messages in the shape in which they are kept: files by name, since their texts are at hand anyway.

use std::borrow::Cow;
use std::sync::Arc;

use portico_diagnostics::{Code, Diagnostic, Label, Place, Severity, SourceFile, Span};
use portico_document::{Body, Document, FrontMatter, HeadElement, IncludedAddress, Outline};
use serde::{Deserialize, Serialize};

/// A parsed page without its text. The nodes of its body are kept beside it, as they are packed.
#[derive(Serialize, Deserialize)]
pub(crate) struct StoredDocument<'a> {
    front_matter: Cow<'a, FrontMatter>,
    title: Cow<'a, str>,
    description: Cow<'a, str>,
    outline: Cow<'a, Outline>,
    head: Cow<'a, [HeadElement]>,
    dependencies: Cow<'a, [String]>,
    /// Address, place of the tag, path of the partial, place in it.
    included: Vec<(String, Span, String, Span)>,
}

impl<'a> StoredDocument<'a> {
    /// What is to be kept of a document.
    pub(crate) fn new(document: &'a Document) -> Self {
        let Document {
            source: _,
            id: _,
            front_matter,
            title,
            description,
            body,
            head,
            dependencies,
            included,
        } = document;
        Self {
            front_matter: Cow::Borrowed(front_matter),
            title: title.into(),
            description: description.into(),
            outline: Cow::Borrowed(body.outline()),
            head: head.into(),
            dependencies: dependencies.into(),
            included: included
                .iter()
                .map(|it| (it.address.clone(), it.included_at, it.file.path().to_owned(), it.span))
                .collect(),
        }
    }

    /// The document again, with the text that it was made from and the nodes of its body. `file` gives its partials.
    pub(crate) fn into_document(
        self,
        source: SourceFile,
        id: String,
        nodes: Arc<[u8]>,
        file: &dyn Fn(&str) -> Option<SourceFile>,
    ) -> Document {
        let Self { front_matter, title, description, outline, head, dependencies, included } = self;
        let included = included.into_iter().filter_map(|(address, included_at, path, span)| {
            Some(IncludedAddress { address, included_at, file: file(&path)?, span })
        });
        Document {
            source,
            id,
            front_matter: front_matter.into_owned(),
            title: title.into_owned(),
            description: description.into_owned(),
            body: Body::from_parts(nodes, outline.into_owned()),
            head: head.into_owned(),
            dependencies: dependencies.into_owned(),
            included: included.collect(),
        }
    }
}

/// A diagnostic, with files by name.
#[derive(Clone, Serialize, Deserialize)]
pub(crate) struct StoredDiagnostic {
    code: String,
    is_error: bool,
    message: String,
    place: Option<(String, Span)>,
    labels: Vec<(String, Span, String)>,
    help: Option<String>,
}

impl StoredDiagnostic {
    /// What is to be kept of a diagnostic.
    pub(crate) fn new(diagnostic: &Diagnostic) -> Self {
        let Diagnostic { code, severity, message, place, labels, help } = diagnostic;
        let named = |place: &Place| (place.file.path().to_owned(), place.span);
        Self {
            code: code.id().to_owned(),
            is_error: *severity == Severity::Error,
            message: message.clone(),
            place: place.as_ref().map(named),
            labels: labels
                .iter()
                .map(|label| {
                    let (path, span) = named(&label.place);
                    (path, span, label.text.clone())
                })
                .collect(),
            help: help.clone(),
        }
    }

    /// The diagnostic again; `None` if one of its files is gone.
    pub(crate) fn into_diagnostic(self, file: &dyn Fn(&str) -> Option<SourceFile>) -> Option<Diagnostic> {
        let code = *Code::ALL.iter().find(|code| code.id() == self.code)?;
        let place = match self.place {
            Some((path, span)) => Some(Place { file: file(&path)?, span }),
            None => None,
        };
        let labels = self
            .labels
            .into_iter()
            .map(|(path, span, text)| Some(Label { place: Place { file: file(&path)?, span }, text }));
        Some(Diagnostic {
            code,
            severity: if self.is_error { Severity::Error } else { Severity::Warning },
            message: self.message,
            place,
            labels: labels.collect::<Option<_>>()?,
            help: self.help,
        })
    }
}
