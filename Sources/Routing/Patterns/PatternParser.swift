/// Reads the text of a pattern from left to right, once: a host, segments and groups, query requirements.
struct PatternParser {
    let text: String
    let bytes: Bytes
    let types: [ParameterType]

    /// What is read next.
    var index = 0

    var isInQuery = false

    var host: HostPattern?
    var query: [QueryRequirement] = []
    var parameters: [RouteParameter] = []
    private(set) var elements: [PatternElement] = []

    /// Where in the text each element begins.
    private(set) var offsets: [Int] = []

    private var names: [Range<Int>] = []
    private var openGroups: [Int] = []
    private var segmentCount = 0

    init(_ text: String, types: [ParameterType]) {
        self.text = text
        self.types = types
        bytes = text.utf8.count > RoutePattern.maximumLength ? [] : text.bytes
    }

    mutating func parse() throws(RoutePatternError) {
        guard text.utf8.count <= RoutePattern.maximumLength else {
            throw error(.tooLong, at: RoutePattern.maximumLength)
        }
        if bytes.count > 1 && isNext("/") && bytes[1] == UInt8(ascii: "/") { try parseHost() }
        try parsePath()
        if let open = openGroups.last { throw error(.unbalancedParenthesis, at: open) }
        if index < bytes.count { try parseQuery() }
    }

    func error(_ reason: RoutePatternError.Reason, at offset: Int) -> RoutePatternError {
        RoutePatternError(reason: reason, offset: offset, pattern: text)
    }

    private mutating func parsePath() throws(RoutePatternError) {
        var isSegmentExpected = index == 0
        while let byte = byte(at: index), byte != UInt8(ascii: "?") {
            switch byte {
            case UInt8(ascii: "/"):
                try parseSlash()
                isSegmentExpected = true
            case UInt8(ascii: "("):
                openGroups.append(index)
                append(.groupStart, at: index)
                index += 1
            case UInt8(ascii: ")"):
                try closeGroup()
            default:
                guard isSegmentExpected else { throw error(.partialSegmentGroup, at: index) }
                try parseWholeSegment()
                isSegmentExpected = false
            }
        }
        if let open = openGroups.last, index < bytes.count, bytes[open...].contains(UInt8(ascii: ")")) {
            throw error(.queryBeforeEnd, at: index)
        }
    }

    private mutating func parseSlash() throws(RoutePatternError) {
        if index > 0, bytes[index - 1] == UInt8(ascii: "/") { throw error(.emptySegment, at: index) }
        index += 1
    }

    private mutating func closeGroup() throws(RoutePatternError) {
        guard let open = openGroups.popLast() else { throw error(.unbalancedParenthesis, at: index) }
        guard elements.last != .groupStart else { throw error(.emptyGroup, at: open) }
        append(.groupEnd, at: index)
        index += 1
    }

    private mutating func parseWholeSegment() throws(RoutePatternError) {
        segmentCount += 1
        guard segmentCount <= RoutePattern.maximumSegments else { throw error(.tooManySegments, at: index) }
        let start = index
        append(.segment(try parseSegment()), at: start)
    }

    private mutating func append(_ element: PatternElement, at offset: Int) {
        elements.append(element)
        offsets.append(offset)
    }

    /// Notes a name, which may stand in a pattern once.
    mutating func declare(_ range: Range<Int>) throws(RoutePatternError) -> String {
        // Few enough to compare with each: at most one for a segment.
        guard !names.contains(where: { bytes[$0] == bytes[range] }) else {
            throw error(.repeatedName, at: range.lowerBound)
        }
        names.append(range)
        return String(decoding: bytes[range], as: UTF8.self)
    }
}

extension PatternParser {
    /// The byte at an index, or `nil` behind the end.
    func byte(at index: Int) -> UInt8? {
        index < bytes.count ? bytes[index] : nil
    }

    /// Whether this character comes next.
    func isNext(_ character: Unicode.Scalar) -> Bool {
        byte(at: index) == UInt8(ascii: character)
    }

    /// Moves on if this character comes next.
    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard isNext(character) else { return false }
        index += 1
        return true
    }

    /// Where the name ends that begins at `start`; `start` itself when there is none.
    func endOfName(from start: Int) -> Int {
        var position = start
        while let byte = byte(at: position), byte.isNameByte(first: position == start) { position += 1 }
        return position
    }

    /// The text of a range as a URL decodes it; in a query a plus is a space.
    func decoded(_ range: Range<Int>) throws(RoutePatternError) -> Bytes {
        if let invalid = PercentCoding.firstInvalid(in: bytes.span, from: range.lowerBound, to: range.upperBound) {
            throw error(.invalidEncoding, at: invalid)
        }
        return PercentCoding.decoded(bytes.span, range, plusIsSpace: isInQuery)
    }
}

extension Bytes {
    /// Where the first of these characters is, or `end`.
    func firstIndex(of characters: ASCIISet, from start: Int, before end: Int) -> Int {
        span.firstIndex(of: characters, from: start, before: end)
    }
}

extension ASCIISet {
    /// What ends a segment.
    static let segmentEnd: ASCIISet = "/()?"
}

extension UInt8 {
    /// Whether a name may have this byte: `[A-Za-z_][A-Za-z0-9_]*`.
    func isNameByte(first: Bool) -> Bool {
        isOne(of: .letters) || self == UInt8(ascii: "_") || !first && isOne(of: .digits)
    }
}
