/// Reads the text of a pattern from left to right, once: a host, segments and groups, query requirements.
struct PatternParser {
    let text: String
    let bytes: Bytes
    let types: [ParameterType]

    /// The index of the byte that is read next.
    var index = 0

    var isInQuery = false

    var host: PatternSegment?
    var query: [RouteParameter] = []
    var parameters: [RouteParameter] = []

    /// The different segments; a path is a list of their numbers, so that paths are compared by numbers.
    private var segments: [PatternSegment] = []

    /// The paths of the innermost open group, or of the whole pattern outside of groups.
    private var paths: [Bytes] = [[]]

    /// The groups that are open, outermost first: where each begins, and the paths before it.
    private var openGroups: [(start: Int, paths: [Bytes])] = []

    /// The names, and where each is in the text.
    private var names: [(name: String, start: Int)] = []
    private var segmentCount = 0

    init(_ text: String, types: [ParameterType]) {
        self.text = text
        self.types = types
        bytes = text.utf8.count > RoutePattern.maximumLength ? [] : text.bytes
    }

    mutating func parse() throws(RoutePatternError) {
        guard text.utf8.count <= RoutePattern.maximumLength else {
            throw error(.tooLarge, at: RoutePattern.maximumLength)
        }
        try refuseScheme()
        if text.begins(with: "//") { try parseHost() }
        try parsePath()
        if let group = openGroups.last { throw error(.unbalancedParenthesis, at: group.start) }
        if index < bytes.count { try parseQuery() }
    }

    private mutating func parsePath() throws(RoutePatternError) {
        var isSegmentExpected = index == 0
        while let byte = byte(at: index), byte != UInt8(ascii: "?") {
            switch byte {
            case UInt8(ascii: "/"):
                if index > 0, bytes[index - 1] == byte { throw error(.emptySegment, at: index) }
                index += 1
                isSegmentExpected = true
            case UInt8(ascii: "("):
                openGroups.append((index, paths))
                paths = [[]]
                index += 1
            case UInt8(ascii: ")"): try closeGroup()
            default:
                guard isSegmentExpected else { throw error(.partialSegmentGroup, at: index) }
                segmentCount += 1
                guard segmentCount <= RoutePattern.maximumSegments else { throw error(.tooLarge, at: index) }
                append(try parseSegment())
                isSegmentExpected = false
            }
        }
    }

    private mutating func append(_ segment: PatternSegment) {
        // Linear: a pattern has few segments.
        let number = segments.firstIndex(of: segment) ?? segments.count
        if number == segments.count { segments.append(segment) }
        for index in paths.indices { paths[index].append(UInt8(number)) }
    }

    /// Continues every path before a group, with and without what the group holds; equal ones are kept once, the first
    /// of them.
    ///
    /// Since a group can always be left out, a list never gets shorter, so the limit is checked as it grows.
    private mutating func closeGroup() throws(RoutePatternError) {
        guard let group = openGroups.popLast() else { throw error(.unbalancedParenthesis, at: index) }
        guard paths != [[]] else { throw error(.emptyGroup, at: group.start) }
        var known: [Bytes: Int] = [:]
        var continued: [Bytes] = []
        let ends = paths + [[]]
        for path in group.paths {
            for end in ends {
                let whole = path + end
                if known.updateValue(continued.count, forKey: whole) == nil { continued.append(whole) }
            }
            guard continued.count <= RoutePattern.maximumExpansions else { throw error(.tooLarge, at: index) }
        }
        paths = continued
        index += 1
    }

    /// Every path that the groups describe, one that takes an earlier group before one that leaves it out.
    func expansions() throws(RoutePatternError) -> [[PatternSegment]] {
        let expansions = paths.map { path in path.map { segments[Int($0)] } }
        for path in expansions {
            for case .wildcard(let name?) in path.dropLast() {
                throw error(.tailBeforeEnd, at: names.first { $0.name == name }.map { $0.start - 1 } ?? 0)
            }
        }
        return expansions
    }
}

/// One segment of a path: a literal, a parameter, both mixed, or a wildcard.
extension PatternParser {
    private mutating func parseSegment() throws(RoutePatternError) -> PatternSegment {
        let start = index
        let end = firstIndex(of: .segmentEnd, from: start)
        if skip("*") {
            guard index < end else { return .wildcard(nil) }
            let name = try parseName(or: .misplacedWildcard)
            guard index == end else { throw error(.invalidName, at: index) }
            return .wildcard(name)
        }
        var pieces: [MixedSegment.Piece] = []
        while index < end {
            guard isNext(":") else {
                let former =
                    if case .parameter(let parameter)? = pieces.last { parameter } else { RouteParameter?.none }
                pieces.append(.literal(try parseLiteral(in: start..<end, behind: former)))
                continue
            }
            if case .parameter = pieces.last { throw error(.adjacentParameters, at: index) }
            pieces.append(.parameter(try parseParameter(before: end)))
        }
        for case .literal(let bytes) in pieces.dropFirst().dropLast() where bytes.count > RoutePattern.maximumInfix {
            throw error(.tooLarge, at: start)
        }
        switch pieces[0] {
        case .parameter(let parameter) where pieces.count == 1: return .parameter(parameter)
        case .literal(let bytes) where pieces.count == 1:
            guard !bytes.isDotSegment else { throw error(.dotSegment, at: start) }
            return .literal(bytes)
        default: return .mixed(MixedSegment(pieces: pieces))
        }
    }

