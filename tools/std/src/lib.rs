//! Stock tool modules: what most scripts need, to be given to a sandbox as they are.
//!
//! | module | tools | effect |
//! | --- | --- | --- |
//! | [`fs`] | `read_file`, `list_files`, `search_files` | read |
//! | [`fs`], in writable directories | `write_file`, `edit_file`, `move_file`, `apply_patch` | write |
//! | [`fs`], in writable directories | `delete_file` | external |
//! | [`process`] | `run` | external |
//! | [`http`] | `request` | read where the method only reads, else external |
//!
//! What `fs` changes can be taken back, by [`Tool::undo`](codemode_tool::Tool::undo); what a program does, cannot.
//!
//! Each function named `module` makes one. A sandbox has only the modules that it was given.

pub mod fs;
pub mod http;
pub mod process;
