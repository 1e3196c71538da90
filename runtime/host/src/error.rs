//! The embedder's errors: what the person who sets a sandbox up did wrong, or what the machine lacks.
//!
//! How a script ended, however badly, is no error: it is an [`Outcome`](crate::Outcome).

/// A fault of the embedder's set-up or of the machine; never of a script or a tool.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A script file cannot be read.
    #[error("cannot read the script {path}: {reason}")]
    Script {
        /// The file.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A configuration file or text is wrong.
    #[error("{place}: {reason}")]
    Config {
        /// The file and, where it is known, the line and column: `codemode.toml:12:5`.
        place: String,
        /// What is wrong there and what would be right.
        reason: String,
    },
    /// A tool module cannot be used as it is declared.
    #[error("tool module `{module}`: {reason}")]
    Tool {
        /// The module.
        module: String,
        /// What is wrong with it and what to do.
        reason: String,
    },
    /// A rule of the policy can never apply, or says something that cannot be meant.
    #[error("policy rule {rule}: {reason}")]
    Policy {
        /// The rule's number, from 1, or its place in a file.
        rule: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A limit has a value that cannot work.
    #[error("limit `{limit}`: {reason}")]
    Limit {
        /// The limit's name, a field of [`Limits`](crate::Limits).
        limit: &'static str,
        /// What is wrong with the value and what would work.
        reason: String,
    },
    /// The schema that a run's result must fit cannot be used.
    #[error("the schema of the result {0}")]
    ResultSchema(String),
    /// There is no such time zone.
    #[error("time zone {name:?}: {reason}")]
    TimeZone {
        /// The name that was given.
        name: String,
        /// Which names are near it.
        reason: String,
    },
    /// A secret cannot be kept out of texts.
    #[error("secrets: {0}")]
    Secret(String),
    /// The store cannot be used, or does not have what was asked for.
    #[error(transparent)]
    Store(#[from] crate::StoreError),
    /// A paused run has tools that this sandbox does not have.
    #[error(
        "to go on with the run {run} takes tools that are not here: {tools}. Give the flags, or the configuration, that it was started with"
    )]
    MissingTools {
        /// The run.
        run: String,
        /// The tools.
        tools: String,
    },
    /// A run is to go on from an earlier one, in a sandbox without a store.
    #[error("to go on from run {run} takes the store it stands in, and this sandbox has none")]
    NoStore {
        /// The earlier run.
        run: String,
    },
    /// The Wasm engine cannot be set up on this machine.
    #[error("the sandbox engine cannot start: {0}")]
    Engine(String),
}
