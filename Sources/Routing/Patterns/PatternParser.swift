/// Reads the text of a pattern from left to right, once.
struct PatternParser {
    private(set) var elements: [PatternElement] = []
    private(set) var parameters: [String] = []

    /// Where in the text each element begins.
    private(set) var offsets: [Int] = []

    let text: String

    private let bytes: [UInt8]
    private var names: Set<String> = []
    private var openGroups: [Int] = []
    private var segmentCount = 0
    private var index = 0

    init(_ text: String) {
        self.text = text
        bytes = text.utf8.count > RoutePattern.maximumLength ? [] : Array(text.utf8)
    }

    mutating func parse() throws(RoutePatternError) -> [PatternElement] {
        guard text.utf8.count <= RoutePattern.maximumLength else {
            throw error(.tooLong, at: RoutePattern.maximumLength)
        }
        var isSegmentExpected = true
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "/"):
                try checkSlash()
                isSegmentExpected = true
                index += 1
            case UInt8(ascii: "("):
                openGroups.append(index)
                append(.groupStart)
                index += 1
            case UInt8(ascii: ")"):
                try closeGroup()
            default:
                guard isSegmentExpected || bytes[index] == UInt8(ascii: "?") else {
                    throw error(.partialSegmentGroup, at: index)
                }
                try parseSegment()
                isSegmentExpected = false
            }
        }
        if let open = openGroups.last { throw error(.unbalancedParenthesis, at: open) }
        return elements
    }

    func error(_ reason: RoutePatternError.Reason, at offset: Int) -> RoutePatternError {
        RoutePatternError(reason: reason, offset: offset, pattern: text)
    }

    private func checkSlash() throws(RoutePatternError) {
        guard index > 0, bytes[index - 1] == UInt8(ascii: "/") else { return }
        throw error(index == 1 ? .hostPattern : .emptySegment, at: index == 1 ? 0 : index)
    }

    private mutating func append(_ element: PatternElement) {
        elements.append(element)
        offsets.append(index)
    }

    private mutating func closeGroup() throws(RoutePatternError) {
        guard let open = openGroups.popLast() else { throw error(.unbalancedParenthesis, at: index) }
        guard elements.last != .groupStart else { throw error(.emptyGroup, at: open) }
        append(.groupEnd)
        index += 1
    }

    private mutating func parseSegment() throws(RoutePatternError) {
        let end = bytes[index...].firstIndex { "/()".utf8.contains($0) } ?? bytes.count
        segmentCount += 1
        guard segmentCount <= RoutePattern.maximumSegments else { throw error(.tooManySegments, at: index) }
        if let query = bytes[index..<end].firstIndex(of: UInt8(ascii: "?")) {
            throw error(.queryRequirement, at: query)
        }
        let segment: PatternSegment =
            switch bytes[index] {
            case UInt8(ascii: ":"): try parameter(upTo: end)
            case UInt8(ascii: "*"): try wildcard(upTo: end)
            default: try literal(upTo: end)
            }
        append(.segment(segment))
        index = end
    }

    private mutating func parameter(upTo end: Int) throws(RoutePatternError) -> PatternSegment {
        let isBraced = index + 1 < end && bytes[index + 1] == UInt8(ascii: "{")
        let start = index + (isBraced ? 2 : 1)
        var nameEnd = self.nameEnd(from: start, upTo: end)
        guard nameEnd > start else { throw error(.missingName, at: start) }
        let name = try declare(start..<nameEnd)
        parameters.append(name)
        guard parameters.count <= RoutePattern.maximumParameters else { throw error(.tooManyParameters, at: index) }
        if isBraced {
            guard nameEnd < end, bytes[nameEnd] == UInt8(ascii: "}") else { throw error(.unclosedBrace, at: nameEnd) }
            nameEnd += 1
        }
        guard nameEnd < end else { return .parameter(name) }
        throw error(isBraced ? .mixedSegment : reason(following: nameEnd, upTo: end), at: nameEnd)
    }

    /// Why a parameter may not be followed by what stands here.
    private func reason(following nameEnd: Int, upTo end: Int) -> RoutePatternError.Reason {
        switch bytes[nameEnd] {
        case UInt8(ascii: "-") where self.nameEnd(from: nameEnd + 1, upTo: end) > nameEnd + 1: .hyphenInName
        case UInt8(ascii: ":"): .typedParameter
        default: .mixedSegment
        }
    }

    private mutating func wildcard(upTo end: Int) throws(RoutePatternError) -> PatternSegment {
        let start = index + 1
        guard start < end else { return .wildcard(nil) }
        let nameEnd = self.nameEnd(from: start, upTo: end)
        guard nameEnd == end else { throw error(nameEnd == start ? .mixedSegment : .invalidName, at: nameEnd) }
        return .wildcard(try declare(start..<end))
    }

    private func literal(upTo end: Int) throws(RoutePatternError) -> PatternSegment {
        if let reserved = bytes[index..<end].firstIndex(where: { ":*#{}".utf8.contains($0) }) {
            throw error(":*".utf8.contains(bytes[reserved]) ? .mixedSegment : .reservedCharacter, at: reserved)
        }
        let decoded = PercentCoding.decoded(bytes[index..<end])
        if let invalid = PercentCoding.firstInvalid(in: bytes.span, from: index, to: end) {
            throw error(.invalidEncoding, at: invalid)
        }
        guard decoded != Array(".".utf8), decoded != Array("..".utf8) else { throw error(.dotSegment, at: index) }
        return .literal(decoded)
    }

    private mutating func declare(_ range: Range<Int>) throws(RoutePatternError) -> String {
        let name = String(decoding: bytes[range], as: UTF8.self)
        guard names.insert(name).inserted else { throw error(.repeatedName, at: range.lowerBound) }
        return name
    }

    private func nameEnd(from start: Int, upTo end: Int) -> Int {
        var position = start
        while position < end, bytes[position].isNameByte(first: position == start) { position += 1 }
        return position
    }
}

extension UInt8 {
    fileprivate func isNameByte(first: Bool) -> Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): !first
        default: false
        }
    }
}
