/// A set of characters of ASCII.
struct ASCIISet: ExpressibleByStringLiteral, Sendable {
    private var bits: UInt128 = 0

    private init(bits: UInt128) { self.bits = bits }

    init(stringLiteral characters: String) {
        for byte in characters.utf8 { bits |= 1 &<< UInt128(byte) }
    }

    func contains(_ byte: UInt8) -> Bool { byte < 128 && bits &>> UInt128(byte) & 1 == 1 }

    /// These characters and others.
    func union(_ others: ASCIISet) -> ASCIISet { ASCIISet(bits: bits | others.bits) }

    /// These characters without others.
    func without(_ others: ASCIISet) -> ASCIISet { ASCIISet(bits: bits & ~others.bits) }

    /// The other characters of ASCII.
    var inverted: ASCIISet { ASCIISet(bits: ~bits) }
}

extension ASCIISet {
    static let all = ASCIISet(bits: .max)
    static let digits: ASCIISet = "0123456789"
    static let letters: ASCIISet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

    /// The characters without a meaning of their own in a URL (RFC 3986, section 2.3).
    static let unreserved = letters.union(digits).union("-._~")

    static let controlsAndSpace = ASCIISet(bits: (1 &<< 0x21) &- 1)

    /// The characters that no authority may have unescaped, except brackets around an address.
    static let unsafeInAuthority = controlsAndSpace.union("\"<>[\\]^`{|}\u{7F}")

    /// The characters that browsers encode in a query or a fragment, so that they cannot be passed on as they are.
    static let encodedByBrowsers = controlsAndSpace.union("\"<>`\u{7F}")

    /// The characters that no host may have: delimiters, spaces and controls.
    ///
    /// Brackets around an address are allowed.
    static let notInHost = unsafeInAuthority.union("#/:?@")
}
