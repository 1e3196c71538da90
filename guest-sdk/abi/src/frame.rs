//! The frames: length-prefixed fields, little endian, read without copying and never past their end.

/// What a guest needs to start a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The script's name as shown in errors and stacks, such as `report.js`.
    pub name: String,
    /// The source, an ES module.
    pub source: String,
    /// What the script sees as the global `args`: JSON text.
    pub args: String,
    /// Nested calls of ordinary functions that are allowed.
    pub recursion: u32,
    /// Nesting of arrays and objects that arguments and replies may have.
    pub nesting: u32,
    /// The IANA name of the time zone of local dates, such as `UTC`.
    pub time_zone: String,
    /// The modules that the script may import.
    pub modules: Vec<Module>,
    /// Modules that are known but not granted, each with the sentence that says how to get it.
    pub hints: Vec<Hint>,
}

/// A module that scripts may import: [`specifier`](crate::specifier()) of its name is what they write.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Module {
    /// Of a tool module the name after `tools/`; of the host's own the whole specifier, `codemode:…`.
    pub name: String,
    /// Its tools in the order of their declaration.
    pub tools: Vec<Export>,
}

/// One tool of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Export {
    /// The JavaScript identifier under which it is exported.
    pub name: String,
    /// The index that `submit` names it by.
    pub tool: u32,
}

/// A module or global that the script cannot have, and what to do instead.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hint {
    /// The specifier, such as `tools/fs`.
    pub specifier: String,
    /// One sentence.
    pub text: String,
}

/// Why a call failed or was refused: what the script's exception is made from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    /// The exception's `name`: `ToolError` or `Refusal`.
    pub name: String,
    /// A stable code, such as `invalid_arguments`.
    pub code: String,
    /// The tool, as `module.tool`.
    pub tool: String,
    /// What went wrong and what to try.
    pub message: String,
}

/// How a run ended that did not finish.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// An [`Ending`](crate::Ending) as its number.
    pub ending: u32,
    /// The error's `name`, such as `TypeError`; empty where the thrown value is not an error.
    pub name: String,
    /// The error's `message`, or the thrown value as `console.log` would print it.
    pub message: String,
    /// Where it happened, innermost first: the script's own functions only.
    pub stack: Vec<Position>,
    /// The messages of the chain of causes, outermost first, each as `Name: message`.
    pub causes: Vec<String>,
    /// What to try, in a sentence; empty where the guest knows nothing.
    pub hint: String,
}

/// A place in the script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// The function's name; empty at the top level.
    pub function: String,
    /// The line, from 1; 0 where it is not known.
    pub line: u32,
    /// The column, from 1; 0 where it is not known.
    pub column: u32,
}

/// A frame that cannot be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameError {
    /// A field is longer than what is left of the frame.
    Short,
    /// A text field is not UTF-8.
    Utf8,
    /// Bytes are left after the last field.
    Trailing,
}

impl core::fmt::Display for FrameError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(match self {
            Self::Short => "a field is longer than the frame",
            Self::Utf8 => "a text field is not UTF-8",
            Self::Trailing => "bytes are left after the last field",
        })
    }
}

impl core::error::Error for FrameError {}

/// A type that is sent as a frame, or as part of one.
pub trait Frame: Sized {
    /// Appends the fields.
    fn write(&self, out: &mut Vec<u8>);
    /// Reads the fields in the same order.
    fn read(from: &mut Reader<'_>) -> Result<Self, FrameError>;

    /// The whole frame.
    fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write(&mut out);
        out
    }

    /// Reads a whole frame; bytes after its end are an error.
    fn from_bytes(bytes: &[u8]) -> Result<Self, FrameError> {
        let mut reader = Reader { rest: bytes };
        let value = Self::read(&mut reader)?;
        if reader.rest.is_empty() { Ok(value) } else { Err(FrameError::Trailing) }
    }
}

/// What is left of a frame.
#[derive(Clone, Copy, Debug)]
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    fn take(&mut self, len: usize) -> Result<&'a [u8], FrameError> {
        let (field, rest) = self.rest.split_at_checked(len).ok_or(FrameError::Short)?;
        self.rest = rest;
        Ok(field)
    }
}

impl Frame for u32 {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(&self.to_le_bytes());
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, FrameError> {
        let bytes = from.take(4)?.try_into().map_err(|_| FrameError::Short)?;
        Ok(Self::from_le_bytes(bytes))
    }
}

impl Frame for String {
    /// Text over 4 GiB does not exist on this boundary: callers limit it long before.
    fn write(&self, out: &mut Vec<u8>) {
        length(self.len()).write(out);
        out.extend_from_slice(self.as_bytes());
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, FrameError> {
        let len = u32::read(from)?;
        let bytes = from.take(len as usize)?;
        core::str::from_utf8(bytes).map(str::to_owned).map_err(|_| FrameError::Utf8)
    }
}

impl<T: Frame> Frame for Vec<T> {
    fn write(&self, out: &mut Vec<u8>) {
        length(self.len()).write(out);
        for item in self {
            item.write(out);
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Self, FrameError> {
        // Nothing is reserved by the announced count: each item takes at least a byte of the frame.
        let count = u32::read(from)?;
        (0..count).map(|_| T::read(from)).collect()
    }
}

fn length(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}

/// Sends a struct as its fields in order.
macro_rules! frame {
    ($name:ident { $($field:ident),+ }) => {
        impl Frame for $name {
            fn write(&self, out: &mut Vec<u8>) { $(self.$field.write(out);)+ }

            fn read(from: &mut Reader<'_>) -> Result<Self, FrameError> {
                Ok(Self { $($field: Frame::read(from)?,)+ })
            }
        }
    };
}

pub(crate) use frame;

frame!(Start { name, source, args, recursion, nesting, time_zone, modules, hints });
frame!(Module { name, tools });
frame!(Export { name, tool });
frame!(Hint { specifier, text });
frame!(Failure { name, code, tool, message });
frame!(Report { ending, name, message, stack, causes, hint });
frame!(Position { function, line, column });

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_frame_reads_back_as_it_was_written() {
        let start = Start {
            name: "a.js".into(),
            source: "print(1)".into(),
            modules: vec![Module { name: "fs".into(), tools: vec![Export { name: "read".into(), tool: 3 }] }],
            ..Start::default()
        };
        assert_eq!(Start::from_bytes(&start.to_bytes()), Ok(start));
    }

    #[test]
    fn a_frame_that_lies_about_its_lengths_is_an_error() {
        assert_eq!(String::from_bytes(&u32::MAX.to_le_bytes()), Err(FrameError::Short));
        assert_eq!(Vec::<String>::from_bytes(&u32::MAX.to_le_bytes()), Err(FrameError::Short));
        assert_eq!(u32::from_bytes(&[1, 0, 0, 0, 9]), Err(FrameError::Trailing));
        assert_eq!(String::from_bytes(&[1, 0, 0, 0, 0xff]), Err(FrameError::Utf8));
    }
}
