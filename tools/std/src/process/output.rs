//! What a program wrote: the head and the tail, however much it was.

use std::collections::VecDeque;

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
    /// All bytes.
    pub(super) total: u64,
}

impl Output {
    pub(super) fn new(most: usize) -> Self {
        Self { half: most / 2, ..Self::default() }
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
        let (head, rest) = bytes.split_at(bytes.len().min(self.half - self.head.len()));
        self.head.extend_from_slice(head);
        self.tail.extend(rest);
        self.tail.drain(..self.tail.len().saturating_sub(self.half));
    }

    /// The text, with a word on what is missing.
    pub(super) fn text(mut self) -> String {
        let left_out = self.total - (self.head.len() + self.tail.len()) as u64;
        let tail = self.tail.make_contiguous();
        if left_out == 0 {
            self.head.extend_from_slice(tail);
            return String::from_utf8_lossy(&self.head).into_owned();
        }
        let (head, tail) = (String::from_utf8_lossy(&self.head), String::from_utf8_lossy(tail));
        format!("{head}\n… {left_out} bytes are left out …\n{tail}")
    }
}
