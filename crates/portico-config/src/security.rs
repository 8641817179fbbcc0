//! Response headers and origins of the Content-Security-Policy, as meant.

use crate::address::is_policy_source;
use crate::meaning::Meaning;
use crate::settings::Security;
use crate::written;

/// The response headers and origins of `[security]`.
pub(crate) fn security(written: &written::Security, meaning: &mut Meaning<'_, '_>) -> Security {
    let mut security = Security::default();
    for (name, value) in &written.headers {
        let is_name = !name.is_empty()
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        if name.eq_ignore_ascii_case("content-security-policy") {
            let help =
                "add origins in `[security.extra_origins]`; Portico writes the policy itself".to_owned();
            meaning.invalid(value, format!("`security.headers` has `{name}`"), Some(help));
        } else if !is_name {
            meaning.invalid(
                value,
                format!("`{name}` in `security.headers` is not the name of a header"),
                None,
            );
        } else if value.value().chars().any(char::is_control) {
            meaning.invalid(value, format!("`security.headers.{name}` has a control character"), None);
        } else {
            security.headers.insert(name.clone(), value.value().clone());
        }
    }
    let written::ExtraOrigins { script, style, image, font, connect, frame, media } = &written.extra_origins;
    for (key, directive, origins) in [
        ("script", "script-src", script),
        ("style", "style-src", style),
        ("image", "img-src", image),
        ("font", "font-src", font),
        ("connect", "connect-src", connect),
        ("frame", "frame-src", frame),
        ("media", "media-src", media),
    ] {
        for origin in origins {
            if is_policy_source(origin.value()) {
                let list = security.extra_origins.entry(directive.to_owned()).or_default();
                list.push(origin.value().clone());
            } else {
                let value = origin.value();
                let message = format!(
                    "`security.extra_origins.{key}` has `{value}`, not an origin such as `https://cdn.example.com`"
                );
                meaning.invalid(origin, message, None);
            }
        }
    }
    security
}
