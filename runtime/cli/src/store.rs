//! Where the account of runs is: the flag, the configuration file, the environment, and a default.

use std::path::Path;

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

/// What is said where a command needs a store and has none.
pub(crate) const NONE_THERE: &str = "there is no store: name one with --store PLACE";

/// The store of a command that is about nothing else, with the configuration file that may name it.
pub(crate) fn existing(args: &StoreArgs, config: Option<&Path>) -> anyhow::Result<RunStore> {
    let config = config.map(Config::from_file).transpose()?.unwrap_or_default();
    open(args, &config)?.context(NONE_THERE)
}

fn named(place: &str, keep: Keep) -> anyhow::Result<Option<RunStore>> {
    if place == NONE {
        return Ok(None);
    }
    Ok(Some(RunStore::with(StorePlace::parse(place)?, keep)?))
}
