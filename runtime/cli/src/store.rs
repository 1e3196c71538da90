//! Where the account of runs is: the flag, the configuration file, the environment, and a default.

use anyhow::Context as _;
use codemode::{Config, Keep, RunStore, StorePlace};

use crate::args::StoreArgs;
use crate::environment;

/// What stands for no store.
const NONE: &str = "none";

/// The store that flags, file and environment name, in this order, opened when it is first needed.
pub(crate) fn open(args: &StoreArgs, config: &Config) -> anyhow::Result<Option<RunStore>> {
    let keep = config.keep.clone().unwrap_or_default();
    if let Some(place) = &args.store {
        return named(place, keep).context("--store");
    }
    if let Some(place) = &config.store {
        return named(place, keep).context("[store] place");
    }
    if let Some(place) = environment::store() {
        let place = place.to_str().context("CODEMODE_STORE is not UTF-8 text")?;
        return named(place, keep).context("CODEMODE_STORE");
    }
    // Without a home there is nowhere to look for it again.
    let Some(folder) = environment::state_folder() else { return Ok(None) };
    let place = StorePlace::file(folder.join("codemode").join("runs.db"));
    Ok(Some(RunStore::with(place, keep)?))
}

fn named(place: &str, keep: Keep) -> anyhow::Result<Option<RunStore>> {
    if place == NONE {
        return Ok(None);
    }
    Ok(Some(RunStore::with(StorePlace::parse(place)?, keep)?))
}
