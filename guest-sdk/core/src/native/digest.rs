//! `crypto.subtle.digest`.

use sha1::Sha1;
use sha2::{Digest, Sha256, Sha384, Sha512};

/// The digest by its name of the Web Crypto standard, or `None` for other names.
pub fn digest(name: &str, bytes: &[u8]) -> Option<Vec<u8>> {
    Some(match name {
        "SHA-1" => Sha1::digest(bytes).to_vec(),
        "SHA-256" => Sha256::digest(bytes).to_vec(),
        "SHA-384" => Sha384::digest(bytes).to_vec(),
        "SHA-512" => Sha512::digest(bytes).to_vec(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::digest;

    #[test]
    fn digests_are_those_of_the_standard() {
        let hex = |name| digest(name, b"abc").unwrap().iter().map(|byte| format!("{byte:02x}")).collect::<String>();
        assert_eq!(hex("SHA-1"), "a9993e364706816aba3e25717850c26c9cd0d89d");
        assert!(hex("SHA-256").starts_with("ba7816bf8f01cfea"));
        assert!(hex("SHA-384").starts_with("cb00753f45a35e8b"));
        assert!(hex("SHA-512").starts_with("ddaf35a193617aba"));
        assert!(digest("MD5", b"abc").is_none());
    }
}
