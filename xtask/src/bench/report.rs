//! Figures side by side, as Markdown.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::engines::Engine;
use super::measure::{Cost, Spread, spread};
use super::output::{FirstLoad, Output};

/// All that was measured of one engine at one size.
pub(crate) struct Measured {
    /// The engine.
    pub(crate) engine: Engine,
    /// Pages of the corpus.
    pub(crate) n_pages: usize,
    /// Cold builds.
    pub(crate) runs: Vec<Cost>,
    /// What the last one wrote.
    pub(crate) output: Output,
    /// What the first view of one page loads.
    pub(crate) first_load: FirstLoad,
}

impl Measured {
    fn cpu(&self) -> Spread {
        spread(self.runs.iter().map(|run| run.cpu))
    }
}

/// Where and how the figures came to be.
pub(crate) struct Circumstances {
    /// Processor, number of cores, memory, system.
    pub(crate) machine: String,
    /// Day of the run.
    pub(crate) date: String,
    /// The command that was given.
    pub(crate) command: String,
    /// Name and version of every engine.
    pub(crate) versions: BTreeMap<Engine, String>,
    /// Bytes of the pages of each size, in our dialect.
    pub(crate) corpora: BTreeMap<usize, usize>,
}

/// How many times as much one figure is as another: `2.4 ×`.
pub(crate) fn ratio(theirs: f64, ours: f64) -> String {
    if ours <= 0.0 { "–".to_owned() } else { format!("{:.1} ×", theirs / ours) }
}

/// The whole report.
pub(crate) fn report(measured: &[Measured], circumstances: &Circumstances) -> String {
    let mut text = head(circumstances);
    text.push_str("\n## Cold builds\n\n");
    text.push_str("| pages | engine | CPU s, median (least to most) | as much as Portico | CPU ms a page | wall s | peak MB | load |\n");
    text.push_str("|--:|---|--:|--:|--:|--:|--:|--:|\n");
    for row in measured {
        let ours =
            measured.iter().find(|other| other.engine == Engine::Portico && other.n_pages == row.n_pages);
        let cpu = row.cpu();
        let [wall, memory, load] = [|run: &Cost| run.wall, |run: &Cost| run.memory, |run: &Cost| run.load]
            .map(|of| spread(row.runs.iter().map(of)));
        #[expect(clippy::cast_precision_loss, reason = "there are far fewer than 2^52 pages")]
        let per_page = cpu.median * 1e3 / row.n_pages as f64;
        let _ = writeln!(
            text,
            "| {} | {} | {:.2} ({:.2} to {:.2}) | {} | {per_page:.2} | {:.1} | {:.0} | {:.1} |",
            row.n_pages,
            row.engine.name(),
            cpu.median,
            cpu.least,
            cpu.most,
            ours.map_or("–".to_owned(), |ours| ratio(cpu.median, ours.cpu().median)),
            wall.median,
            memory.median,
            load.most,
        );
    }
    text.push_str("\n## Output\n\n");
    text.push_str("| pages | engine | files | MB | compressed siblings, MB | HTML a page, kB | first load, kB by gzip: HTML + script + style |\n");
    text.push_str("|--:|---|--:|--:|--:|--:|--:|\n");
    for Measured { engine, n_pages, output, first_load, .. } in measured {
        let FirstLoad { html, script, style } = first_load;
        let _ = writeln!(
            text,
            "| {n_pages} | {} | {} | {:.1} | {:.1} | {:.1} | {:.1} = {:.1} + {:.1} + {:.1} |",
            engine.name(),
            output.n_files,
            megabytes(output.n_bytes),
            megabytes(output.n_sibling_bytes),
            output.html_per_page(),
            kilobytes(html + script + style),
            kilobytes(*html),
            kilobytes(*script),
            kilobytes(*style),
        );
    }
    text
}

fn head(circumstances: &Circumstances) -> String {
    let mut text = format!(
        "<!-- Written by `cargo xtask bench`. What the figures mean stands in performance.md. -->\n\n# Benchmarks\n\n\
         `{}`, {}.\n\nMachine: {}.\n\nEngines: ",
        circumstances.command, circumstances.date, circumstances.machine
    );
    let versions =
        circumstances.versions.iter().map(|(engine, version)| format!("{} {version}", engine.name()));
    text.push_str(&versions.collect::<Vec<_>>().join(", "));
    text.push_str(".\n\nCorpus: ");
    let corpora = circumstances.corpora.iter().map(|(pages, bytes)| {
        format!(
            "{pages} pages of {:.1} kB in the mean",
            kilobytes(*bytes) / f64::from(u32::try_from(*pages).unwrap_or(1))
        )
    });
    text.push_str(&corpora.collect::<Vec<_>>().join("; "));
    text.push_str(
        ". Every page has the same words for every engine, four code samples in four languages, two tables, two boxes, two \
         lists and five links; 25 pages share a folder.\n\n\
         Portico draws a preview card for every page of sites of at most 1,000 pages, its home page included, and none for \
         larger ones; the others draw none.\n\n\
         Every run starts without the site and without the caches of an earlier run. CPU time is that of all processes, \
         user and system; memory is that of the largest process. The load is the highest average of a minute that was \
         seen: more than the number of cores means that others were at work too, which stretches wall times by much and \
         CPU times by little.\n",
    );
    text
}

#[expect(clippy::cast_precision_loss, reason = "sizes are far below 2^52 bytes")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / 1e6
}

#[expect(clippy::cast_precision_loss, reason = "sizes are far below 2^52 bytes")]
fn kilobytes(bytes: usize) -> f64 {
    bytes as f64 / 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_have_one_decimal() {
        assert_eq!(ratio(5.0, 2.0), "2.5 ×");
        assert_eq!(ratio(1.0, 3.0), "0.3 ×");
        assert_eq!(ratio(1.0, 0.0), "–");
    }

    #[test]
    fn compares_each_engine_with_ours_at_the_same_size() {
        let row = |engine, n_pages, cpu: &[f64]| Measured {
            engine,
            n_pages,
            runs: cpu.iter().map(|cpu| Cost { cpu: *cpu, wall: 1.0, memory: 50.0, load: 0.5 }).collect(),
            output: Output::default(),
            first_load: FirstLoad::default(),
        };
        let measured = [
            row(Engine::Portico, 50, &[0.1, 0.3, 0.2]),
            row(Engine::Mdbook, 50, &[0.6]),
            row(Engine::Portico, 1000, &[2.0]),
            row(Engine::Mdbook, 1000, &[5.0, 5.0]),
        ];
        let circumstances = Circumstances {
            machine: "a machine".to_owned(),
            date: "2026-11-21".to_owned(),
            command: "cargo xtask bench".to_owned(),
            versions: BTreeMap::from([(Engine::Mdbook, "0.5".to_owned())]),
            corpora: BTreeMap::from([(50, 400_000)]),
        };
        let text = report(&measured, &circumstances);
        for expected in [
            "| 50 | mdBook | 0.60 (0.60 to 0.60) | 3.0 × | 12.00 |",
            "| 1000 | mdBook | 5.00 (5.00 to 5.00) | 2.5 × | 5.00 |",
            "| 50 | Portico | 0.20 (0.10 to 0.30) | 1.0 × | 4.00 |",
            "50 pages of 8.0 kB",
            "mdBook 0.5.",
        ] {
            assert!(text.contains(expected), "{expected} is not in\n{text}");
        }
    }
}