    /// Literal text of a segment, up to the next parameter.
    private mutating func parseLiteral(
        in segment: Range<Int>, behind parameter: RouteParameter?
    ) throws(RoutePatternError) -> Bytes {
        let start = index
        index = firstIndex(of: ":", from: start, before: segment.upperBound)
        let reserved = firstIndex(of: "*#{}<>", from: start, before: index)
        try refuseOtherSpellings(in: start..<reserved, of: segment)
        guard reserved == index else {
            try refuseBraces(at: reserved, behind: reserved == start ? parameter : nil)
            throw error(bytes[reserved] == UInt8(ascii: "*") ? .misplacedWildcard : .reservedCharacter, at: reserved)
        }
        return try decoded(start..<index)
    }

    /// A parameter: `:id`, `:{id}`, `:id:Int`, `:{page:1...99}`.
    mutating func parseParameter(before end: Int) throws(RoutePatternError) -> RouteParameter {
        let start = index
        index += 1
        let isBraced = skip("{")
        let name = try parseName(or: .invalidName)
        guard parameters.count < RoutePattern.maximumParameters else { throw error(.tooLarge, at: start) }
        var type: ParameterType?
        if skip(":") {
            type = try parseType(isBraced: isBraced, before: end)
        } else if isBraced, !skip("}") {
            throw error(index < end ? .invalidName : .unclosedBrace, at: index)
        }
        // Other routers read a name with a hyphen as one name.
        if !isBraced, isNext("-"), endOfName(from: index + 1) > index + 1 { throw error(.hyphenInName, at: index) }
        if isNext("+") { throw error(.misplacedWildcard, at: index) }
        let parameter = RouteParameter(name: name, type: type)
        parameters.append(parameter)
        return parameter
    }

    /// A name, which a pattern may have once.
    private mutating func parseName(or reason: RoutePatternError.Reason) throws(RoutePatternError) -> String {
        let start = index
        index = endOfName(from: start)
        guard index > start else { throw error(reason, at: start) }
        let name = string(start..<index)
        // Linear: a pattern has few names.
        guard !names.contains(where: { $0.name == name }) else { throw error(.repeatedName, at: start) }
        names.append((name, start))
        return name
    }
}

extension PatternParser {
    func error(
        _ reason: RoutePatternError.Reason, at offset: Int, replacement: String? = nil
    ) -> RoutePatternError {
        RoutePatternError(reason: reason, replacement: replacement, offset: offset, pattern: text)
    }

    /// The byte at an index, or `nil` behind the end.
    func byte(at index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Returns whether one of these characters comes next.
    func isNext(_ characters: ASCIISet) -> Bool { byte(at: index).map(characters.contains) ?? false }

    /// Moves on if one of these characters comes next.
    mutating func skip(_ characters: ASCIISet) -> Bool {
        guard isNext(characters) else { return false }
        index += 1
        return true
    }

    /// Returns the index of the first of these characters, or `end`.
    func firstIndex(of characters: ASCIISet, from start: Int, before end: Int? = nil) -> Int {
        bytes.span.firstIndex(of: characters, from: start, before: end ?? bytes.count)
    }

    /// Returns the end of the name that begins at `start`; `start` itself if there is none.
    func endOfName(from start: Int) -> Int { bytes.span.endOfName(from: start) }

    func string(_ range: Range<Int>) -> String { text.part(from: range.lowerBound, to: range.upperBound) }

    /// The text of a range as a URL decodes it; in a query a plus is a space.
    func decoded(_ range: Range<Int>) throws(RoutePatternError) -> Bytes {
        if let invalid = PercentCoding.firstInvalid(in: bytes.span, from: range.lowerBound, to: range.upperBound) {
            throw error(.invalidEncoding, at: invalid)
        }
        return PercentCoding.decoded(bytes.span, range, plusIsSpace: isInQuery)
    }
}

extension ASCIISet {
    /// The characters that end a segment.
    static let segmentEnd: ASCIISet = "/()?"
}

extension Span<UInt8> {
    /// Returns the end of the name that begins at `start`; `start` itself if there is none.
    func endOfName(from start: Int) -> Int {
        var end = start
        while end < count, self[end].isNameByte(first: end == start) { end += 1 }
        return end
    }
}

extension UInt8 {
    /// Returns whether a name may have this byte: `[A-Za-z_][A-Za-z0-9_]*`.
    func isNameByte(first: Bool) -> Bool {
        ASCIISet.letters.contains(self) || self == UInt8(ascii: "_") || !first && ASCIISet.digits.contains(self)
    }
}
