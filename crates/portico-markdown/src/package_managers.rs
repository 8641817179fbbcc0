//! `npm2yarn`: a command for npm, and the same for the other package managers, in tabs.

use std::fmt::Write as _;

/// Tabs with this group follow each other on every page.
pub(crate) const GROUP: &str = "npm2yarn";

/// A package manager: the value of its tab, its label, and how it says what npm says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PackageManager {
    Npm,
    Yarn,
    Pnpm,
    Bun,
}

impl PackageManager {
    /// All of them, in the order of their tabs.
    pub(crate) const ALL: [Self; 4] = [Self::Npm, Self::Yarn, Self::Pnpm, Self::Bun];

    /// Its name as it is typed.
    pub(crate) fn command(self) -> &'static str {
        match self {
            Self::Npm => "npm",
            Self::Yarn => "yarn",
            Self::Pnpm => "pnpm",
            Self::Bun => "bun",
        }
    }

    /// Its name as it is written.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Npm => "npm",
            Self::Yarn => "Yarn",
            Self::Pnpm => "pnpm",
            Self::Bun => "Bun",
        }
    }

    /// Lines of shell with npm's commands in this manager's words. Anything that npm has no part in stays as it is.
    pub(crate) fn translate(self, code: &str) -> String {
        if self == Self::Npm {
            return code.to_owned();
        }
        let mut result = String::with_capacity(code.len());
        for (at, line) in code.split('\n').enumerate() {
            if at > 0 {
                result.push('\n');
            }
            self.line(line, &mut result);
        }
        result
    }

    /// One line, which may hold several commands.
    fn line(self, line: &str, result: &mut String) {
        let mut rest = line;
        loop {
            let end =
                ["&&", "||", ";", "|"].into_iter().filter_map(|mark| Some((rest.find(mark)?, mark))).min();
            let (command, mark) = end.map_or((rest, ""), |(at, mark)| (&rest[..at], mark));
            self.push_command(command, result);
            result.push_str(mark);
            if mark.is_empty() {
                return;
            }
            rest = &rest[command.len() + mark.len()..];
        }
    }

    fn push_command(self, command: &str, result: &mut String) {
        let body = command.trim();
        let indent = &command[..command.len() - command.trim_start().len()];
        let tail = &command[command.trim_end().len()..];
        let (prompt, body) = body.strip_prefix("$ ").map_or(("", body), |body| ("$ ", body));
        let words: Vec<&str> = body.split_whitespace().collect();
        let translated = match words.split_first() {
            Some((&"npm", arguments)) => Some(self.npm(arguments)),
            Some((&"npx", arguments)) => Some(self.execute(arguments)),
            _ => None,
        };
        match translated {
            Some(translated) => {
                let _ = write!(result, "{indent}{prompt}{translated}{tail}");
            }
            None => result.push_str(command),
        }
    }

    /// `npm` with its arguments.
    fn npm(self, arguments: &[&str]) -> String {
        let name = self.command();
        let Some((&verb, rest)) = arguments.split_first() else { return name.to_owned() };
        match verb {
            "install" | "i" | "add" => self.install(rest),
            "uninstall" | "un" | "remove" | "rm" => self.with_flags("remove", rest),
            "update" | "upgrade" | "up" => {
                let verb = if self == Self::Yarn { "upgrade" } else { "update" };
                self.with_flags(verb, rest)
            }
            "ci" => format!("{name} install --frozen-lockfile"),
            "run" | "run-script" => {
                let rest = without_separator(rest);
                match self {
                    Self::Bun => joined(name, "run", &rest),
                    _ => joined(name, "", &rest),
                }
            }
            "test" | "t" | "start" | "stop" | "restart" => {
                let verb = if verb == "t" { "test" } else { verb };
                let run = if self == Self::Bun { format!("run {verb}") } else { verb.to_owned() };
                joined(name, &run, &without_separator(rest))
            }
            "init" | "create" if rest.first().is_some_and(|first| !first.starts_with('-')) => {
                let rest: Vec<&str> = rest.iter().copied().filter(|word| *word != "--").collect();
                joined(name, "create", &rest)
            }
            "exec" | "x" => self.execute(&without_separator(rest)),
            _ => joined(name, verb, rest),
        }
    }

    fn install(self, arguments: &[&str]) -> String {
        if arguments.iter().any(|argument| !argument.starts_with('-')) {
            return self.with_flags("add", arguments);
        }
        let flags: Vec<&str> = arguments.iter().copied().filter(|flag| !is_default(flag)).collect();
        joined(self.command(), "install", &flags)
    }

    /// A verb with packages and flags.
    fn with_flags(self, verb: &str, arguments: &[&str]) -> String {
        let is_global = arguments.iter().any(|argument| matches!(*argument, "-g" | "--global"));
        let mut words: Vec<&str> = Vec::with_capacity(arguments.len());
        let mut flags: Vec<&str> = Vec::new();
        for argument in arguments.iter().copied().filter(|argument| !is_default(argument)) {
            match argument {
                "-g" | "--global" => {}
                "-D" | "--save-dev" => flags.push(if self == Self::Pnpm { "--save-dev" } else { "--dev" }),
                "-E" | "--save-exact" => {
                    flags.push(if self == Self::Pnpm { "--save-exact" } else { "--exact" });
                }
                "-O" | "--save-optional" => {
                    flags.push(if self == Self::Pnpm { "--save-optional" } else { "--optional" });
                }
                "--save-peer" => flags.push(if self == Self::Yarn { "--peer" } else { "--save-peer" }),
                other => words.push(other),
            }
        }
        if is_global && self != Self::Yarn {
            flags.push("--global");
        }
        words.extend(flags);
        let verb = if is_global && self == Self::Yarn { format!("global {verb}") } else { verb.to_owned() };
        joined(self.command(), &verb, &words)
    }

    /// Runs a package's program without installing it.
    fn execute(self, arguments: &[&str]) -> String {
        let arguments: Vec<&str> =
            arguments.iter().copied().filter(|argument| !matches!(*argument, "-y" | "--yes")).collect();
        match self {
            Self::Npm => joined("npx", "", &arguments),
            Self::Yarn => joined("yarn", "dlx", &arguments),
            Self::Pnpm => joined("pnpm", "dlx", &arguments),
            Self::Bun => joined("bunx", "", &arguments),
        }
    }
}

