//! Stock tool modules.
