//! codemode through the front door: scripts, and what comes of them.

mod hostile;
mod limits;
mod support;
