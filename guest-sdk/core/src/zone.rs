//! The run's time zone, as the engine asks for it: how far from UTC it is at a moment.
//!
//! The table comes from the prelude (`host.setZone`), which has the data of all zones in the guests that carry locale data.

/// The zone of runs that have no other.
pub const UTC: &str = "UTC";

/// A time zone. The default is UTC.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Zone {
    /// Seconds east of UTC before the first change.
    first: i32,
    /// When the clocks changed (seconds since the epoch), and to what, in order.
    changes: Vec<(i64, i32)>,
    /// The two changes of every year from some year on.
    rule: Option<Rule>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rule {
    year: i64,
    changes: [Change; 2],
}

/// A change that comes every year: on the first such weekday on or after a day, at a second of that day's local time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Change {
    /// From 0.
    month: i64,
    /// From 0, Sunday.
    weekday: i64,
    day: i64,
    second: i64,
    offset: i32,
}

/// Seconds of a day.
const DAY: i64 = 86_400;

impl Zone {
    /// Reads a table: the first offset, then for each change its time and offset; after a bar, where there is one, the rule: the
    /// year, and for both changes month, weekday, day, second and offset. All in decimal, with spaces between them.
    pub fn parse(table: &str) -> Option<Self> {
        let (changes, rule) = table.split_once('|').map_or((table, None), |(changes, rule)| (changes, Some(rule)));
        let numbers = |text: &str| text.split(' ').map(str::parse).collect::<Result<Vec<i64>, _>>().ok();
        let offset = |number: i64| i32::try_from(number).ok().filter(|seconds| i64::from(seconds.abs()) < 2 * DAY);
        let changes = numbers(changes)?;
        let (&first, changes) = changes.split_first()?;
        let (pairs, rest) = changes.as_chunks::<2>();
        let changes = pairs.iter().map(|&[at, seconds]| Some((at, offset(seconds)?))).collect::<Option<_>>()?;
        let rule = match rule.map(numbers) {
            None => None,
            Some(numbers) => {
                let numbers = numbers?;
                let (&year, changes) = numbers.split_first()?;
                let change = |&[month, weekday, day, second, seconds]: &[i64; 5]| {
                    Some(Change { month, weekday, day, second, offset: offset(seconds)? })
                };
                let ([first, second], []) = changes.as_chunks::<5>() else { return None };
                Some(Rule { year, changes: [change(first)?, change(second)?] })
            }
        };
        rest.is_empty().then_some(Self { first: offset(first)?, changes, rule })
    }

    /// The same zone with all offsets in whole minutes, for an engine that has no finer ones.
    #[must_use]
    pub fn in_minutes(mut self) -> Self {
        let whole = |seconds: &mut i32| *seconds -= *seconds % 60;
        whole(&mut self.first);
        self.changes.iter_mut().for_each(|(_, offset)| whole(offset));
        self
    }

    /// Seconds east of UTC at a moment (seconds since the epoch).
    pub fn offset_at(&self, moment: i64) -> i32 {
        if let Some(rule) = &self.rule {
            let year = year_of(moment);
            if year >= rule.year {
                let [first, second] = &rule.changes;
                if moment >= second.moment(year, first.offset) {
                    return second.offset;
                }
                if moment >= first.moment(year, second.offset) {
                    return first.offset;
                }
                if year > rule.year {
                    return second.offset;
                }
            }
        }
        let after = self.changes.partition_point(|&(at, _)| at <= moment);
        after.checked_sub(1).map_or(self.first, |last| self.changes[last].1)
    }

    /// Seconds east of UTC at a local time, as the language has it: of a time that came twice the first, and where the clocks
    /// skipped it, as if they had not been changed yet.
    pub fn offset_at_local(&self, local: i64) -> i32 {
        let (before, after) = (self.offset_at(local - DAY), self.offset_at(local + DAY));
        let fits = |offset: i32| self.offset_at(local - i64::from(offset)) == offset;
        if before == after || fits(before) || !fits(after) { before } else { after }
    }
}

