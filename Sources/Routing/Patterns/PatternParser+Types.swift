/// The type of a value: the name of one, or in braces also a range or a choice of words.
extension PatternParser {
    /// Reads a type up to the end of its name, or through the closing brace.
    mutating func parseType(isBraced: Bool, before end: Int) throws(RoutePatternError) -> ParameterType {
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
    mutating func parseHost() throws(RoutePatternError) {
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
    mutating func parseQuery() throws(RoutePatternError) {
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
