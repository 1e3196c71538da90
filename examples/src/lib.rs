//! Examples: programs in `src/bin`, scripts in `scripts`, real input in `data` and `patch`, benchmarks in `bench`.
//!
//! The code blocks of the project's README are compiled and run as tests of this crate.

/// The README.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;
