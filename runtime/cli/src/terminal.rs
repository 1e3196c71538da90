//! Sole place where the command line writes to stdout and stderr.
//!
//! Invariant: a status line is erased before anything else is written, and stands only on a line of its own.

use std::io::{self, Write};

use codemode::printable;

use crate::environment;
use crate::exit::Unwritable;

/// Standard output and standard error of the process.
pub(crate) struct Terminal {
    out: Stream,
    err: Stream,
    /// Whether status lines can be shown, which is on a terminal only.
    live: bool,
    color: bool,
    /// Whether a status line stands on the terminal now.
    status: bool,
}

struct Stream {
    writer: Box<dyn Write>,
    is_terminal: bool,
    /// Whether the last thing written was the end of a line.
    at_line_start: bool,
}

impl Terminal {
    /// Those of this process.
    pub(crate) fn of_process() -> Self {
        let stream = |writer, is_terminal| Stream { writer, is_terminal, at_line_start: true };
        Self {
            out: stream(Box::new(io::stdout()), environment::stdout_is_terminal()),
            err: stream(Box::new(io::stderr()), environment::stderr_is_live()),
            live: environment::stderr_is_live(),
            color: environment::stderr_has_color(),
            status: false,
        }
    }

    /// Whether [`status`](Self::status) shows anything.
    pub(crate) const fn is_live(&self) -> bool {
        self.live
    }

    /// Writes to stdout, as it is and at once.
    pub(crate) fn out(&mut self, text: &str) -> Result<(), Unwritable> {
        self.erase_status();
        self.out.write(text).map_err(Unwritable)
    }

    /// Writes bytes to stdout: as they are to a file or a pipe, as text without control characters to a terminal.
    pub(crate) fn data(&mut self, bytes: &[u8]) -> Result<(), Unwritable> {
        if self.out.is_terminal {
            return self.out(&printable(&String::from_utf8_lossy(bytes)));
        }
        self.erase_status();
        self.out.writer.write_all(bytes).and_then(|()| self.out.writer.flush()).map_err(Unwritable)
    }

    /// Writes to stderr, as it is and at once. That stderr is closed stops nothing: there is nobody to tell.
    pub(crate) fn err(&mut self, text: &str) {
        self.erase_status();
        let _ = self.err.write(text);
    }

    /// Writes `error: …` to stderr, on a line of its own.
    pub(crate) fn error(&mut self, text: &str) {
        let label = if self.color { "\x1b[1;31merror:\x1b[0m" } else { "error:" };
        self.line(&format!("{label} {text}"));
    }

    /// Writes `warning: …` to stderr, on a line of its own.
    pub(crate) fn warning(&mut self, text: &str) {
        let label = if self.color { "\x1b[1;33mwarning:\x1b[0m" } else { "warning:" };
        self.line(&format!("{label} {text}"));
    }

    /// Writes a line of its own to stderr: what the script wrote last may not have ended its line.
    pub(crate) fn line(&mut self, text: &str) {
        let broken =
            !self.err.at_line_start || (self.err.is_terminal && self.out.is_terminal && !self.out.at_line_start);
        self.err(&format!("{}{text}\n", if broken { "\n" } else { "" }));
        if broken {
            self.out.at_line_start = true;
        }
    }

    /// Shows a status line in place of the one that stands there. It is not shown behind text without a line end.
    pub(crate) fn status(&mut self, text: &str) {
        let mid_line = [&self.out, &self.err].into_iter().any(|stream| stream.is_terminal && !stream.at_line_start);
        if !self.live || mid_line {
            return;
        }
        // Without wrapping, a line that is too long for the terminal is still one line, which can be erased.
        let _ = write!(self.err.writer, "\r\x1b[K\x1b[?7l{text}\x1b[?7h").and_then(|()| self.err.writer.flush());
        self.status = true;
    }

    /// Takes the status line away.
    pub(crate) fn erase_status(&mut self) {
        if std::mem::take(&mut self.status) {
            let _ = write!(self.err.writer, "\r\x1b[K").and_then(|()| self.err.writer.flush());
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        self.erase_status();
    }
}

impl Stream {
    fn write(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        self.at_line_start = text.ends_with('\n');
        self.writer.write_all(text.as_bytes())?;
        self.writer.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    /// One screen, on which stdout and stderr meet.
    #[derive(Clone, Default)]
    struct Screen(Arc<Mutex<Vec<u8>>>);

    impl Write for Screen {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("no test panics with it").extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn terminal() -> (Terminal, impl Fn() -> String) {
        let screen = Screen::default();
        let stream = || Stream { writer: Box::new(screen.clone()), is_terminal: true, at_line_start: true };
        let terminal = Terminal { out: stream(), err: stream(), live: true, color: false, status: false };
        let shown = move || String::from_utf8(screen.0.lock().expect("not poisoned").clone()).expect("UTF-8");
        (terminal, shown)
    }

    #[test]
    fn a_status_line_is_erased_before_anything_else_is_written() {
        let (mut terminal, shown) = terminal();
        terminal.status("working");
        terminal.out("answer\n").expect("the screen takes it");
        terminal.status("still working");
        drop(terminal);
        let line = |text| format!("\r\x1b[K\x1b[?7l{text}\x1b[?7h");
        assert_eq!(shown(), format!("{}\r\x1b[Kanswer\n{}\r\x1b[K", line("working"), line("still working")));
    }

    #[test]
    fn a_status_line_does_not_write_over_an_unfinished_line() {
        let (mut terminal, shown) = terminal();
        terminal.out("50 %").expect("the screen takes it");
        terminal.status("working");
        terminal.error("it broke");
        assert_eq!(shown(), "50 %\nerror: it broke\n");
    }
}
