/// The type of a value: the name of one, or in braces also a range or a choice of words.
extension PatternParser {
    /// A type without braces, which ends where its name ends.
    mutating func parseNamedType() throws(RoutePatternError) -> ParameterType {
        let start = index
        index = endOfName(from: start)
        guard let type = type(named: start..<index), !isNext("|") else { throw error(.unknownType, at: start) }
        return type
    }

    /// The text between the colon and the closing brace.
    mutating func parseConstraint(before end: Int) throws(RoutePatternError) -> ParameterType {
        let start = index
        let close = firstIndex(of: "}", from: start, before: end)
        guard close < end else { throw error(.unclosedBrace, at: end) }
        index = close + 1
        if endOfName(from: start) == close {
            if let type = type(named: start..<close) { return type }
            // A choice of one word is never taken for a type that was mistyped.
            guard start < close, !bytes[start].isCapital else { throw error(.unknownType, at: start) }
        }
        if string(start..<close).contains("..") { return try parseRange(start..<close) }
        return try parseChoice(start..<close)
    }

    private func type(named range: Range<Int>) -> ParameterType? {
        let name = string(range)
        return (ParameterType.builtIn + types).first { $0.name == name }
    }

    private func parseRange(_ range: Range<Int>) throws(RoutePatternError) -> ParameterType {
        func bound(_ text: Substring, _ open: Int) -> Int? {
            text.isEmpty ? open : text.first == "+" ? nil : Int(text)
        }
        let bounds = string(range).split(separator: "...", omittingEmptySubsequences: false)
        guard bounds.count == 2, range.count > 3, let lower = bound(bounds[0], .min),
            let upper = bound(bounds[1], .max), lower <= upper
        else { throw error(.malformedType, at: range.lowerBound) }
        return .range(lower...upper)
    }

    private func parseChoice(_ range: Range<Int>) throws(RoutePatternError) -> ParameterType {
        let reserved = firstIndex(of: "/()*:?#{}&=\\[]^$", from: range.lowerBound, before: range.upperBound)
        guard reserved == range.upperBound else { throw error(.reservedCharacter, at: reserved) }
        // `.+` is a regular expression.
        let last = range.upperBound - 1
        guard bytes[last] != UInt8(ascii: "+") else { throw error(.reservedCharacter, at: last) }
        var words: [Bytes] = []
        for word in bytes[range].split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false) {
            let decoded = try decoded(word.indices)
            guard !word.isEmpty, !words.contains(decoded) else { throw error(.malformedType, at: word.startIndex) }
            guard words.count < RoutePattern.maximumChoices else { throw error(.tooLarge, at: word.startIndex) }
            words.append(decoded)
        }
        return .choice(words)
    }
}

extension UInt8 {
    /// Whether the byte is a capital letter of ASCII.
    var isCapital: Bool { self != lowercased }
}

/// A host: `//shop.example`, `//*.shop.example`, `//:shop`.
extension PatternParser {
    mutating func parseHost() throws(RoutePatternError) {
        index = 2
        let end = firstIndex(of: .segmentEnd, from: index)
        host = isNext(":") ? try parseHostParameter(before: end) : try parseDomain(before: end)
    }

    private mutating func parseHostParameter(before end: Int) throws(RoutePatternError) -> PatternSegment {
        var parameter = try parseParameter(before: end)
        guard index == end else { throw error(.malformedHost, at: index) }
        if let type = parameter.type, case .choice(let words) = type.test, !type.isNamed {
            // A host is compared in small letters.
            parameter = RouteParameter(name: parameter.name, type: .choice(words.map(\.lowercased)))
            parameters = [parameter]
        }
        return .parameter(parameter)
    }

    private mutating func parseDomain(before end: Int) throws(RoutePatternError) -> PatternSegment {
        let isSubdomain = bytes[index..<end].starts(with: "*.".utf8)
        let start = isSubdomain ? index + 2 : index
        index = firstIndex(of: "*:@#{}[]<>\\^|", from: start, before: end)
        guard index == end else { throw error(.malformedHost, at: index) }
        let domain = try decoded(start..<end).lowercased
        let labels = domain.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard !domain.contains(where: ASCIISet.notInDomain.contains), !labels.contains([]) else {
            throw error(.malformedHost, at: start)
        }
        guard isSubdomain else { return .literal(domain) }
        let labelsBefore = RouteParameter(name: "", type: nil)
        return .mixed(MixedSegment(pieces: [.parameter(labelsBefore), .literal(".".bytes + domain)]))
    }
}

extension ASCIISet {
    /// What no domain has, not even percent-encoded.
    fileprivate static let notInDomain = ASCIISet(0...0x20).union("\u{7F}/?#@:[]<>\\^|%*{}()")
}

/// Query requirements: `?ref&page:Int&sort:{up|down}`.
extension PatternParser {
    mutating func parseQuery() throws(RoutePatternError) {
        isInQuery = true
        repeat {
            index += 1
            let start = index
            index = firstIndex(of: "&=:{}#/()?", from: start)
            guard index > start else { throw error(.malformedQuery, at: start) }
            let key = try String(decoding: decoded(start..<index), as: UTF8.self)
            // Few enough to compare with each.
            guard !query.contains(where: { $0.name.hasSameBytes(as: key) }) else {
                throw error(.repeatedName, at: start)
            }
            guard query.count < RoutePattern.maximumQueryRequirements else { throw error(.tooLarge, at: start) }
            var type: ParameterType?
            if skip(":") { type = skip("{") ? try parseConstraint(before: bytes.count) : try parseNamedType() }
            query.append(RouteParameter(name: key, type: type))
        } while isNext("&")
        guard index == bytes.count else { throw error(.malformedQuery, at: index) }
    }
}
