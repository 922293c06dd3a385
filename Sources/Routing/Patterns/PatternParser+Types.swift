/// The type of a value: the name of one, or in braces also a range or a choice of words.
extension PatternParser {
    /// A type without braces, which ends where its name ends.
    mutating func parseNamedType() throws(RoutePatternError) -> ParameterType {
        let start = index
        index = endOfName(from: start)
        guard index > start else { throw error(isNext("0123456789-.") ? .bracesNeeded : .unknownType, at: start) }
        guard !isNext("|") else { throw error(.bracesNeeded, at: start) }
        guard let type = type(named: start..<index) else { throw error(.unknownType, at: start) }
        return type
    }

    /// The text between the colon and the closing brace.
    mutating func parseConstraint(before end: Int) throws(RoutePatternError) -> ParameterType {
        let start = index
        let close = firstIndex(of: "}", from: start, before: end)
        guard close < end else {
            throw error(byte(at: end) == UInt8(ascii: "(") ? .regularExpression : .unclosedBrace, at: end)
        }
        index = close + 1
        guard start < close else { throw error(.unknownType, at: start) }
        if endOfName(from: start) == close {
            if let type = type(named: start..<close) { return type }
            // A choice of one word is never taken for a type that was mistyped.
            guard !bytes[start].isCapital else { throw error(.unknownType, at: start) }
        }
        let sign = firstIndex(of: "\\[]^$", from: start, before: close)
        if sign < close { throw error(.regularExpression, at: sign) }
        if bytes[close - 1].isOne(of: "*+") { throw error(.regularExpression, at: close - 1) }
        if let dots = (start..<close - 1).first(where: { bytes[$0...].starts(with: "..".utf8) }) {
            return try parseRange(start..<close, dots: dots)
        }
        return try parseChoice(start..<close)
    }

    private func type(named range: Range<Int>) -> ParameterType? {
        let name = string(range)
        return (ParameterType.builtIn + types).first { $0.name == name }
    }

    private func parseRange(_ range: Range<Int>, dots: Int) throws(RoutePatternError) -> ParameterType {
        guard byte(at: dots + 2) == UInt8(ascii: "."), range.count > 3 else { throw error(.invalidRange, at: dots) }
        let lower = try bound(range.lowerBound..<dots) ?? .min
        let upper = try bound(dots + 3..<range.upperBound) ?? .max
        guard lower <= upper else { throw error(.invalidRange, at: range.lowerBound) }
        return .range(lower...upper)
    }

    private func bound(_ range: Range<Int>) throws(RoutePatternError) -> Int? {
        guard !range.isEmpty else { return nil }
        guard bytes[range.lowerBound] != UInt8(ascii: "+"), let value = Int(string(range)) else {
            throw error(.invalidRange, at: range.lowerBound)
        }
        return value
    }

    private func parseChoice(_ range: Range<Int>) throws(RoutePatternError) -> ParameterType {
        let reserved = firstIndex(of: "/()*:?#{}&=", from: range.lowerBound, before: range.upperBound)
        guard reserved == range.upperBound else { throw error(.reservedCharacter, at: reserved) }
        var words: [Bytes] = []
        for word in bytes[range].split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false) {
            guard !word.isEmpty else { throw error(.invalidChoice, at: word.startIndex) }
            let decoded = try decoded(word.indices)
            guard !words.contains(decoded) else { throw error(.invalidChoice, at: word.startIndex) }
            guard words.count < RoutePattern.maximumChoices else { throw error(.tooLarge, at: word.startIndex) }
            words.append(decoded)
        }
        return .choice(words, besides: types)
    }
}

extension UInt8 {
    /// Whether the byte is a capital letter of ASCII.
    var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
}

/// Query requirements: `?ref&page:Int&sort:{up|down}`.
extension PatternParser {
    mutating func parseQuery() throws(RoutePatternError) {
        let question = index
        isInQuery = true
        repeat {
            index += 1
            let start = index
            let key = try String(decoding: parseKey(question: question), as: UTF8.self)
            // Few enough to compare with each.
            guard !query.contains(where: { $0.name.hasSameBytes(as: key) }) else {
                throw error(.repeatedName, at: start)
            }
            guard query.count < RoutePattern.maximumQueryRequirements else { throw error(.tooLarge, at: start) }
            var type: ParameterType?
            if skip(":") { type = skip("{") ? try parseConstraint(before: bytes.count) : try parseNamedType() }
            query.append(RouteParameter(name: key, type: type))
        } while isNext("&")
        guard index == bytes.count else {
            throw error(isNext("=") ? .valueInQuery : isNext("/()") ? .queryBeforeEnd : .missingAmpersand, at: index)
        }
    }

    private mutating func parseKey(question: Int) throws(RoutePatternError) -> Bytes {
        let start = index
        index = firstIndex(of: "&=:{}#/()?", from: start)
        if isNext("/()") { throw error(.queryBeforeEnd, at: question) }
        if isNext("{}#?") { throw error(.reservedCharacter, at: index) }
        if isNext("="), index > start { throw error(.valueInQuery, at: index) }
        guard index > start else { throw error(.missingKey, at: start) }
        return try decoded(start..<index)
    }
}
