//! The time zone of a run: whose clock a script's dates show. `tests/differential` compares the details with Node.

use codemode::{Config, Sandbox, Script, Stop, TimeZone};

use crate::support::{block_on, on_each_engine};

const DATES: &str = r#"
    const d = new Date(2024, 6, 1, 12);
    console.log(d.toISOString(), d.getTimezoneOffset(), String(d));
    console.log(new Date("2024-03-31T02:30").toISOString(), new Date(0).toLocaleString());
    console.log(Intl.DateTimeFormat().resolvedOptions().timeZone, Temporal.Now.timeZoneId());
"#;

#[test]
fn dates_are_local_in_the_zone_of_the_run() {
    on_each_engine(|engine| {
        let sandbox =
            Sandbox::builder().engine(engine).time_zone(zone("Europe/Berlin")).build().expect("it is consistent");
        let script = Script::new("dates.js", DATES);
        let outcome = block_on(async { sandbox.run(&script).await.expect("the machine runs sandboxes") });
        assert!(matches!(outcome.stop, Stop::Finished), "{}", outcome.stop);
        assert_eq!(
            outcome.printed.text(),
            "2024-07-01T10:00:00.000Z -120 Mon Jul 01 2024 12:00:00 GMT+0200 (Central European Summer Time)\n\
             2024-03-31T01:30:00.000Z 1/1/1970, 1:00:00 AM\n\
             Europe/Berlin Europe/Berlin\n"
        );
        let script = Script::new("hours.js", "console.log(new Date(0).getHours())");
        let hours = |name: &str| {
            let outcome = block_on(async { sandbox.run(&script).time_zone(zone(name)).await });
            let outcome = outcome.expect("the machine runs sandboxes");
            (outcome.printed.text().to_owned(), outcome.engine_reason)
        };
        let (printed, reason) = hours("America/New_York");
        assert_eq!(printed, "19\n");
        assert!(
            reason.ends_with("with the data of all locales, since the run's time zone is America/New_York"),
            "{reason}"
        );
        let (printed, reason) = hours("Etc/UTC");
        assert_eq!(printed, "0\n");
        assert!(!reason.contains("locales"), "{reason}");
    });
}

#[test]
fn a_zone_that_does_not_exist_is_an_error_of_whoever_named_it() {
    let config = |text| Config::from_toml("codemode.toml", text);
    assert_eq!(config("time_zone = \"Asia/Tokyo\"").expect("it is right").time_zone, zone("Asia/Tokyo"));
    assert_eq!(config("").expect("it is right").time_zone, TimeZone::UTC);
    let error = config("engine = \"auto\"\ntime_zone = \"Asia/Tokio\"").expect_err("there is no such zone").to_string();
    assert_eq!(
        error,
        "codemode.toml:2:13: time zone \"Asia/Tokio\": there is no such zone; did you mean Asia/Tokyo or Asia/Tomsk?"
    );
}

fn zone(name: &str) -> TimeZone {
    name.parse().expect("there is such a zone")
}
