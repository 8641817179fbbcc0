//! The lines along a gap between two layers: which of them share a height, and which stands above which.

/// A piece of a link in a gap: it comes down at `top`, runs along, and goes down at `bottom`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Run {
    pub(super) top: i64,
    pub(super) bottom: i64,
}

/// Closer than this, two lines are one to the eye.
const CLEARANCE: i64 = 7;

impl Run {
    fn span(self) -> (i64, i64) {
        (self.top.min(self.bottom), self.top.max(self.bottom))
    }

    fn is_near(self, other: Self) -> bool {
        let (a, b) = (self.span(), other.span());
        a.0 <= b.1 + CLEARANCE && b.0 <= a.1 + CLEARANCE
    }

    fn covers(self, x: i64) -> bool {
        let (left, right) = self.span();
        left - CLEARANCE < x && x < right + CLEARANCE
    }
}

/// The track of each run, from the top; none for a run that goes straight down. And the number of tracks.
pub(super) fn assign(runs: &[Run]) -> (Vec<Option<usize>>, usize) {
    let turning: Vec<usize> =
        (0..runs.len()).filter(|index| runs[*index].top != runs[*index].bottom).collect();
    let mut tracks = vec![None; runs.len()];
    let mut n_tracks = 0;
    for index in sort(runs, &turning) {
        let run = runs[index];
        let least = (0..runs.len()).filter_map(|other| {
            let track: usize = tracks[other]?;
            run.is_near(runs[other]).then_some(track + 1)
        });
        let track = least.max().unwrap_or(0);
        tracks[index] = Some(track);
        n_tracks = n_tracks.max(track + 1);
    }
    (tracks, n_tracks)
}

/// The runs from top to bottom. Each time the one that would cross fewest lines if all the others were below it.
fn sort(runs: &[Run], turning: &[usize]) -> Vec<usize> {
    let mut left: Vec<usize> = turning.to_vec();
    let mut sorted = Vec::with_capacity(left.len());
    // What each loses by going first: the sum over the others.
    let mut losses: Vec<i64> = vec![0; runs.len()];
    for a in turning {
        losses[*a] = turning.iter().filter(|b| a != *b).map(|b| loss(runs[*a], runs[*b])).sum();
    }
    while let Some(place) = (0..left.len()).min_by_key(|place| (losses[left[*place]], *place)) {
        let first = left.remove(place);
        sorted.push(first);
        for other in &left {
            losses[*other] -= loss(runs[*other], runs[first]);
        }
    }
    sorted
}

/// Crossings if `a` stands above `b`, less those if it stands below. Lines that would lie on each other count most.
fn loss(a: Run, b: Run) -> i64 {
    if !a.is_near(b) {
        return 0;
    }
    let crossings = |upper: Run, lower: Run| {
        let on_each_other = (upper.bottom - lower.top).abs() < CLEARANCE;
        i64::from(lower.covers(upper.bottom))
            + i64::from(upper.covers(lower.top))
            + if on_each_other { 100 } else { 0 }
    };
    crossings(a, b) - crossings(b, a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn side_by_side_runs_do_not_cross() {
        let runs = [Run { top: 0, bottom: 60 }, Run { top: 20, bottom: 100 }, Run { top: 200, bottom: 200 }];
        let (tracks, n_tracks) = assign(&runs);
        assert_eq!((tracks, n_tracks), (vec![Some(1), Some(0), None], 2));
        // The second comes down where the first arrives: it must stand above it.
        let runs = [Run { top: 50, bottom: 0 }, Run { top: 0, bottom: 50 }];
        assert_eq!(assign(&runs).1, 2);
    }
}
