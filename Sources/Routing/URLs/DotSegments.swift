/// The segments `.` and `..`, also where their dots are escaped, and what RFC 3986, section 5.2.4, makes of them.
enum DotSegments {
    /// The number of dots if the segment that begins here is a dot segment, else 0.
    static func dots(in bytes: Span<UInt8>, from start: Int, before end: Int) -> Int {
        var index = start
        var count = 0
        while index < end, count < 3, bytes[index] != UInt8(ascii: "/") {
            guard PercentCoding.nextByte(of: bytes, at: &index, before: end) == UInt8(ascii: ".") else { return 0 }
            count += 1
        }
        return count < 3 ? count : 0
    }

    /// The path without them, beginning with a slash.
    ///
    /// Linear in the path.
    static func removed(from bytes: Span<UInt8>, _ start: Int, _ end: Int) -> String {
        var result: [UInt8] = []
        var index = start < end && bytes[start] == UInt8(ascii: "/") ? start + 1 : start
        while index <= end {
            let segmentEnd = bytes.firstSlash(from: index, before: end)
            let dots = dots(in: bytes, from: index, before: segmentEnd)
            if dots == 2 { result.removeLast(result.reversed().prefixLengthThroughSlash) }
            if dots == 0 {
                result.append(UInt8(ascii: "/"))
                for position in index..<segmentEnd { result.append(bytes[position]) }
            } else if segmentEnd == end {
                result.append(UInt8(ascii: "/"))
            }
            index = segmentEnd + 1
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension Sequence<UInt8> {
    /// How many bytes there are up to the first slash, that included.
    fileprivate var prefixLengthThroughSlash: Int {
        var length = 0
        for byte in self {
            length += 1
            if byte == UInt8(ascii: "/") { break }
        }
        return length
    }
}
