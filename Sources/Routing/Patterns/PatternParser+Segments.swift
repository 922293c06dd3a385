/// A host: `//shop.example`, `//*.shop.example`, `//:shop`.
extension PatternParser {
    mutating func parseHost() throws(RoutePatternError) {
        index = 2
        let end = bytes.firstIndex(of: .segmentEnd, from: index, before: bytes.count)
        host = isNext(":") ? try parseHostParameter(before: end) : try parseDomain(before: end)
    }

    private mutating func parseHostParameter(before end: Int) throws(RoutePatternError) -> HostPattern {
        let parameter = try parseParameter(before: end)
        guard index == end else { throw error(.malformedHost, at: index) }
        guard let type = parameter.type, case .choice(let words) = type.test, !type.isNamed else {
            return .parameter(parameter)
        }
        // A host is compared in small letters.
        let lowercased = ParameterType.choice(words.map(\.lowercased), besides: types)
        parameters = [RouteParameter(name: parameter.name, type: lowercased)]
        return .parameter(parameters[0])
    }

    private mutating func parseDomain(before end: Int) throws(RoutePatternError) -> HostPattern {
        let isSubdomain = index + 1 < end && isNext("*") && bytes[index + 1] == UInt8(ascii: ".")
        let start = isSubdomain ? index + 2 : index
        let reserved = bytes.firstIndex(of: "*:@#{}[]<>\\^|", from: start, before: end)
        guard reserved == end else { throw error(.malformedHost, at: reserved) }
        let domain = try decoded(start..<end).lowercased
        guard !domain.contains(where: \.isForbiddenInHost) else { throw error(.malformedHost, at: start) }
        let dot = UInt8(ascii: ".")
        var last = dot
        for byte in domain + [dot] {
            if last == dot, byte == dot { throw error(.malformedHost, at: start) }
            last = byte
        }
        index = end
        return isSubdomain ? .subdomains(domain) : .literal(domain)
    }
}

extension UInt8 {
    /// Whether no host has this byte, not even percent-encoded.
    fileprivate var isForbiddenInHost: Bool {
        self <= 0x20 || self == 0x7F || isOne(of: "/?#@:[]<>\\^|%*{}()")
    }
}

/// One segment of a path: a literal, a parameter, both mixed, or a wildcard.
extension PatternParser {
    mutating func parseSegment() throws(RoutePatternError) -> PatternSegment {
        if isNext("*") { return try parseWildcard() }
        let start = index
        let end = bytes.firstIndex(of: .segmentEnd, from: index, before: bytes.count)
        if bytes.firstIndex(of: ":", from: start, before: end) == end { return try parseWholeLiteral(before: end) }
        var pieces: [MixedSegment.Piece] = []
        while index < end {
            guard isNext(":") else {
                pieces.append(.literal(try parseLiteral(before: end)))
                continue
            }
            if case .parameter = pieces.last { throw error(.adjacentParameters, at: index) }
            let parameter = try parseParameter(before: end)
            if pieces.isEmpty, index == end {
                try checkGroup()
                return .parameter(parameter)
            }
            pieces.append(.parameter(parameter))
        }
        try checkGroup()
        return .mixed(MixedSegment(pieces: pieces))
    }

    private mutating func parseWholeLiteral(before end: Int) throws(RoutePatternError) -> PatternSegment {
        let start = index
        let bytes = try parseLiteral(before: end)
        guard !bytes.isDotSegment else { throw error(.dotSegment, at: start) }
        return .literal(bytes)
    }

    private mutating func parseLiteral(before end: Int) throws(RoutePatternError) -> Bytes {
        let start = index
        index = bytes.firstIndex(of: ":", from: start, before: end)
        let reserved = bytes.firstIndex(of: "*#{}<>", from: start, before: index)
        guard reserved == index else {
            throw error(bytes[reserved] == UInt8(ascii: "*") ? .wildcardInSegment : .reservedCharacter, at: reserved)
        }
        return try decoded(start..<index)
    }

    private mutating func parseWildcard() throws(RoutePatternError) -> PatternSegment {
        let start = index + 1
        let end = bytes.firstIndex(of: .segmentEnd, from: start, before: bytes.count)
        index = end
        guard start < end else { return .wildcard(nil) }
        let nameEnd = endOfName(from: start)
        guard nameEnd == end else { throw error(nameEnd == start ? .wildcardInSegment : .invalidName, at: nameEnd) }
        return .wildcard(try declare(start..<end))
    }

    /// Says it plainly when the parenthesis behind a parameter holds a regular expression, as in `:id(\d+)`.
    private func checkGroup() throws(RoutePatternError) {
        guard isNext("("), let first = byte(at: index + 1), !first.isOne(of: "/()") else { return }
        let end = bytes.firstIndex(of: "()", from: index + 1, before: bytes.count)
        guard bytes.firstIndex(of: "\\[^$+*|", from: index, before: end) == end else {
            throw error(.regularExpression, at: index)
        }
    }
}

/// A parameter: `:id`, `:{id}`, `:id:Int`, `:{page:1...99}`.
extension PatternParser {
    mutating func parseParameter(before end: Int) throws(RoutePatternError) -> RouteParameter {
        let start = index
        index += 1
        let isBraced = skip("{")
        let name = try parseName()
        guard parameters.count < RoutePattern.maximumParameters else { throw error(.tooManyParameters, at: start) }
        let type = isBraced ? try parseBracedType(before: end) : try parseBareType()
        if !isBraced { try checkHyphen() }
        if isNext("+") || isNext("*") { throw error(.modifier, at: index) }
        let parameter = RouteParameter(name: name, type: type)
        parameters.append(parameter)
        return parameter
    }

    private mutating func parseName() throws(RoutePatternError) -> String {
        let start = index
        index = endOfName(from: start)
        guard index > start else { throw error(.missingName, at: start) }
        return try declare(start..<index)
    }

    private mutating func parseBracedType(before end: Int) throws(RoutePatternError) -> ParameterType? {
        guard index < end else { throw error(.unclosedBrace, at: index) }
        if skip(":") { return try parseConstraint(before: end) }
        guard skip("}") else { throw error(.invalidName, at: index) }
        return nil
    }

    private mutating func parseBareType() throws(RoutePatternError) -> ParameterType? {
        guard isNext(":") else { return nil }
        if byte(at: index + 1) == UInt8(ascii: "{") {
            // `:a:{b}` is a second parameter, `:a:{1...9}` is not.
            let nameEnd = endOfName(from: index + 2)
            let isParameter = nameEnd > index + 2 && byte(at: nameEnd)?.isOne(of: "}:") == true
            throw error(isParameter ? .adjacentParameters : .bracesNeeded, at: index)
        }
        index += 1
        return try parseNamedType()
    }

    /// A name with a hyphen was one name in other routers; that it would end here has to be said.
    private func checkHyphen() throws(RoutePatternError) {
        guard isNext("-"), endOfName(from: index + 1) > index + 1 else { return }
        throw error(.hyphenInName, at: index)
    }
}
