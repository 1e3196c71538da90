//! The account of runs: one suite for both databases.
//!
//! On Postgres a test runs where `CODEMODE_TEST_POSTGRES` is the address of a server, with a user who may make databases; each
//! test makes one of its own. Where it is not set, the test says on standard error that it was skipped.

/// Makes of each test two: one on SQLite, one on Postgres.
macro_rules! on_both {
    ($($name:ident)*) => {
        mod sqlite {
            $(#[test] fn $name() { crate::store::place::on_sqlite(super::$name); })*
        }
        mod postgres {
            $(#[test] fn $name() { crate::store::place::on_postgres(concat!(module_path!(), "::", stringify!($name)), super::$name); })*
        }
    };
}

mod account;
mod crash;
mod faults;
mod going_on;
mod keeping;
mod place;
mod reading;
mod undo;
mod world;
