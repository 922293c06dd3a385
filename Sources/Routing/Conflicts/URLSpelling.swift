/// Percent-encoding of decoded text for a URL that is made up.
enum URLSpelling {
    /// A host, a segment, or the key or value of a query item; everything but unreserved characters of ASCII is encoded.
    static func part(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { byte in
            byte.isUnreserved ? String(UnicodeScalar(byte)) : PatternSpelling.escape(byte)
        }.joined()
    }

    static func part(_ text: String) -> String { part(text.utf8) }
}

extension UInt8 {
    fileprivate var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~".utf8.contains(self)
        }
    }
}
