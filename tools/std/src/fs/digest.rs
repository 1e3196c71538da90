//! What a file holds, in short: its length and its SHA-256.

use std::io::{self, Read};

use sha2::{Digest as _, Sha256};

/// How much of a file is in memory at once, in bytes.
const CHUNK_BYTES: usize = 64 << 10;

/// A content, by which it is known again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Digest {
    pub(super) bytes: u64,
    /// In hexadecimal.
    pub(super) sha256: String,
}

impl Digest {
    pub(super) fn of(content: &[u8]) -> Self {
        Self { bytes: content.len() as u64, sha256: format!("{:x}", Sha256::digest(content)) }
    }
}

/// Reads a file to its end, a part at a time.
pub(super) fn digest(file: &mut impl Read) -> io::Result<Digest> {
    let (mut bytes, mut hasher) = (0, Sha256::new());
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        match file.read(&mut chunk) {
            Ok(0) => break,
            Ok(read) => {
                bytes += read as u64;
                hasher.update(chunk.get(..read).unwrap_or_default());
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(Digest { bytes, sha256: format!("{:x}", hasher.finalize()) })
}
