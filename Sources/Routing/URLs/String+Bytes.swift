extension String {
    /// Calls the body with the UTF-8 of the text, without a copy if the text is a native one.
    @inline(__always)
    func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable({ body($0.span) }) { return result }
        var native = self
        return native.withUTF8 { body($0.span) }
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
    /// Whether both have the same bytes; `==` takes canonically equivalent ones for equal.
    @inline(never)
    func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// Whether the text begins with these bytes, also where its first character has more of them.
    @inline(never)
    func begins(with bytes: String) -> Bool { utf8.starts(with: bytes.utf8) }

    /// Whether the bytes are those of the text.
    @inline(never)
    func isSpelled(_ bytes: ArraySlice<UInt8>) -> Bool { utf8.elementsEqual(bytes) }
}

extension UInt8 {
    /// Whether this is one of some characters of ASCII.
    @inline(never)
    func isOne(of characters: String) -> Bool { characters.utf8.contains(self) }
}

extension String {
    /// Calls the body with the UTF-8 of the text, without a copy if the text is a native one.
    @inline(__always)
    func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        return withCopiedBytes(body)
    }

    @inline(never)
    private func withCopiedBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var native = self
        return native.withUTF8(body)
    }
}