impl Change {
    /// When it comes in a year; `before` is the offset until then.
    fn moment(&self, year: i64, before: i32) -> i64 {
        let first = days_before(year, self.month) + self.day - 1;
        // The epoch was a Thursday.
        let shift = (self.weekday - (first + 4)).rem_euclid(7);
        (first + shift) * DAY + self.second - i64::from(before)
    }
}

/// Days from the epoch to the first of a month (from 0).
fn days_before(year: i64, month: i64) -> i64 {
    // Years begin in March here, so that the day of leap years is their last.
    let (year, month) = if month < 2 { (year - 1, month + 10) } else { (year, month - 2) };
    let leap_days = year.div_euclid(4) - year.div_euclid(100) + year.div_euclid(400);
    year * 365 + leap_days + (month * 153 + 2) / 5 - 719_468
}

/// The year of a moment, in UTC.
fn year_of(moment: i64) -> i64 {
    let day = moment.div_euclid(DAY);
    // Right, or one too many or too few.
    let year = 1970 + (day * 400).div_euclid(146_097);
    if day < days_before(year, 0) {
        year - 1
    } else if day >= days_before(year + 1, 0) {
        year + 1
    } else {
        year
    }
}

#[cfg(test)]
mod tests {
    use super::{Zone, days_before, year_of};

    /// Berlin, from 1980 on.
    fn berlin() -> Zone {
        let table = "3600 323830800 7200 338950800 3600|1981 2 0 25 7200 7200 9 0 25 10800 3600";
        Zone::parse(table).expect("a table")
    }

    #[test]
    fn the_calendar_is_right() {
        assert_eq!(days_before(1970, 0), 0);
        assert_eq!(days_before(2000, 2), 11_017);
        assert_eq!(days_before(1600, 1), -135_109);
        for (moment, year) in [(-1, 1969), (0, 1970), (946_684_799, 1999), (946_684_800, 2000), (-62_135_596_801, 0)] {
            assert_eq!(year_of(moment), year);
        }
    }

    #[test]
    fn clocks_change_as_the_table_and_the_rule_have_it() {
        let zone = berlin();
        for (moment, offset) in [
            (0, 3600),
            (323_830_799, 3600),
            (323_830_800, 7200),
            (338_950_800, 3600),
            (1_711_846_799, 3600), // 2024-03-31 00:59:59 UTC
            (1_711_846_800, 7200),
            (1_729_990_799, 7200), // 2024-10-27
            (1_729_990_800, 3600),
            (253_402_300_800, 3600), // 10000-01-01
        ] {
            assert_eq!(zone.offset_at(moment), offset, "{moment}");
        }
    }

    #[test]
    fn a_local_time_that_came_twice_or_never() {
        let zone = berlin();
        let local = |hours: i64| 1_711_843_200 + hours * 3600; // 2024-03-31, midnight
        assert_eq!(zone.offset_at_local(local(1)), 3600);
        assert_eq!(zone.offset_at_local(local(2)), 3600, "skipped");
        assert_eq!(zone.offset_at_local(local(3)), 7200);
        let local = |hours: i64| 1_729_987_200 + hours * 3600; // 2024-10-27, midnight
        assert_eq!(zone.offset_at_local(local(2)), 7200, "the first of two");
        assert_eq!(zone.offset_at_local(local(3)), 3600);
    }

    #[test]
    fn what_is_no_table_is_none() {
        for text in ["", "x", "0 1", "0|1", "0|1 2 3", "999999999"] {
            assert_eq!(Zone::parse(text), None, "{text}");
        }
        assert_eq!(Zone::parse("0"), Some(Zone::default()));
        let zone = Zone::parse("561 -1855958901 -561").expect("a table").in_minutes();
        assert_eq!((zone.offset_at(-2_000_000_000), zone.offset_at(0)), (540, -540));
    }
}
