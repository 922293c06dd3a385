/// Reads the text of a pattern from left to right, once: a host, segments and groups, query requirements.
struct PatternParser {
    let text: String
    let bytes: Bytes
    private let types: [ParameterType]

    /// The index of the byte that is read next.
    private var index = 0

    private var isInQuery = false

    private(set) var host: PatternSegment?
    private(set) var query: [RouteParameter] = []
    private(set) var parameters: [RouteParameter] = []

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
    private mutating func parseParameter(before end: Int) throws(RoutePatternError) -> RouteParameter {
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

/// The type of a value: the name of one, or in braces also a range or a choice of words.
extension PatternParser {
    /// Reads a type up to the end of its name, or through the closing brace.
    private mutating func parseType(isBraced: Bool, before end: Int) throws(RoutePatternError) -> ParameterType {
        let start = index
        let nameEnd = endOfName(from: start)
        let close = isBraced ? firstIndex(of: "}", from: start, before: end) : nameEnd
        guard close < end || !isBraced else { throw error(.unclosedBrace, at: end) }
        index = isBraced ? close + 1 : close
        let text = string(start..<close)
        func isMeant(_ type: ParameterType) -> Bool { type.name.hasSameBytes(as: text) && (isBraced || !isNext("|")) }
        if let type = ParameterType.builtIn.first(where: isMeant) ?? types.first(where: isMeant) { return type }
        // One capitalized word is a mistyped type rather than a choice of one word.
        guard isBraced, start < close, nameEnd < close || bytes[start] == bytes[start].lowercased else {
            throw error(.unknownType, at: start)
        }
        let dot = UInt8(ascii: ".")
        for dots in start..<close - 1 where bytes[dots] == dot && bytes[dots + 1] == dot {
            return try range(start..<close, dots)
        }
        return try choice(start..<close)
    }

    /// Reads a range, in which dots were found.
    private func range(_ range: Range<Int>, _ dots: Int) throws(RoutePatternError) -> ParameterType {
        func bound(_ text: Range<Int>, _ open: Int) -> Int? {
            if text.isEmpty { return open }
            guard bytes[text.lowerBound] != UInt8(ascii: "+") else { return nil }
            return bytes.span.extracting(text).wholeNumber.flatMap { Int(exactly: $0) }
        }
        let end = min(dots + 3, range.upperBound)
        guard string(dots..<end) == "...", range.count > 3,
            let lower = bound(range.lowerBound..<dots, .min), let upper = bound(end..<range.upperBound, .max),
            lower <= upper
        else { throw error(.malformedType, at: range.lowerBound) }
        return .range(lower...upper)
    }

    private func choice(_ range: Range<Int>) throws(RoutePatternError) -> ParameterType {
        // A `+` at the end is left over from a regular expression, as in `.+`.
        let last = range.upperBound - 1
        let end = bytes[last] == UInt8(ascii: "+") ? last : range.upperBound
        let reserved = firstIndex(of: "/()*:?#{}&=\\[]^$", from: range.lowerBound, before: end)
        guard reserved == range.upperBound else { throw error(.reservedCharacter, at: reserved) }
        var words: [Bytes] = []
        var start = range.lowerBound
        while start <= range.upperBound {
            let end = firstIndex(of: "|", from: start, before: range.upperBound)
            let word = try decoded(start..<end)
            guard start < end, !words.contains(word) else { throw error(.malformedType, at: start) }
            guard words.count < RoutePattern.maximumChoices else { throw error(.tooLarge, at: start) }
            words.append(word)
            start = end + 1
        }
        return .choice(words)
    }
}

/// A host: `//shop.example`, `//*.shop.example`, `//:shop`.
extension PatternParser {
    private mutating func parseHost() throws(RoutePatternError) {
        index = 2
        let end = firstIndex(of: .segmentEnd, from: index)
        host = try isNext(":") ? parseHostParameter(before: end) : parseDomain(before: end)
    }

    private mutating func parseHostParameter(before end: Int) throws(RoutePatternError) -> PatternSegment {
        var parameter = try parseParameter(before: end)
        guard index == end else { throw error(.malformedHost, at: index) }
        if case .choice(let words)? = parameter.type?.test, parameter.type?.isNamed == false {
            // Hosts are compared in lowercase.
            parameter = RouteParameter(name: parameter.name, type: .choice(words.map(\.lowercased)))
            parameters = [parameter]
        }
        return .parameter(parameter)
    }

    private mutating func parseDomain(before end: Int) throws(RoutePatternError) -> PatternSegment {
        let forbidden = ASCIISet.notInHost.union("*")
        let isSubdomain = isNext("*") && byte(at: index + 1) == UInt8(ascii: ".")
        let start = isSubdomain ? index + 2 : index
        index = firstIndex(of: forbidden, from: start, before: end)
        guard index == end else { throw error(.malformedHost, at: index) }
        let domain = try decoded(start..<end).lowercased
        var last = UInt8(ascii: ".")
        for byte in domain + [last] {
            guard !forbidden.contains(byte), byte != UInt8(ascii: ".") || byte != last else {
                throw error(.malformedHost, at: start)
            }
            last = byte
        }
        guard isSubdomain else { return .literal(domain) }
        let labelsBefore = RouteParameter(name: "", type: nil)
        return .mixed(MixedSegment(pieces: [.parameter(labelsBefore), .literal(".".bytes + domain)]))
    }
}

/// Query requirements: `?ref&page:Int&sort:{up|down}`.
extension PatternParser {
    private mutating func parseQuery() throws(RoutePatternError) {
        isInQuery = true
        repeat {
            index += 1
            let start = index
            index = firstIndex(of: "&=:{}#/()?", from: start)
            guard index > start else { throw error(.malformedQuery, at: start) }
            let key = try String(decoding: decoded(start..<index), as: UTF8.self)
            // Linear: a pattern has few requirements.
            guard !query.contains(where: { $0.name.hasSameBytes(as: key) }) else {
                throw error(.repeatedName, at: start)
            }
            guard query.count < RoutePattern.maximumQueryRequirements else { throw error(.tooLarge, at: start) }
            var type: ParameterType?
            if skip(":") { type = try parseType(isBraced: skip("{"), before: bytes.count) }
            query.append(RouteParameter(name: key, type: type))
        } while isNext("&")
        guard index == bytes.count else { throw error(.malformedQuery, at: index) }
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
    fileprivate static let segmentEnd: ASCIISet = "/()?"
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
