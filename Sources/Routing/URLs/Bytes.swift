/// UTF-8 text in memory of its own.
///
/// Not an `Array`, whose `span` needs macOS 26 and iOS 26.
typealias Bytes = ContiguousArray<UInt8>

// The unsafe code of the module: each buffer is used while the memory it is in is borrowed, and never leaves its closure.
extension String {
    /// Calls the body with the UTF-8 of the text, without a copy unless the text is a bridged one.
    @inline(__always)
    func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable({ body($0.span) }) { return result }
        var copy = self
        return copy.withUTF8 { body($0.span) }
    }
}

extension String {
    /// A copy of the bytes.
    var bytes: Bytes { Bytes(utf8) }

    /// Whether both have the same bytes; `==` takes canonically equivalent ones for equal.
    func hasSameBytes(as other: String) -> Bool { utf8.count == other.utf8.count && begins(with: other) }

    /// Whether the text begins with these bytes, also where its first character has more of them.
    func begins(with prefix: String) -> Bool {
        withSpan { own in prefix.withSpan { own.holds($0, at: 0) } }
    }

    /// A part of the text; malformed UTF-8 becomes replacement characters.
    func part(from start: Int, to end: Int? = nil) -> String {
        withSpan { $0.extracting(start..<(end ?? $0.count)).text }
    }
}

extension Bytes {
    /// The bytes with small letters for the capital ones of ASCII.
    var lowercased: Bytes { Bytes(map(\.lowercased)) }
}

extension UInt8 {
    /// The small letter for a capital one of ASCII.
    var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension Span<UInt8> {
    /// The text as a string; one of up to 15 bytes allocates nothing.
    ///
    /// Malformed UTF-8 becomes replacement characters.
    var text: String { withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) } }

    /// Whether these are the bytes from a position on, perhaps in capital or small letters.
    func holds(_ bytes: Span<UInt8>, at position: Int, ignoringCase: Bool = false) -> Bool {
        guard position >= 0, bytes.count <= count - position else { return false }
        var index = 0
        while index < bytes.count {
            if index + 8 <= bytes.count, loadWord(at: position + index) == bytes.loadWord(at: index) {
                index += 8
                continue
            }
            let (own, other) = (self[position + index], bytes[index])
            guard own == other || ignoringCase && own.lowercased == other.lowercased else { return false }
            index += 1
        }
        return true
    }

    /// Whether these are the bytes and no others, perhaps in capital or small letters.
    func equals(_ bytes: Span<UInt8>, ignoringCase: Bool = false) -> Bool {
        count == bytes.count && holds(bytes, at: 0, ignoringCase: ignoringCase)
    }

    /// Where the first character of a set is, or `end`.
    func firstIndex(of characters: ASCIISet, from start: Int, before end: Int) -> Int {
        var index = start
        while index < end, !characters.contains(self[index]) { index += 1 }
        return index
    }
}

/// Some characters of ASCII.
struct ASCIISet: ExpressibleByStringLiteral, Sendable {
    private var bits: UInt128 = 0

    init(stringLiteral characters: String) { self.init(characters.utf8) }

    init(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { bits |= 1 << UInt128(byte) }
    }

    @inline(__always)
    func contains(_ byte: UInt8) -> Bool { byte < 128 && bits &>> UInt128(byte) & 1 == 1 }

    /// These characters and others.
    func union(_ others: ASCIISet) -> ASCIISet {
        var union = self
        union.bits |= others.bits
        return union
    }
}

extension ASCIISet {
    static let digits: ASCIISet = "0123456789"
    static let letters: ASCIISet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

    /// What means nothing but itself in a URL (RFC 3986, section 2.3).
    static let unreserved = letters.union(digits).union("-._~")

    /// What no part of a URL of the web may have as it is.
    static let unsafe = ASCIISet(0...0x20).union("\"<>[\\]^`{|}")

    /// What no authority may have as it is, brackets around an address excepted.
    static let unsafeInAuthority = unsafe.union("\u{7F}")

    /// What no host may have, an address in brackets excepted: delimiters, spaces and controls.
    static let notInHost = unsafeInAuthority.union("#/:?@")
}

/// Eight bytes at a time: the first in the text is the lowest in the word.
///
/// A word of marks has the highest bit of each byte set that is searched for. Marks above the lowest may be wrong, the lowest
/// never is.
extension Span<UInt8> {
    /// The eight bytes from here on, with zeros for those behind the end.
    @inline(__always)
    func word(at index: Int) -> UInt64 {
        if index + 8 <= count { return loadWord(at: index) }
        if count >= 8 { return loadWord(at: count - 8) &>> UInt64(8 * (index + 8 - count)) }
        var word: UInt64 = 0
        var position = count - 1
        while position >= index {
            word = word &<< 8 | UInt64(self[position])
            position -= 1
        }
        return word
    }

    /// Where the first byte is that has a mark, or `end`; `marks` gets one word after the other.
    @inline(__always)
    func firstIndex(from start: Int, before end: Int, marks: (UInt64) -> UInt64) -> Int {
        var index = start
        while index < end {
            let found = marks(word(at: index))
            if found != 0 { return Swift.min(index + found.trailingZeroBitCount / 8, end) }
            index += 8
        }
        return end
    }

    /// Where the first of these bytes is, or `end`.
    func firstIndex(of byte: UInt8, from start: Int, before end: Int) -> Int {
        firstIndex(from: start, before: end) { $0.marks(of: byte) }
    }

    /// The load is checked against the bounds, and any eight bytes are an integer.
    func loadWord(at index: Int) -> UInt64 {
        UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
    }
}

extension UInt64 {
    /// Marks the bytes that equal this one.
    @inline(__always)
    func marks(of byte: UInt8) -> UInt64 { (self ^ (UInt64(byte) &* 0x0101_0101_0101_0101)).marks(below: 1) }

    /// Marks the bytes that end a part of a URL, begin an escape or may have to be encoded, and a few that are nothing of this.
    var marksOfDelimiters: UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // `{|}~` and, with the bit of small letters, `[\]^_`; then `<=>?`.
        let brackets = ((self | ones &* 0x20) & (ones &* 0x7F) &+ ones &* 5) & ~self & (ones &* 0x80)
        return marks(below: 0x26) | marks(of: UInt8(ascii: "`")) | brackets | (self | ones &* 3).marks(of: 0x3F)
    }

    /// Marks the bytes that are smaller than this one, which is no more than 128.
    @inline(__always)
    func marks(below byte: UInt8) -> UInt64 {
        (self &- UInt64(byte) &* 0x0101_0101_0101_0101) & ~self & 0x8080_8080_8080_8080
    }
}
