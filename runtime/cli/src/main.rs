//! The binary `codemode`. Everything is in the library, so that tests can use the case runner.

use std::process::ExitCode;

fn main() -> ExitCode {
    codemode_cli::main()
}
