//! Time zones that an engine without zone data knows.

/// Seconds east of UTC of a zone that never changes its clocks: `UTC`, `Etc/GMT-2`, `+05:30`. `None` for other zones:
/// the guests carry no time zone data.
pub fn fixed_offset(zone: &str) -> Option<i32> {
    if matches!(zone, "" | "UTC" | "GMT" | "Etc/UTC" | "Etc/GMT" | "Etc/UCT" | "Etc/Zulu" | "Etc/Universal" | "Z") {
        return Some(0);
    }
    // The signs of `Etc/GMT` zones are the other way round: `Etc/GMT-2` is two hours east.
    if let Some(hours) = zone.strip_prefix("Etc/GMT") {
        let hours: i32 = hours.parse().ok()?;
        return (-14..=12).contains(&hours).then_some(-hours * 3600);
    }
    let sign = match zone.as_bytes().first()? {
        b'+' => 1,
        b'-' => -1,
        _ => return None,
    };
    let (hours, minutes) = zone[1..].split_once(':')?;
    let (hours, minutes): (u8, u8) = (hours.parse().ok()?, minutes.parse().ok()?);
    (hours <= 14 && minutes < 60).then(|| sign * (i32::from(hours) * 3600 + i32::from(minutes) * 60))
}

#[cfg(test)]
mod tests {
    use super::fixed_offset;

    #[test]
    fn fixed_zones_are_known() {
        for (zone, seconds) in
            [("UTC", 0), ("Etc/GMT-2", 7200), ("Etc/GMT+5", -18000), ("+05:30", 19800), ("-03:00", -10800)]
        {
            assert_eq!(fixed_offset(zone), Some(seconds), "{zone}");
        }
        for zone in ["Europe/Paris", "Etc/GMT-99", "+25:00", "+1", "nonsense"] {
            assert_eq!(fixed_offset(zone), None, "{zone}");
        }
    }
}