/// Flags that say what npm does anyway.
fn is_default(flag: &&str) -> bool {
    matches!(*flag, "-S" | "--save" | "-P" | "--save-prod")
}

/// npm needs `--` before a script's own arguments; the others do not.
fn without_separator<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let at = words.iter().position(|word| *word == "--");
    words.iter().enumerate().filter(|(index, _)| Some(*index) != at).map(|(_, word)| *word).collect()
}

fn joined(name: &str, verb: &str, words: &[&str]) -> String {
    std::iter::once(name)
        .chain(Some(verb).filter(|verb| !verb.is_empty()))
        .chain(words.iter().copied())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(npm: &str, yarn: &str, pnpm: &str, bun: &str) {
        let found = PackageManager::ALL.map(|manager| manager.translate(npm));
        assert_eq!(found, [npm, yarn, pnpm, bun]);
    }

    #[test]
    fn commands_in_four_tongues() {
        check("npm install", "yarn install", "pnpm install", "bun install");
        check("npm i react", "yarn add react", "pnpm add react", "bun add react");
        check(
            "npm install --save-dev a @b/c",
            "yarn add a @b/c --dev",
            "pnpm add a @b/c --save-dev",
            "bun add a @b/c --dev",
        );
        check("npm install a --save", "yarn add a", "pnpm add a", "bun add a");
        check("npm i -g a", "yarn global add a", "pnpm add a --global", "bun add a --global");
        check("npm uninstall a", "yarn remove a", "pnpm remove a", "bun remove a");
        check(
            "npm run build -- --watch",
            "yarn build --watch",
            "pnpm build --watch",
            "bun run build --watch",
        );
        check("npm test", "yarn test", "pnpm test", "bun run test");
        check(
            "npm init jest@latest",
            "yarn create jest@latest",
            "pnpm create jest@latest",
            "bun create jest@latest",
        );
        check("npm init -y", "yarn init -y", "pnpm init -y", "bun init -y");
        check("npx jest --init", "yarn dlx jest --init", "pnpm dlx jest --init", "bunx jest --init");
        check(
            "npm ci",
            "yarn install --frozen-lockfile",
            "pnpm install --frozen-lockfile",
            "bun install --frozen-lockfile",
        );
        check(
            "# first\ncd app && npm install\n  $ npm start",
            "# first\ncd app && yarn install\n  $ yarn start",
            "# first\ncd app && pnpm install\n  $ pnpm start",
            "# first\ncd app && bun install\n  $ bun run start",
        );
        check("echo npm install", "echo npm install", "echo npm install", "echo npm install");
    }
}
