//! The JavaScript guests of `codemode`: built once, checked in, precompiled for the machine by this crate's build script.
//!
//! A guest is a Wasm module with an engine in it, snapshotted after its prelude ran. People who change a guest's sources
//! run `guest-sdk/build`; everybody else gets them from here as native code that loads without compiling.

mod config;
#[cfg(test)]
mod sources;

pub use config::engine_config;

/// One guest.
#[derive(Clone, Copy)]
pub struct Guest {
    /// The engine in it: `boa` or `quickjs`.
    pub name: &'static str,
    /// SHA-256 of the Wasm module, in lower-case hexadecimal. A saved run resumes only in the guest that it was saved in.
    pub digest: &'static str,
    /// The size of the Wasm module.
    pub wasm_bytes: usize,
    /// Native code for `wasmtime::Module::deserialize` under [`engine_config`], aligned to a page.
    pub code: &'static [u8],
}

impl std::fmt::Debug for Guest {
    /// Without the code.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Guest").field("name", &self.name).field("digest", &self.digest).finish_non_exhaustive()
    }
}

/// Bytes that start at a multiple of 4096.
#[repr(C, align(4096))]
struct Page<T: ?Sized>(T);

/// Embeds a file at the start of a page.
macro_rules! page {
    ($path:literal) => {{
        static CODE: &Page<[u8]> = &Page(*include_bytes!($path));
        &CODE.0
    }};
}

/// The guests that this program carries, in the order of their names.
#[allow(clippy::unreadable_literal, reason = "the build script writes the list")]
pub static GUESTS: &[Guest] = include!(concat!(env!("OUT_DIR"), "/guests.rs"));

/// The names of the time zones that the guests with locale data know, one a line, in the order of their bytes.
pub const TIME_ZONES: &str = include_str!("../../prelude/intl/zones.txt");

/// The guest with that name.
pub fn guest(name: &str) -> Option<&'static Guest> {
    GUESTS.iter().find(|guest| guest.name == name)
}
