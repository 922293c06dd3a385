/// UTF-8 text in memory of its own.
///
/// Not an `Array`, whose `span` needs macOS 26 and iOS 26.
typealias Bytes = ContiguousArray<UInt8>

// The unsafe code of the module: each buffer is used while the memory it is in is borrowed, and never leaves its closure.
extension String {
    /// Calls the body with the UTF-8 of the text, without a copy unless the text is a bridged one.
    @inline(__always)
    func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        unsafe utf8.withContiguousStorageIfAvailable { unsafe body($0.span) } ?? body(bytes.span)
    }
}

extension String {
    /// A copy of the bytes.
    @inline(never)
    var bytes: Bytes { Bytes(utf8) }

    /// Returns whether both have the same bytes; `==` takes canonically equivalent ones for equal.
    @inline(never)
    func hasSameBytes(as other: String) -> Bool { utf8.count == other.utf8.count && begins(with: other) }

    /// Returns whether the text begins with these bytes, also where its first character has more of them.
    @inline(never)
    func begins(with prefix: String) -> Bool {
        withSpan { own in prefix.withSpan { own.holds($0, at: 0) } }
    }

    /// A part of the text; malformed UTF-8 becomes replacement characters.
    @inline(never)
    func part(from start: Int, to end: Int? = nil) -> String {
        withSpan { $0.extracting(start..<(end ?? $0.count)).text }
    }
}

extension [String: String] {
    /// The value of a key with these bytes; the subscript also finds the value of a canonically equivalent key.
    func value(ofKey key: String) -> String? {
        guard let index = index(forKey: key), self[index].key.hasSameBytes(as: key) else { return nil }
        return self[index].value
    }
}

extension Bytes {
    /// The bytes with the letters of ASCII in lowercase.
    var lowercased: Bytes {
        var bytes = self
        for index in bytes.indices { bytes[index] = bytes[index].lowercased }
        return bytes
    }
}

extension UInt8 {
    /// The lowercase letter for an uppercase one of ASCII.
    var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}

extension Span<UInt8> {
    /// The text as a string; one of up to 15 bytes allocates nothing.
    ///
    /// Malformed UTF-8 becomes replacement characters.
    var text: String { unsafe withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) } }

    /// Returns whether these are the bytes from a position on, perhaps in another case.
    func holds(_ bytes: Span<UInt8>, at position: Int, ignoringCase: Bool = false) -> Bool {
        guard position >= 0, bytes.count <= count - position else { return false }
        var index = 0
        while index < bytes.count {
            if index + 8 <= bytes.count, loadWord(at: position + index) == bytes.loadWord(at: index) {
                index += 8
                continue
            }
            let own = self[position + index]
            let other = bytes[index]
            guard own == other || ignoringCase && own.lowercased == other.lowercased else { return false }
            index += 1
        }
        return true
    }

    /// Returns whether these are the bytes and no others, perhaps in another case.
    func equals(_ bytes: Span<UInt8>, ignoringCase: Bool = false) -> Bool {
        count == bytes.count && holds(bytes, at: 0, ignoringCase: ignoringCase)
    }

    /// The number that the text is, as `Int(text)` reads it, or `nil` when it is none or does not fit into a word.
    var wholeNumber: Int128? {
        let isSigned = count > 1 && (self[0] == UInt8(ascii: "-") || self[0] == UInt8(ascii: "+"))
        guard !isEmpty else { return nil }
        var number: Int128 = 0
        for index in (isSigned ? 1 : 0)..<count {
            guard ASCIISet.digits.contains(self[index]) else { return nil }
            number = number &* 10 &+ Int128(self[index] &- UInt8(ascii: "0"))
            guard number <= Int128(UInt.max) else { return nil }
        }
        return self[0] == UInt8(ascii: "-") ? -number : number
    }

    /// Returns the index of the first character of a set, or `end`.
    func firstIndex(of characters: ASCIISet, from start: Int, before end: Int) -> Int {
        var index = start
        while index < end, !characters.contains(self[index]) { index += 1 }
        return index
    }
}

/// Eight bytes at a time: the first in the text is the lowest in the word.
///
/// A word of marks has the highest bit of each byte set that is searched for. Marks above the lowest may be wrong, the
/// lowest never is.
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

    /// Returns the index of the first byte that has a mark, or `end`; `marks` is called with one word after the other.
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

    /// Returns the index of the first of these bytes, or `end`.
    func firstIndex(of byte: UInt8, from start: Int, before end: Int) -> Int {
        firstIndex(from: start, before: end) { $0.marks(of: byte) }
    }

    /// The load is checked against the bounds, and any eight bytes are an integer.
    func loadWord(at index: Int) -> UInt64 {
        unsafe UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
    }
}

extension UInt64 {
    /// Marks the bytes that equal this one.
    func marks(of byte: UInt8) -> UInt64 { (self ^ (UInt64(byte) &* 0x0101_0101_0101_0101)).marks(below: 1) }

    /// Marks the bytes that end a part of a URL, begin an escape or may have to be encoded, and a few that are nothing
    /// of this.
    var marksOfDelimiters: UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        // `{|}~` and, with the bit of small letters, `[\]^`; then `<`, and `>?`.
        let low = (self | ones &* 0x20) & (ones &* 0x7F)
        let brackets = (low &+ ones &* 5) & ~(low &+ ones) & ~self & (ones &* 0x80)
        return marks(below: 0x26) | marks(of: UInt8(ascii: "`")) | brackets | marks(of: UInt8(ascii: "<"))
            | (self | ones).marks(of: 0x3F)
    }

    /// Marks all bytes but letters and dots; none of the marks is wrong.
    var marksOfAllButLettersAndDots: UInt64 {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let low = (self | ones &* 0x20) & (ones &* 0x7F)
        let letters = (low &+ ones &* 0x1F) & ~(low &+ ones &* 5)
        let others = ((self ^ (ones &* 0x2E)) & (ones &* 0x7F)) &+ ones &* 0x7F
        return (others & ~letters | self) & (ones &* 0x80)
    }

    /// Marks the bytes that are smaller than this one, which is no more than 128.
    func marks(below byte: UInt8) -> UInt64 {
        (self &- UInt64(byte) &* 0x0101_0101_0101_0101) & ~self & 0x8080_8080_8080_8080
    }
}

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
