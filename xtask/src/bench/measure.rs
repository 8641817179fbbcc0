//! Running a command and counting what it costs, its children included.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use wait4::Wait4 as _;

/// What one run of a command cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cost {
    /// Processor time of the process and of all children it waited for, user and system together, in seconds.
    pub(crate) cpu: f64,
    /// Time on the wall in seconds.
    pub(crate) wall: f64,
    /// Largest resident memory of the process or of one of its children, in MB.
    pub(crate) memory: f64,
    /// The system's load average of the last minute, when the run ended.
    pub(crate) load: f64,
}

/// Runs a command in a folder and waits for it; its output goes to `log`.
pub(crate) fn measure(
    command: &[String],
    folder: &Path,
    variables: &BTreeMap<&str, String>,
    log: &Path,
) -> anyhow::Result<Cost> {
    let (program, arguments) = command.split_first().context("an empty command")?;
    let output = fs::File::create(log).with_context(|| format!("creating {}", log.display()))?;
    let start = Instant::now();
    let child = Command::new(program)
        .args(arguments)
        .envs(variables)
        .current_dir(folder)
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output)
        .spawn()
        .with_context(|| format!("cannot start `{program}`"))?;
    let used = child.wait4().with_context(|| format!("waiting for `{program}`"))?;
    let wall = start.elapsed().as_secs_f64();
    if !used.status.success() {
        bail!("`{}` failed ({}); what it said is in {}", command.join(" "), used.status, log.display());
    }
    let cpu: Duration = used.rusage.utime + used.rusage.stime;
    #[expect(clippy::cast_precision_loss, reason = "memory is far below 2^52 bytes")]
    let memory = used.rusage.maxrss as f64 / 1e6;
    Ok(Cost { cpu: cpu.as_secs_f64(), wall, memory, load: load_average() })
}

/// The load average of the last minute; 0 where the system does not say.
pub(crate) fn load_average() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().and_then(|load| load.parse().ok()).unwrap_or_default()
}

/// The middle value and how far the others are from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Spread {
    /// The middle value, or the mean of the two middle ones.
    pub(crate) median: f64,
    /// The smallest value.
    pub(crate) least: f64,
    /// The largest value.
    pub(crate) most: f64,
}

/// The spread of some values, of which there must be one.
pub(crate) fn spread(values: impl IntoIterator<Item = f64>) -> Spread {
    let mut values: Vec<f64> = values.into_iter().collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    let median = if values.len().is_multiple_of(2) {
        f64::midpoint(values[middle - 1], values[middle])
    } else {
        values[middle]
    };
    Spread { median, least: values[0], most: values[values.len() - 1] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_the_middle() {
        assert_eq!(spread([3.0, 1.0, 2.0]), Spread { median: 2.0, least: 1.0, most: 3.0 });
        assert_eq!(spread([4.0, 1.0]), Spread { median: 2.5, least: 1.0, most: 4.0 });
        assert_eq!(spread([7.0]), Spread { median: 7.0, least: 7.0, most: 7.0 });
    }

    #[test]
    fn counts_what_a_command_used_and_tells_where_a_failure_is_explained() {
        let folder = tempfile::tempdir().expect("a folder");
        let log = folder.path().join("log");
        let run = |script: &str| {
            let command = ["sh", "-c", script].map(str::to_owned);
            measure(&command, folder.path(), &BTreeMap::new(), &log)
        };
        let cost = run("i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done").expect("it runs");
        assert!(cost.cpu > 0.0 && cost.cpu < cost.wall * 4.0 + 0.1, "{cost:?}");
        assert!(cost.memory > 0.1, "{cost:?}");
        let message = run("exit 3").expect_err("it fails").to_string();
        assert!(message.contains("log"), "{message}");
    }
}
