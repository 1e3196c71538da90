//! What an address is: of the public network, of this machine, of a private network, or none that a script should ever reach.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// What an address is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Public,
    /// This machine.
    Loopback,
    /// A private network: RFC 1918, unique local addresses, and the shared addresses of carriers.
    Private,
    /// Link-local, multicast, reserved, for documentation, a tunnel, or a cloud's metadata service.
    Never,
}

/// Which addresses the entry of a host lets its name lead to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    Public,
    /// The entry is a name of this machine.
    Loopback,
    /// The operator said so.
    Private,
    /// The entry is an address.
    Exactly(IpAddr),
}

impl Reach {
    /// Whether a connection to an address may be made. Sole place where that is decided.
    pub(super) fn permits(self, address: IpAddr) -> bool {
        match (self, kind(address)) {
            (_, Kind::Never) => false,
            (Self::Exactly(one), _) => one == address,
            (Self::Public, kind) => kind == Kind::Public,
            (Self::Loopback, kind) => kind == Kind::Loopback,
            (Self::Private, _) => true,
        }
    }
}

/// Metadata services of clouds outside of the link-local addresses: one among public addresses, one among the carriers', one
/// among the unique local ones.
const METADATA_V4: [Ipv4Addr; 2] = [Ipv4Addr::new(168, 63, 129, 16), Ipv4Addr::new(100, 100, 100, 200)];
const METADATA_V6: Ipv6Addr = Ipv6Addr::new(0xfd00, 0xec2, 0, 0, 0, 0, 0, 0x254);

/// What an address is. What is not known to be of the public network is not.
pub(super) fn kind(address: IpAddr) -> Kind {
    match address {
        IpAddr::V4(address) => kind_of_v4(address),
        IpAddr::V6(address) => kind_of_v6(address),
    }
}

fn kind_of_v4(address: Ipv4Addr) -> Kind {
    match address.octets() {
        _ if METADATA_V4.contains(&address) => Kind::Never,
        [127, ..] => Kind::Loopback,
        [10, ..] | [172, 16..=31, ..] | [192, 168, ..] | [100, 64..=127, ..] => Kind::Private,
        // "This network", link-local, protocol assignments, documentation, relays, benchmarks, multicast and reserved.
        [0 | 224.., ..]
        | [169, 254, ..]
        | [192, 0, 0 | 2, _]
        | [192, 88, 99, _]
        | [198, 18..=19, ..]
        | [198, 51, 100, _]
        | [203, 0, 113, _] => Kind::Never,
        _ => Kind::Public,
    }
}

fn kind_of_v6(address: Ipv6Addr) -> Kind {
    if let Some(inner) = address.to_ipv4_mapped() {
        return kind_of_v4(inner);
    }
    match address.segments() {
        [0, 0, 0, 0, 0, 0, 0, 1] => Kind::Loopback,
        // NAT64: a network without IPv4 reaches public IPv4 addresses so. Others are not reached through it.
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            let [a, b] = high.to_be_bytes();
            let [c, d] = low.to_be_bytes();
            if kind_of_v4(Ipv4Addr::new(a, b, c, d)) == Kind::Public { Kind::Public } else { Kind::Never }
        }
        _ if address == METADATA_V6 => Kind::Never,
        [0xfc00..=0xfdff, ..] => Kind::Private,
        // Protocol assignments with Teredo, documentation, 6to4, documentation again.
        [0x2001, 0..=0x1ff | 0xdb8, ..] | [0x2002, ..] | [0x3fff, 0..=0xfff, ..] => Kind::Never,
        // All that was ever given out.
        [0x2000..=0x3fff, ..] => Kind::Public,
        _ => Kind::Never,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind_of(text: &str) -> Kind {
        kind(text.parse().expect(text))
    }

    #[test]
    fn addresses_are_told_apart() {
        for public in
            ["1.1.1.1", "93.184.216.34", "172.32.0.1", "2606:4700::1111", "64:ff9b::101:101", "::ffff:1.1.1.1"]
        {
            assert_eq!(kind_of(public), Kind::Public, "{public}");
        }
        for loopback in ["127.0.0.1", "127.255.0.1", "::1", "::ffff:127.0.0.1"] {
            assert_eq!(kind_of(loopback), Kind::Loopback, "{loopback}");
        }
        for private in
            ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "fd12::1", "::ffff:10.0.0.1"]
        {
            assert_eq!(kind_of(private), Kind::Private, "{private}");
        }
        for never in [
            "0.0.0.0",
            "0.1.2.3",
            "169.254.169.254",
            "168.63.129.16",
            "100.100.100.200",
            "192.0.0.192",
            "192.0.2.1",
            "198.18.0.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::7f00:1",
            "::ffff:169.254.169.254",
            "64:ff9b::7f00:1",
            "64:ff9b::a9fe:a9fe",
            "64:ff9b:1::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "2002:a9fe:a9fe::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "fd00:ec2::254",
            "100::1",
        ] {
            assert_eq!(kind_of(never), Kind::Never, "{never}");
        }
    }

    #[test]
    fn what_an_entry_reaches() {
        let is = |reach: Reach, text: &str| reach.permits(text.parse().expect(text));
        assert!(is(Reach::Public, "1.1.1.1") && !is(Reach::Public, "10.0.0.1") && !is(Reach::Public, "127.0.0.1"));
        assert!(is(Reach::Loopback, "::1") && !is(Reach::Loopback, "1.1.1.1") && !is(Reach::Loopback, "10.0.0.1"));
        assert!(is(Reach::Private, "10.0.0.1") && is(Reach::Private, "::1") && !is(Reach::Private, "169.254.169.254"));
        let one = Reach::Exactly("10.0.0.1".parse().expect("an address"));
        assert!(is(one, "10.0.0.1") && !is(one, "10.0.0.2"));
    }
}
