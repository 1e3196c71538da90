//! A guest at rest, as bytes: what its memory has that the snapshot does not.
//!
//! A guest never waits inside of an import, so at rest its Wasm stack is empty, its globals are those of the snapshot, and its
//! tables never change: its memory is all there is of it. Saved are the pages that differ from a fresh instance.
//!
//! Invariant: an image is only ever given to the guest, by digest, that it was taken of; what it says is checked like
//! anything that a guest says.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use super::engine::LoadedGuest;
use super::{Engine, Guest, RunState};
use crate::{Error, Limits};

/// Bytes of a page: what the system keeps apart, so that untouched ones are never looked at twice.
const PAGE: usize = 4096;

/// The most bytes that an image may unpack to.
const MOST: usize = 5 << 30;

/// The first bytes of an image, with the version of its form.
const MAGIC: &[u8; 8] = b"cmimage1";

impl Guest {
    /// What the memory has that a fresh one does not, compressed.
    pub(crate) async fn save(&mut self, loaded: &'static LoadedGuest) -> Result<Vec<u8>, Error> {
        let fresh = Self::new(self.engine(), loaded, unused_state()).await?;
        let (pristine, memory) = (fresh.memory_data(), self.memory_data());
        let mut image = MAGIC.to_vec();
        image.extend(u64::try_from(memory.len()).unwrap_or(u64::MAX).to_le_bytes());
        for (number, page) in (0_u32..).zip(memory.chunks(PAGE)) {
            let start = (number as usize).saturating_mul(PAGE);
            // Beyond the snapshot's end, memory is zero.
            let unchanged = match pristine.get(start..start.saturating_add(page.len())) {
                Some(before) => before == page,
                None => page.iter().all(|&byte| byte == 0),
            };
            if !unchanged {
                image.extend(number.to_le_bytes());
                image.extend(page);
            }
        }
        zstd::bulk::compress(&image, 3).map_err(|e| Error::Engine(format!("the guest's memory cannot be saved: {e}")))
    }

    /// A guest as it was when the image was taken. `state` has what the run had then.
    pub(crate) async fn restore(
        engine: &'static Engine,
        loaded: &'static LoadedGuest,
        state: RunState,
        fuel: u64,
        image: &[u8],
    ) -> Result<Box<Self>, Error> {
        let broken = |reason: &str| Error::Engine(format!("a saved guest cannot be restored: {reason}"));
        let length = zstd::bulk::Decompressor::upper_bound(image).filter(|&length| length <= MOST);
        let length = length.ok_or_else(|| broken("its image has no length, or too long a one"))?;
        let image = zstd::bulk::decompress(image, length).map_err(|e| broken(&e.to_string()))?;
        let rest = image.strip_prefix(MAGIC).ok_or_else(|| broken("it is of another version"))?;
        let (size, mut rest) = rest.split_first_chunk().ok_or_else(|| broken("it is cut off"))?;
        let size = usize::try_from(u64::from_le_bytes(*size)).map_err(|_| broken("its memory is too large"))?;
        let mut guest = Self::new(engine, loaded, state).await?;
        guest.set_fuel(fuel)?;
        guest.grow_to(size).await?;
        let memory = guest.memory_data_mut();
        while !rest.is_empty() {
            let (number, after) = rest.split_first_chunk().ok_or_else(|| broken("it is cut off"))?;
            let (page, after) = after.split_at_checked(PAGE).ok_or_else(|| broken("it is cut off"))?;
            let start = (u32::from_le_bytes(*number) as usize).saturating_mul(PAGE);
            let place = memory.get_mut(start..start.saturating_add(PAGE));
            place.ok_or_else(|| broken("a page lies outside of its memory"))?.copy_from_slice(page);
            rest = after;
        }
        Ok(guest)
    }
}

/// The state of a guest that is only looked at.
fn unused_state() -> RunState {
    RunState::new(Limits::default(), 0, [0; 32], Instant::now(), Arc::new(AtomicBool::new(true)), None)
}
