//! Time since the server began, as often as wanted.
//!
//! Every request notes several times what its connection does; limits on that are in seconds. So on Linux the clock is the
//! one that the system keeps ready, a few milliseconds behind, which costs a tenth of asking the hardware.

#[cfg(not(target_os = "linux"))]
use std::time::Instant as Moment;

#[cfg(target_os = "linux")]
use self::coarse::Moment;

/// Counts from when it was made. Its copies agree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock(Moment);

impl Clock {
    pub(crate) fn start() -> Self {
        Self(Moment::now())
    }

    /// Microseconds since the start.
    pub(crate) fn micros(self) -> u64 {
        u64::try_from(self.0.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    /// Milliseconds since the start.
    pub(crate) fn millis(self) -> u64 {
        self.micros() / 1000
    }
}

#[cfg(target_os = "linux")]
mod coarse {
    use std::time::Duration;

    use rustix::time::{ClockId, clock_gettime};

    /// Like the standard library's instant, but from the coarse clock.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Moment(Duration);

    impl Moment {
        pub(super) fn now() -> Self {
            let time = clock_gettime(ClockId::MonotonicCoarse);
            Self(Duration::try_from(time).unwrap_or_default())
        }

        pub(super) fn elapsed(self) -> Duration {
            Self::now().0.saturating_sub(self.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread::sleep;
    use std::time::Duration;

    use super::*;

    #[test]
    fn time_goes_on() {
        let clock = Clock::start();
        let copy = clock;
        sleep(Duration::from_millis(60));
        assert!((50..10_000).contains(&copy.millis()), "{}", copy.millis());
        assert!(clock.micros() >= copy.millis() * 1000);
    }
}
