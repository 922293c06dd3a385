/// UTF-8 text in memory of its own.
///
/// Not an `Array`, whose `span` needs macOS 26 and iOS 26.
typealias Bytes = ContiguousArray<UInt8>

extension String {
    /// Calls the body with the UTF-8 of the text, without a copy if the text is a native one.
    @inline(__always)
    func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        withBytes { body($0.span) }
    }

    /// Calls the body with the UTF-8 of the text, without a copy if the text is a native one.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        return withCopiedBytes(body)
    }

    @inline(never)
    private func withCopiedBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        bytes.withUnsafeBufferPointer(body)
    }

    /// Calls the body with the UTF-8 of a text that is a native one, as those are that Swift itself made.
    ///
    /// The code for another one is left out, which is as much again where this is inlined.
    @inline(__always)
    func withNativeBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        guard let result = utf8.withContiguousStorageIfAvailable(body) else {
            preconditionFailure("The text is no native one.")
        }
        return result
    }

    /// Makes a text of some of the bytes as they are; one of up to 15 bytes allocates nothing.
    ///
    /// Malformed UTF-8 comes out as replacement characters.
    @inline(__always)
    init(_ bytes: Span<UInt8>, from start: Int, to end: Int) {
        // The buffer lives as long as the span, and does not leave the closure; the bounds are checked when it is sliced.
        self = bytes.extracting(start..<end).withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }
}

// Not inlined: looking at the bytes of a text is large code where it is done.
extension String {
    /// A copy of the bytes.
    @inline(never)
    var bytes: Bytes { Bytes(utf8) }

    /// Whether both have the same bytes; `==` takes canonically equivalent ones for equal.
    @inline(never)
    func hasSameBytes(as other: String) -> Bool { utf8.count == other.utf8.count && begins(with: other) }

    /// Whether the text begins with these bytes, also where its first character has more of them.
    @inline(never)
    func begins(with bytes: String) -> Bool {
        withSpan { own in
            bytes.withSpan { bytes in
                own.count >= bytes.count && own.hasSameBytes(0..<bytes.count, as: bytes) { _ in 0 }
            }
        }
    }

    /// Whether the bytes are those of the text.
    @inline(never)
    func isSpelled(_ bytes: ArraySlice<UInt8>) -> Bool {
        withSpan { own in own.hasSameBytes(0..<own.count, as: bytes.span) { _ in 0 } }
    }

    /// Where the first of these bytes stands, or `nil`.
    @inline(never)
    func firstOffset(of byte: UInt8) -> Int? {
        withSpan { bytes in
            let index = bytes.firstIndex(of: byte, from: 0, before: bytes.count)
            return index < bytes.count ? index : nil
        }
    }

    /// A part of the text; malformed UTF-8 comes out as replacement characters.
    @inline(never)
    func part(from start: Int, to end: Int? = nil) -> String {
        withSpan { String($0, from: start, to: end ?? $0.count) }
    }

    /// The text, or what begins it in so many bytes.
    @inline(never)
    func shortened(to count: Int) -> String {
        withSpan { bytes in
            var end = Swift.min(count, bytes.count)
            while end > 0, end < bytes.count, bytes[end] & 0xC0 == 0x80 { end -= 1 }
            return String(bytes, from: 0, to: end)
        }
    }
}

extension String {
    /// The text with values, as they can be printed, in place of `{0}`, `{1}` and so on.
    ///
    /// Errors say what they mean in this way, since each interpolation takes ten times the code of its text.
    @inline(never)
    func filled(_ values: [String]) -> String {
        var result = ""
        var start = 0
        let bytes = bytes
        for index in bytes.indices where bytes[index] == UInt8(ascii: "{") {
            result += part(from: start, to: index) + values[Int(bytes[index + 1] & 0x0F)].printed
            start = index + 3
        }
        return result + part(from: start)
    }
}

extension String? {
    /// Whether both have the same bytes, or both are `nil`.
    func hasSameBytes(as other: String?) -> Bool { self?.bytes == other?.bytes }
}

extension [String] {
    /// Whether the texts have the same bytes.
    func haveSameBytes(as others: [String]) -> Bool {
        count == others.count && zip(self, others).allSatisfy { $0.hasSameBytes(as: $1) }
    }

    /// The texts, sorted.
    @inline(never)
    var inOrder: [String] { sorted() }
}

extension Bytes {
    /// The bytes with small letters for the capital ones of ASCII.
    @inline(never)
    var lowercased: Bytes {
        var bytes = self
        for index in bytes.indices { bytes[index] = bytes[index].lowercased }
        return bytes
    }
}

extension UInt8 {
    /// Whether this is one of some characters of ASCII.
    @inline(never)
    func isOne(of characters: String) -> Bool { characters.firstOffset(of: self) != nil }
}

extension UInt8 {
    /// The small letter, if this is a capital one of ASCII.
    @inline(__always) var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
