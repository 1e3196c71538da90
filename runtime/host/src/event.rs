//! What happens during a run, as it happens.

use std::future::poll_fn;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use codemode_tool::Effect;
use serde::Serialize;
use tokio::sync::mpsc::UnboundedReceiver;

use crate::limits::millis;
use crate::run::OutcomeFuture;
use crate::{CallEnding, Error, Outcome};

/// Where printed text goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PrintTarget {
    /// Answers: `console.log`, `console.info`, `console.debug`, `print`.
    Stdout,
    /// Diagnostics: `console.error`, `console.warn`, `console.trace`.
    Stderr,
}

impl From<codemode_abi::Stream> for PrintTarget {
    fn from(stream: codemode_abi::Stream) -> Self {
        match stream {
            codemode_abi::Stream::Stdout => Self::Stdout,
            codemode_abi::Stream::Stderr => Self::Stderr,
        }
    }
}

/// Something that happened in a run.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "event")]
#[non_exhaustive]
pub enum Event {
    /// The script printed.
    Printed {
        /// Where to.
        stream: PrintTarget,
        /// The text, cleaned of control characters.
        text: String,
    },
    /// A tool was started.
    CallStarted {
        /// The call's number in its run.
        call: u32,
        /// The tool, as `module.tool`.
        tool: String,
        /// What the call may do.
        effect: Effect,
    },
    /// The run goes on from an earlier one, and is about to make a call that changes something and that the earlier one did not
    /// make.
    CallDiffers {
        /// The call's number in its run.
        call: u32,
        /// The tool, as `module.tool`.
        tool: String,
        /// The arguments, as JSON.
        arguments: String,
        /// A call of the same tool that the earlier run had made and this one has not asked for, as `run:call`, and its
        /// arguments.
        instead_of: Option<(String, String)>,
    },
    /// A call ended, or was refused without having been started.
    CallEnded {
        /// The call's number in its run.
        call: u32,
        /// The tool, as `module.tool`.
        tool: String,
        /// What became of it.
        ending: CallEnding,
        /// From the asking to the reply.
        #[serde(with = "millis", rename = "latency_ms")]
        latency: Duration,
    },
    /// The run ended. This is the last event.
    Ended(Box<Outcome>),
}

/// The events of a run, as they happen. Nothing happens unless somebody waits for the next one; dropping it cancels the run.
pub struct RunEvents {
    run: Option<OutcomeFuture>,
    events: UnboundedReceiver<Event>,
    outcome: Option<Result<Outcome, Error>>,
}

impl RunEvents {
    pub(crate) fn new(run: OutcomeFuture, events: UnboundedReceiver<Event>) -> Self {
        Self { run: Some(run), events, outcome: None }
    }

    /// The next event, or nothing after the last. An error means that the run could not take place.
    pub async fn next(&mut self) -> Option<Result<Event, Error>> {
        poll_fn(|context| Pin::new(&mut *self).poll_next_event(context)).await
    }

    fn poll_next_event(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Event, Error>>> {
        loop {
            if let Poll::Ready(Some(event)) = self.events.poll_recv(context) {
                return Poll::Ready(Some(Ok(event)));
            }
            let Some(run) = &mut self.run else {
                let outcome = self.outcome.take();
                return Poll::Ready(outcome.map(|outcome| outcome.map(|outcome| Event::Ended(Box::new(outcome)))));
            };
            match run.as_mut().poll(context) {
                // What it told last comes before its end.
                Poll::Ready(outcome) => {
                    self.run = None;
                    self.outcome = Some(outcome);
                }
                Poll::Pending => {
                    return match self.events.poll_recv(context) {
                        Poll::Ready(Some(event)) => Poll::Ready(Some(Ok(event))),
                        _ => Poll::Pending,
                    };
                }
            }
        }
    }
}

impl futures_util::Stream for RunEvents {
    type Item = Result<Event, Error>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.poll_next_event(context)
    }
}

impl std::fmt::Debug for RunEvents {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunEvents").field("running", &self.run.is_some()).finish_non_exhaustive()
    }
}
