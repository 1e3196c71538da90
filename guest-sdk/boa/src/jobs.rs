//! The job queue: one queue, first in, first out. It never waits: what cannot go on is the host's turn.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context as TaskContext, Poll, Waker};

use boa_engine::job::{Job, JobExecutor};
use boa_engine::{Context, JsResult};

/// The queue.
#[derive(Default)]
pub(crate) struct Jobs {
    queue: RefCell<VecDeque<Job>>,
}

impl JobExecutor for Jobs {
    fn enqueue_job(self: Rc<Self>, job: Job, _: &mut Context) {
        self.queue.borrow_mut().push_back(job);
    }

    /// Runs jobs until none is left, or until one fails: an engine limit, or an exception of a microtask.
    fn run_jobs(self: Rc<Self>, context: &mut Context) -> JsResult<()> {
        while let Some(job) = self.next() {
            match job {
                Job::PromiseJob(job) => drop(job.call(context)?),
                Job::GenericJob(job) => drop(job.call(context)?),
                // The engine loads modules in such jobs, and ours are always at hand, so the first poll ends them.
                Job::AsyncJob(job) => {
                    let context = RefCell::new(&mut *context);
                    let polled = pin!(job.call(&context)).poll(&mut TaskContext::from_waker(Waker::noop()));
                    if let Poll::Ready(result) = polled {
                        result?;
                    }
                }
                // Timers are the prelude's. Clean-ups of FinalizationRegistry need never run, says the standard.
                _ => {}
            }
        }
        context.clear_kept_objects();
        Ok(())
    }
}

impl Jobs {
    fn next(&self) -> Option<Job> {
        self.queue.borrow_mut().pop_front()
    }
}
