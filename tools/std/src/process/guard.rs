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
    /// Short options. They count wherever they stand in a word of short options, since those are written together.
    letters: &'static str,
    /// The commands that may be given as the first word that is no option; empty where any may.
    commands: &'static [&'static str],
    /// Whether the first word is short options even without a dash.
    bare: bool,
    /// Whether a word with a colon names another machine, which takes a program to reach.
    remote: bool,
}

/// A guard that refuses nothing, to be filled in.
const OPEN: Guard = Guard { program: "", words: &[], letters: "", commands: &[], bare: false, remote: false };

const GUARDS: &[Guard] = &[
    Guard {
        program: "find",
        words: &["-delete", "-exec", "-execdir", "-fls", "-fprint", "-fprint0", "-fprintf", "-ok", "-okdir"],
        ..OPEN
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
        ],
        letters: "cCO",
        // Those that talk to other repositories, or are there to run programs, are not among them.
        commands: &[
            "add",
            "annotate",
            "apply",
            "blame",
            "branch",
            "cat-file",
            "check-ignore",
            "checkout",
            "cherry",
            "commit",
            "count-objects",
            "describe",
            "diff",
            "diff-files",
            "diff-index",
            "diff-tree",
            "for-each-ref",
            "grep",
            "init",
            "log",
            "ls-files",
            "ls-tree",
            "merge-base",
            "mv",
            "name-rev",
            "reflog",
            "reset",
            "restore",
            "rev-list",
            "rev-parse",
            "rm",
            "shortlog",
            "show",
            "show-ref",
            "stash",
            "status",
            "switch",
            "tag",
            "version",
            "whatchanged",
        ],
        ..OPEN
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
        letters: "IF",
        bare: true,
        remote: true,
        ..OPEN
    },
    Guard { program: "sort", words: &["--compress-program", "--output"], letters: "o", ..OPEN },
    Guard { program: "rsync", words: &["--rsh", "--rsync-path"], letters: "e", remote: true, ..OPEN },
    Guard { program: "zip", words: &["--unzip-command"], letters: "T", ..OPEN },
    Guard { program: "rg", words: &["--hostname-bin", "--pre"], ..OPEN },
    Guard { program: "fd", words: &["--exec", "--exec-batch"], letters: "xX", ..OPEN },
];

/// The argument that must not be passed to a program, if there is one. Long options may be shortened as far as they stay
/// clear, so the beginning of a guarded one counts as well. More is refused than must be: a guarded letter in the value of a
/// short option, say.
pub(super) fn forbidden<'a>(program: &str, arguments: &'a [String]) -> Option<&'a str> {
    let guard = GUARDS.iter().find(|guard| guard.program == program)?;
    let bad = |(at, argument): &(usize, &'a String)| {
        let word = argument.split('=').next().unwrap_or(argument);
        let shortened = |long: &str| word.len() > 2 && word.starts_with("--") && long.starts_with(word);
        let bundle = match argument.strip_prefix('-') {
            Some(rest) if !rest.starts_with('-') => rest,
            None if guard.bare && *at == 0 => argument,
            _ => "",
        };
        guard.words.iter().any(|&known| known == word || shortened(known))
            || bundle.contains(|letter| guard.letters.contains(letter))
            || (guard.remote && argument.contains(':'))
    };
    let argument = arguments.iter().enumerate().find(bad).map(|(_, argument)| argument);
    let command = || {
        let command = arguments.iter().find(|argument| !argument.starts_with('-'))?;
        (!guard.commands.is_empty() && !guard.commands.contains(&command.as_str())).then_some(command)
    };
    argument.or_else(command).map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::forbidden;

    fn is_refused(program: &str, arguments: &str) -> bool {
        let arguments: Vec<String> = arguments.split(' ').map(str::to_owned).collect();
        forbidden(program, &arguments).is_some()
    }

    #[test]
    fn options_that_start_programs_are_found_in_bundles() {
        for (program, arguments) in [
            ("git", "grep -nOsh hello"),
            ("git", "grep -O id"),
            ("git", "log -qccore.pager=id"),
            ("tar", "cIf touch x.tar f"),
            ("tar", "-vcI touch -f x.tar f"),
            ("tar", "cfI /dev/null id"),
            ("tar", "xfF x.tar id"),
            ("tar", "cf host:x.tar f"),
            ("sort", "-uo out in"),
            ("fd", "-Hx id"),
            ("rsync", "-ae id a b"),
            ("rsync", "host:a b"),
            ("find", ". -exec id ;"),
        ] {
            assert!(is_refused(program, arguments), "{program} {arguments}");
        }
    }

    #[test]
    fn commands_of_git_that_are_not_listed_are_refused() {
        for command in
            ["remote-ext x id", "merge-index id -a", "submodule--helper foreach id", "clone -u id x", "-v push"]
        {
            assert!(is_refused("git", command), "{command}");
        }
    }

    #[test]
    fn ordinary_uses_pass() {
        for (program, arguments) in [
            ("git", "status --short"),
            ("git", "grep -n expires_at"),
            ("git", "log --oneline -5"),
            ("git", "diff HEAD~1 -- a.txt"),
            ("tar", "-czf out.tar.gz folder"),
            ("tar", "xzf in.tar.gz"),
            ("sort", "-u -k2,2n in"),
            ("find", ". -name *.rs"),
            ("ls", "-la"),
        ] {
            assert!(!is_refused(program, arguments), "{program} {arguments}");
        }
    }
}
