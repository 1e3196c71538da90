//! Property keys of the engine that were made before: rows of a table have the same few again and again.

use super::text::Text;

/// How many are remembered.
const KEYS: usize = 64;

/// The keys by a hash of their text.
#[derive(Debug)]
pub struct Keys<K>(Vec<Option<(Box<[u8]>, K)>>);

impl<K: Clone> Keys<K> {
    /// The key of a text: the one that was made for it the last time, or a new one.
    pub fn get(&mut self, text: Text<'_>, make: impl FnOnce(Text<'_>) -> K) -> K {
        let slot = text.bytes.iter().fold(text.bytes.len(), |hash, byte| hash.wrapping_mul(31) + usize::from(*byte));
        let slot = slot % KEYS;
        if let Some((known, key)) = &self.0[slot]
            && **known == *text.bytes
        {
            return key.clone();
        }
        let key = make(text);
        self.0[slot] = Some((text.bytes.into(), key.clone()));
        key
    }
}

impl<K: Clone> Default for Keys<K> {
    fn default() -> Self {
        Self(vec![None; KEYS])
    }
}
