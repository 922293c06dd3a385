/// Finds the parts of a URL from left to right.
struct URLScanner {
    private(set) var scheme = 0..<0
    private(set) var host: Range<Int>?
    private(set) var path = 0..<0
    private(set) var query: Range<Int>?
    private(set) var fragment: Range<Int>?
    private(set) var hasDotSegments = false

    private var hasEscapes = false

    mutating func scan(_ bytes: Span<UInt8>) throws(URLTextError) {
        guard bytes.count <= URLText.maximumLength else {
            throw URLTextError(reason: .tooLong, offset: URLText.maximumLength)
        }
        try scanScheme(bytes)
        var index = scheme.upperBound + 1
        if index + 1 < bytes.count, bytes[index] == UInt8(ascii: "/"), bytes[index + 1] == UInt8(ascii: "/") {
            index = try scanAuthority(bytes, from: index + 2)
        }
        let decodedStart = host?.lowerBound ?? index
        path = scanPath(bytes, from: index)
        index = path.upperBound
        if index < bytes.count, bytes[index] == UInt8(ascii: "?") {
            let end = end(of: bytes, from: index + 1) { $0 == UInt8(ascii: "#") }
            query = index + 1..<end
            index = end
        }
        if index < bytes.count {
            fragment = index + 1..<end(of: bytes, from: index + 1) { _ in false }
        }
        guard hasEscapes else { return }
        if let invalid = PercentCoding.firstInvalid(in: bytes, from: decodedStart, to: bytes.count) {
            throw URLTextError(reason: .invalidEncoding, offset: invalid)
        }
    }

    private mutating func scanScheme(_ bytes: Span<UInt8>) throws(URLTextError) {
        var index = 0
        while index < bytes.count, bytes[index].isSchemeByte(first: index == 0) { index += 1 }
        guard index > 0, index < bytes.count, bytes[index] == UInt8(ascii: ":") else {
            throw URLTextError(reason: .noScheme, offset: index)
        }
        scheme = 0..<index
    }

    private mutating func scanAuthority(_ bytes: Span<UInt8>, from start: Int) throws(URLTextError) -> Int {
        let end = end(of: bytes, from: start) { "/?#".utf8.contains($0) }
        var hostStart = start
        for index in start..<end where bytes[index] == UInt8(ascii: "@") { hostStart = index + 1 }
        var hostEnd = hostStart
        if hostStart < end, bytes[hostStart] == UInt8(ascii: "[") {
            while hostEnd < end, bytes[hostEnd] != UInt8(ascii: "]") { hostEnd += 1 }
            guard hostEnd < end else { throw URLTextError(reason: .invalidAuthority, offset: hostStart) }
            hostEnd += 1
        } else {
            while hostEnd < end, bytes[hostEnd].isHostByte { hostEnd += 1 }
        }
        host = hostStart..<hostEnd
        guard hostEnd < end else { return end }
        guard bytes[hostEnd] == UInt8(ascii: ":") else {
            throw URLTextError(reason: .invalidAuthority, offset: hostEnd)
        }
        for index in hostEnd + 1..<end where !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) {
            throw URLTextError(reason: .invalidAuthority, offset: index)
        }
        return end
    }

    private mutating func scanPath(_ bytes: Span<UInt8>, from start: Int) -> Range<Int> {
        let end = end(of: bytes, from: start) { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        var isSegmentStart = true
        for index in start..<end {
            let byte = bytes[index]
            if isSegmentStart, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "%") {
                hasDotSegments = hasDotSegments || DotSegments.dots(in: bytes, from: index, before: end) > 0
            }
            isSegmentStart = byte == UInt8(ascii: "/")
        }
        return start..<end
    }

    private mutating func end(of bytes: Span<UInt8>, from start: Int, where isEnd: (UInt8) -> Bool) -> Int {
        var index = start
        while index < bytes.count, !isEnd(bytes[index]) {
            hasEscapes = hasEscapes || bytes[index] == UInt8(ascii: "%")
            index += 1
        }
        return index
    }
}

extension UInt8 {
    fileprivate func isSchemeByte(first: Bool) -> Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): !first
        default: false
        }
    }

    /// Whether a host may have this byte; a colon, brackets, spaces and controls are none.
    fileprivate var isHostByte: Bool {
        self > 0x20 && self != 0x7F && !":[]<>\"\\^`{|}".utf8.contains(self)
    }
}
