//! Code blocks, coloured at build.

use portico_document::{CodeBlock, CodeLine, LineMark, TokenStyle};

use super::Writer;

impl Writer<'_> {
    pub(super) fn code(&mut self, code: &CodeBlock) {
        self.push("<figure class=\"code\"");
        if !code.language.is_empty() {
            self.attribute("data-language", &code.language);
        }
        if let Some(first) = code.first_line_number {
            self.attribute("data-numbers", &first.to_string());
        }
        self.push(">");
        if let Some(title) = &code.title {
            self.push("<figcaption>");
            self.push_text(title);
            self.push("</figcaption>");
        }
        self.push("<div class=\"code-body\"><pre tabindex=\"0\"><code>");
        for (index, line) in code.lines.iter().enumerate() {
            if index > 0 {
                self.push("\n");
            }
            self.code_line(line, code.first_line_number.is_some());
        }
        self.push("</code></pre></div></figure>");
    }

    /// Lines are wrapped only where something hangs on the line: bytes count on every page.
    fn code_line(&mut self, line: &CodeLine, is_numbered: bool) {
        let is_wrapped = is_numbered || line.mark.is_some();
        if is_wrapped {
            self.push("<span class=\"line\"");
            if let Some(mark) = line.mark {
                self.attribute("data-line", mark_name(mark));
            }
            self.push(">");
        }
        for (text, style) in line.styled() {
            let class = syntax_class(style).filter(|_| !text.trim().is_empty());
            if let Some(class) = &class {
                self.push("<span");
                self.attribute("class", class);
                self.push(">");
            }
            self.push_text(text);
            if class.is_some() {
                self.push("</span>");
            }
        }
        if is_wrapped {
            self.push("</span>");
        }
    }
}

fn mark_name(mark: LineMark) -> &'static str {
    match mark {
        LineMark::Highlighted => "highlighted",
        LineMark::Added => "added",
        LineMark::Removed => "removed",
    }
}

/// The class of a token style; `None` for the default style.
///
/// The name is made of the style itself, so that it is the same on every page of every build.
pub fn syntax_class(style: TokenStyle) -> Option<String> {
    if style == TokenStyle::default() {
        return None;
    }
    let mut class = String::from("s");
    for colour in [style.light, style.dark] {
        match colour {
            Some(colour) => class.extend(digits(colour)),
            None => class.push('-'),
        }
    }
    class.extend(style.is_italic.then_some('i'));
    class.extend(style.is_bold.then_some('b'));
    Some(class)
}

/// Three hexadecimal digits of a colour: enough to tell the colours of one theme apart.
fn digits(colour: u32) -> [char; 3] {
    [20, 12, 4].map(|shift| char::from(b"0123456789abcdef"[(colour >> shift & 0xf) as usize]))
}
