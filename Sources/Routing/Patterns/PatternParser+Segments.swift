/// One segment of a path: a literal, a parameter, both mixed, or a wildcard.
extension PatternParser {
    mutating func parseSegment() throws(RoutePatternError) -> PatternSegment {
        let (start, end) = (index, firstIndex(of: .segmentEnd, from: index))
        if skip("*") {
            index = end
            guard start + 1 < end else { return .wildcard(nil) }
            let nameEnd = endOfName(from: start + 1)
            guard nameEnd > start + 1 else { throw error(.wildcardInSegment, at: nameEnd) }
            guard nameEnd == end else { throw error(.invalidName, at: nameEnd) }
            return .wildcard(try declare(start + 1..<end))
        }
        var pieces: [MixedSegment.Piece] = []
        while index < end {
            guard isNext(":") else {
                pieces.append(.literal(try parseLiteral(before: end)))
                continue
            }
            if case .parameter = pieces.last { throw error(.adjacentParameters, at: index) }
            pieces.append(.parameter(try parseParameter(before: end)))
        }
        if case .literal(let bytes) = pieces[0], pieces.count == 1 {
            guard !bytes.isDotSegment else { throw error(.dotSegment, at: start) }
            return .literal(bytes)
        }
        try checkGroup()
        if case .parameter(let parameter) = pieces[0], pieces.count == 1 { return .parameter(parameter) }
        return .mixed(MixedSegment(pieces: pieces))
    }

    private mutating func parseLiteral(before end: Int) throws(RoutePatternError) -> Bytes {
        let start = index
        index = firstIndex(of: ":", from: start, before: end)
        let reserved = firstIndex(of: "*#{}<>", from: start, before: index)
        guard reserved == index else {
            throw error(bytes[reserved] == UInt8(ascii: "*") ? .wildcardInSegment : .reservedCharacter, at: reserved)
        }
        return try decoded(start..<index)
    }

    /// Finds a regular expression in the parenthesis behind a parameter, as in `:id(\d+)`.
    private func checkGroup() throws(RoutePatternError) {
        guard isNext("("), let first = byte(at: index + 1), !first.isOne(of: "/()") else { return }
        let end = firstIndex(of: "()", from: index + 1)
        guard firstIndex(of: "\\[^$+*|", from: index, before: end) == end else {
            throw error(.regularExpression, at: index)
        }
    }
}

/// A parameter: `:id`, `:{id}`, `:id:Int`, `:{page:1...99}`.
extension PatternParser {
    private mutating func parseParameter(before end: Int) throws(RoutePatternError) -> RouteParameter {
        let start = index
        index += 1
        let isBraced = skip("{")
        let nameStart = index
        index = endOfName(from: index)
        guard index > nameStart else { throw error(.invalidName, at: index) }
        let name = try declare(nameStart..<index)
        guard parameters.count < RoutePattern.maximumParameters else { throw error(.tooLarge, at: start) }
        let type = isBraced ? try parseBracedType(before: end) : try parseBareType()
        // A name with a hyphen was one name in other routers.
        if !isBraced, isNext("-"), endOfName(from: index + 1) > index + 1 { throw error(.hyphenInName, at: index) }
        if isNext("+*") { throw error(.modifier, at: index) }
        parameters.append(RouteParameter(name: name, type: type))
        return RouteParameter(name: name, type: type)
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
}

/// A host: `//shop.example`, `//*.shop.example`, `//:shop`.
extension PatternParser {
    mutating func parseHost() throws(RoutePatternError) {
        index = 2
        let end = firstIndex(of: .segmentEnd, from: index)
        host = isNext(":") ? try parseHostParameter(before: end) : try parseDomain(before: end)
    }

    private mutating func parseHostParameter(before end: Int) throws(RoutePatternError) -> HostPattern {
        var parameter = try parseParameter(before: end)
        guard index == end else { throw error(.malformedHost, at: index) }
        if let type = parameter.type, case .choice(let words) = type.test, !type.isNamed {
            // A host is compared in small letters.
            parameter = RouteParameter(name: parameter.name, type: .choice(words.map(\.lowercased), besides: types))
            parameters = [parameter]
        }
        return .parameter(parameter)
    }

    private mutating func parseDomain(before end: Int) throws(RoutePatternError) -> HostPattern {
        let isSubdomain = bytes[index..<end].starts(with: "*.".utf8)
        let start = isSubdomain ? index + 2 : index
        let reserved = firstIndex(of: "*:@#{}[]<>\\^|", from: start, before: end)
        guard reserved == end else { throw error(.malformedHost, at: reserved) }
        let domain = try decoded(start..<end).lowercased
        let labels = domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard !domain.contains(where: { $0.isOne(of: .notInDomain) }), !labels.contains(where: \.isEmpty) else {
            throw error(.malformedHost, at: start)
        }
        index = end
        return isSubdomain ? .subdomains(domain) : .literal(domain)
    }
}

extension ASCIISet {
    /// What ends a segment.
    fileprivate static let segmentEnd: ASCIISet = "/()?"

    /// What no domain has, not even percent-encoded.
    fileprivate static let notInDomain = ASCIISet(0...0x20).union("\u{7F}/?#@:[]<>\\^|%*{}()")
}
