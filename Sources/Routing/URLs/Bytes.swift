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
