//! What a program wrote: the head and the tail, however much it was, and all of it where the host keeps that.

use std::collections::VecDeque;

use codemode_tool::Artifacts;
use tokio::io::{AsyncRead, AsyncReadExt as _};

/// How much is read at once, in bytes.
const CHUNK_BYTES: usize = 16 << 10;

/// What is kept of one stream.
#[derive(Default)]
pub(super) struct Output {
    /// Bytes that head and tail have each.
    half: usize,
    head: Vec<u8>,
    tail: VecDeque<u8>,
    /// Everything, as long as that may be kept; then nothing.
    whole: Vec<u8>,
    most: u64,
    /// All bytes.
    pub(super) total: u64,
}

impl Output {
    /// Keeps `shown` bytes of head and tail together, and up to `most` bytes in all.
    pub(super) fn new(shown: usize, most: u64) -> Self {
        Self { half: shown / 2, most, ..Self::default() }
    }

    /// Reads to the end. What was read so far stays when this is dropped.
    pub(super) async fn read(&mut self, mut stream: impl AsyncRead + Unpin) {
        let mut chunk = vec![0; CHUNK_BYTES];
        // A stream that fails has ended.
        while let Ok(length @ 1..) = stream.read(&mut chunk).await {
            self.add(chunk.get(..length).unwrap_or_default());
        }
    }

    fn add(&mut self, bytes: &[u8]) {
        self.total += bytes.len() as u64;
        if self.total <= self.most {
            self.whole.extend_from_slice(bytes);
        } else {
            self.whole = Vec::new();
        }
        let (head, rest) = bytes.split_at(bytes.len().min(self.half - self.head.len()));
        self.head.extend_from_slice(head);
        self.tail.extend(rest);
        self.tail.drain(..self.tail.len().saturating_sub(self.half));
    }

    /// The text, with a word on what is missing first; and the artifact that has all of it, where something is missing and the
    /// host keeps it.
    pub(super) async fn text(mut self, artifacts: &Artifacts) -> (String, Option<String>) {
        let left_out = self.total - (self.head.len() + self.tail.len()) as u64;
        let tail = self.tail.make_contiguous();
        if left_out == 0 {
            self.head.extend_from_slice(tail);
            return (String::from_utf8_lossy(&self.head).into_owned(), None);
        }
        let (head, tail) = (String::from_utf8_lossy(&self.head), String::from_utf8_lossy(tail));
        let artifact = if self.total <= self.most { artifacts.keep(self.whole).await } else { None };
        let place = artifact.as_ref().map_or_else(String::new, |id| {
            format!("; all of it is the artifact {id}: take parts of it with slice from \"codemode:artifacts\"")
        });
        let text = format!("[{left_out} of {} bytes are left out in the middle{place}]\n{head}\n…\n{tail}", self.total);
        (text, artifact)
    }
}
