//! codemode
