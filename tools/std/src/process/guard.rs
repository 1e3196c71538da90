//! Arguments and programs by which a granted program would become another one.

/// Programs that run what their arguments name, so that granting one grants all.
const WRAPPERS: &[&str] = &[
    "ash",
    "awk",
    "bash",
    "busybox",
    "chroot",
    "csh",
    "dash",
    "doas",
    "ed",
    "env",
    "ex",
    "expect",
    "fish",
    "flock",
    "gawk",
    "ionice",
    "ksh",
    "less",
    "man",
    "mawk",
    "more",
    "nawk",
    "nice",
    "nohup",
    "nsenter",
    "parallel",
    "runuser",
    "script",
    "sed",
    "setarch",
    "setpriv",
    "setsid",
    "sh",
    "ssh",
    "start-stop-daemon",
    "stdbuf",
    "strace",
    "su",
    "sudo",
    "systemd-run",
    "taskset",
    "time",
    "timeout",
    "toybox",
    "unshare",
    "vi",
    "vim",
    "watch",
    "xargs",
    "zsh",
];

/// Whether a program is one of those.
pub(super) fn is_wrapper(name: &str) -> bool {
    WRAPPERS.contains(&name)
}

/// Arguments that start another program, or write or delete where the program otherwise only reads.
struct Guard {
    program: &'static str,
    /// Whole words; what follows a `=` does not matter.
    words: &'static [&'static str],
    /// Beginnings of a word, for short options that are written together with their value.
    beginnings: &'static [&'static str],
}

const GUARDS: &[Guard] = &[
    Guard {
        program: "find",
        words: &["-delete", "-exec", "-execdir", "-fls", "-fprint", "-fprint0", "-fprintf", "-ok", "-okdir"],
        beginnings: &[],
    },
    Guard {
        program: "git",
        words: &[
            "--config",
            "--config-env",
            "--exec",
            "--exec-path",
            "--ext-diff",
            "--extcmd",
            "--git-dir",
            "--open-files-in-pager",
            "--output",
            "--receive-pack",
            "--super-prefix",
            "--template",
            "--textconv",
            "--tool",
            "--upload-pack",
            "--work-tree",
            "difftool",
            "filter-branch",
            "mergetool",
            "daemon",
            "instaweb",
            "submodule",
            "bisect",
            "config",
            "credential",
            "help",
            "hook",
            "send-email",
            "rebase",
        ],
        beginnings: &["-c", "-C", "-O", "ext::"],
    },
    Guard {
        program: "tar",
        words: &[
            "--checkpoint-action",
            "--info-script",
            "--new-volume-script",
            "--rmt-command",
            "--rsh-command",
            "--to-command",
            "--use-compress-program",
        ],
        beginnings: &["-I", "-F"],
    },
    Guard { program: "sort", words: &["--compress-program", "--output"], beginnings: &["-o"] },
    Guard { program: "rsync", words: &["--rsh", "--rsync-path"], beginnings: &["-e"] },
    Guard { program: "zip", words: &["--unzip-command"], beginnings: &["-TT"] },
    Guard { program: "rg", words: &["--hostname-bin", "--pre"], beginnings: &[] },
    Guard { program: "fd", words: &["--exec", "--exec-batch"], beginnings: &["-x", "-X"] },
];

/// The argument that must not be passed to a program, if there is one. Long options may be shortened as far as they stay
/// clear, so the beginning of a guarded one counts as well.
pub(super) fn forbidden<'a>(program: &str, arguments: &'a [String]) -> Option<&'a str> {
    let guard = GUARDS.iter().find(|guard| guard.program == program)?;
    let bad = |argument: &&'a String| {
        let word = argument.split('=').next().unwrap_or(argument);
        let shortened = |long: &str| word.len() > 2 && word.starts_with("--") && long.starts_with(word);
        guard.words.iter().any(|&known| known == word || shortened(known))
            || guard.beginnings.iter().any(|beginning| argument.starts_with(beginning))
    };
    arguments.iter().find(bad).map(String::as_str)
}
