//! The body of a reply: taken out of its compression as it comes, and no more of it than was asked for.

use std::io::{self, Write};

use brotli_decompressor::DecompressorWriter;
use flate2::write::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};
use hyper::header::{CONTENT_ENCODING, CONTENT_LENGTH, HeaderMap};

use super::exchange::Answer;
use super::fault::Fault;

/// How many times as long as what was sent a body may become, once it is longer than [`RATIO_FROM`]. Text comes to 10,
/// tables of the same row to 100; what is beyond is made to keep a processor busy. The memory is bounded anyway.
const RATIO: u64 = 200;

/// What is shorter may be as repetitive as it likes.
const RATIO_FROM: u64 = 1 << 20;

/// How many bytes may come that unpack to less than their own number: empty blocks, comments.
const IDLE_BYTES: u64 = 1 << 20;

/// The buffer that brotli writes from, in bytes.
const BROTLI_BUFFER: usize = 16 << 10;

/// The largest window of zstd, as a power of two: 8 MiB, what RFC 9659 allows.
const ZSTD_WINDOW: u32 = 23;

/// What there is of a body.
pub(super) struct Body {
    pub(super) bytes: Vec<u8>,
    /// Whether there is more.
    pub(super) cut: bool,
    /// How long the whole is, where that is known.
    pub(super) total: Option<u64>,
    /// The encoding that it still has, since nobody here knows it.
    pub(super) unknown_encoding: Option<String>,
}

/// Reads a body until its end, or until there are more than `most` bytes of it.
pub(super) async fn read(answer: &mut Answer, most: usize) -> Result<Body, Fault> {
    let (encoding, unknown_encoding) = encoding(&answer.headers);
    let length = answer.headers.get(CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    let mut decoder = None;
    let mut sent = 0_u64;
    let mut cut = false;
    while let Some(piece) = answer.piece().await? {
        sent += piece.len() as u64;
        let decoder = decoder.get_or_insert_with(|| Decoder::new(encoding, &piece, most));
        let decoder = decoder.as_mut().map_err(|e| broken(e))?;
        let written = decoder.write_all(&piece);
        let unpacked = decoder.sink().bytes.len() as u64;
        if decoder.sink().full {
            cut = true;
        } else if let Err(e) = written {
            return Err(broken(&e));
        }
        if encoding != Encoding::Identity && unpacked > RATIO_FROM && unpacked > sent.saturating_mul(RATIO) {
            return Err(Fault::new(
                "compression",
                format!(
                    "{sent} bytes of the reply unpack to {unpacked} and more, which looks like an attack; it is refused"
                ),
            ));
        }
        if cut {
            break;
        }
        if sent > unpacked.saturating_add(IDLE_BYTES) && encoding != Encoding::Identity {
            return Err(broken(&io::Error::other("it unpacks to nothing")));
        }
    }
    let bytes = match decoder {
        None => Vec::new(),
        Some(Err(e)) => return Err(broken(&e)),
        Some(Ok(mut decoder)) => {
            if !cut && let Err(e) = decoder.end() {
                if !decoder.sink().full {
                    return Err(broken(&e));
                }
                cut = true;
            }
            decoder.take()
        }
    };
    let total = if cut { length.filter(|_| encoding == Encoding::Identity) } else { Some(bytes.len() as u64) };
    Ok(Body { bytes, cut, total, unknown_encoding })
}

fn broken(error: &io::Error) -> Fault {
    Fault::new("bad_reply", format!("the body of the reply cannot be unpacked: {error}"))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Identity,
    Gzip,
    Deflate,
    Brotli,
    Zstd,
}

/// The encoding to be undone, or the one that nobody here knows.
fn encoding(headers: &HeaderMap) -> (Encoding, Option<String>) {
    let all: Vec<&str> = headers.get_all(CONTENT_ENCODING).iter().map(|value| value.to_str().unwrap_or("?")).collect();
    let name = all.join(", ").to_ascii_lowercase();
    match name.trim() {
        "" | "identity" => (Encoding::Identity, None),
        "gzip" | "x-gzip" => (Encoding::Gzip, None),
        "deflate" => (Encoding::Deflate, None),
        "br" => (Encoding::Brotli, None),
        "zstd" => (Encoding::Zstd, None),
        name => (Encoding::Identity, Some(name.to_owned())),
    }
}

/// Keeps the first bytes.
#[derive(Default)]
struct Sink {
    bytes: Vec<u8>,
    most: usize,
    /// Whether there were more.
    full: bool,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let fits = bytes.len().min(self.most.saturating_sub(self.bytes.len()));
        self.bytes.extend_from_slice(bytes.get(..fits).unwrap_or_default());
        if fits == 0 && !bytes.is_empty() {
            self.full = true;
            return Err(io::Error::other("full"));
        }
        Ok(fits)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

enum Decoder {
    Identity(Sink),
    Gzip(MultiGzDecoder<Sink>),
    Zlib(ZlibDecoder<Sink>),
    Deflate(DeflateDecoder<Sink>),
    Brotli(Box<DecompressorWriter<Sink>>),
    Zstd(zstd::stream::write::Decoder<'static, Sink>),
}

impl Decoder {
    fn new(encoding: Encoding, beginning: &[u8], most: usize) -> io::Result<Self> {
        let sink = Sink { most, ..Sink::default() };
        Ok(match encoding {
            Encoding::Identity => Self::Identity(sink),
            Encoding::Gzip => Self::Gzip(MultiGzDecoder::new(sink)),
            // Servers mean either by the name; zlib's first byte has 8 in its lower half.
            Encoding::Deflate if beginning.first().is_some_and(|first| first & 15 == 8) => {
                Self::Zlib(ZlibDecoder::new(sink))
            }
            Encoding::Deflate => Self::Deflate(DeflateDecoder::new(sink)),
            Encoding::Brotli => Self::Brotli(Box::new(DecompressorWriter::new(sink, BROTLI_BUFFER))),
            Encoding::Zstd => {
                let mut decoder = zstd::stream::write::Decoder::new(sink)?;
                decoder.window_log_max(ZSTD_WINDOW)?;
                Self::Zstd(decoder)
            }
        })
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            Self::Identity(to) => to.write_all(bytes),
            Self::Gzip(to) => to.write_all(bytes),
            Self::Zlib(to) => to.write_all(bytes),
            Self::Deflate(to) => to.write_all(bytes),
            Self::Brotli(to) => to.write_all(bytes),
            Self::Zstd(to) => to.write_all(bytes),
        }
    }

    /// What is still inside comes out; what is missing shows.
    fn end(&mut self) -> io::Result<()> {
        match self {
            Self::Identity(_) => Ok(()),
            Self::Gzip(to) => to.try_finish(),
            Self::Zlib(to) => to.try_finish(),
            Self::Deflate(to) => to.try_finish(),
            Self::Brotli(to) => to.close(),
            Self::Zstd(to) => to.flush(),
        }
    }

    fn sink(&self) -> &Sink {
        match self {
            Self::Identity(sink) => sink,
            Self::Gzip(to) => to.get_ref(),
            Self::Zlib(to) => to.get_ref(),
            Self::Deflate(to) => to.get_ref(),
            Self::Brotli(to) => to.get_ref(),
            Self::Zstd(to) => to.get_ref(),
        }
    }

    fn take(&mut self) -> Vec<u8> {
        let sink = match self {
            Self::Identity(sink) => sink,
            Self::Gzip(to) => to.get_mut(),
            Self::Zlib(to) => to.get_mut(),
            Self::Deflate(to) => to.get_mut(),
            Self::Brotli(to) => to.get_mut(),
            Self::Zstd(to) => to.get_mut(),
        };
        // Decoders write when they are dropped, too.
        sink.most = 0;
        std::mem::take(&mut sink.bytes)
    }
}
