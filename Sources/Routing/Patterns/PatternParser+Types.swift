/// The type of a value: the name of one, or in braces also a range or a choice of words.
extension PatternParser {
    /// A type without braces, which ends where its name ends.
    mutating func parseNamedType() throws(RoutePatternError) -> ParameterType {
        let start = index
        let end = endOfName(from: start)
        guard end > start else {
            let isRange = byte(at: start)?.isOne(of: "0123456789-.") == true
            throw error(isRange ? .bracesNeeded : .missingType, at: start)
        }
        guard byte(at: end) != UInt8(ascii: "|") else { throw error(.bracesNeeded, at: start) }
        guard let type = type(named: start..<end) else { throw error(.unknownType, at: start) }
        index = end
        return type
    }

    /// The text between the colon and the closing brace.
    mutating func parseConstraint(before end: Int) throws(RoutePatternError) -> ParameterType {
        let start = index
        guard let close = bytes[start..<end].firstIndex(of: UInt8(ascii: "}")) else {
            let isExpression = byte(at: end) == UInt8(ascii: "(")
            throw error(isExpression ? .regularExpression : .unclosedBrace, at: end)
        }
        index = close + 1
        let range = start..<close
        guard !range.isEmpty else { throw error(.missingType, at: start) }
        if endOfName(from: start) == close {
            if let type = type(named: range) { return type }
            // A choice of one word is never taken for a type that was mistyped.
            guard !bytes[start].isCapital else { throw error(.unknownType, at: start) }
        }
        try checkExpression(range)
        let dot = UInt8(ascii: ".")
        if let dots = range.dropLast().first(where: { bytes[$0] == dot && bytes[$0 + 1] == dot }) {
            return try parseRange(range, dots: dots)
        }
        return try parseChoice(range)
    }

    private func type(named range: Range<Int>) -> ParameterType? {
        let name = String(decoding: bytes[range], as: UTF8.self)
        return (ParameterType.builtIn + types).first { $0.name == name }
    }

    private func checkExpression(_ range: Range<Int>) throws(RoutePatternError) {
        let sign = bytes.firstIndex(of: "\\[]^$", from: range.lowerBound, before: range.upperBound)
        if sign < range.upperBound { throw error(.regularExpression, at: sign) }
        let last = range.upperBound - 1
        if bytes[last].isOne(of: "*+") { throw error(.regularExpression, at: last) }
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
        let text = String(decoding: bytes[range], as: UTF8.self)
        guard bytes[range.lowerBound] != UInt8(ascii: "+"), let value = Int(text) else {
            throw error(.invalidRange, at: range.lowerBound)
        }
        return value
    }

    private func parseChoice(_ range: Range<Int>) throws(RoutePatternError) -> ParameterType {
        let reserved = bytes.firstIndex(of: "/()*:?#{}&=", from: range.lowerBound, before: range.upperBound)
        guard reserved == range.upperBound else { throw error(.reservedCharacter, at: reserved) }
        var words: [Bytes] = []
        var start = range.lowerBound
        repeat {
            let end = bytes.firstIndex(of: "|", from: start, before: range.upperBound)
            guard end > start else { throw error(.emptyWord, at: start) }
            let word = try decoded(start..<end)
            guard !words.contains(word) else { throw error(.repeatedWord, at: start) }
            guard words.count < RoutePattern.maximumChoices else { throw error(.tooManyChoices, at: start) }
            words.append(word)
            start = end + 1
        } while start <= range.upperBound
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
        // Few enough to compare with each.
        var keys: [Bytes] = []
        repeat {
            index += 1
            let start = index
            let key = try parseKey(question: question)
            guard !keys.contains(key) else { throw error(.repeatedKey, at: start) }
            keys.append(key)
            guard query.count < RoutePattern.maximumQueryRequirements else {
                throw error(.tooManyQueryRequirements, at: start)
            }
            let type = skip(":") ? try parseQueryType() : nil
            query.append(QueryRequirement(key: String(decoding: key, as: UTF8.self), type: type))
        } while isNext("&")
        guard index == bytes.count else { throw error(reasonForRest(), at: index) }
    }

    private mutating func parseKey(question: Int) throws(RoutePatternError) -> Bytes {
        let start = index
        index = bytes.firstIndex(of: "&=:{}#/()?", from: start, before: bytes.count)
        if let byte = byte(at: index) {
            if byte.isOne(of: "/()") { throw error(.queryBeforeEnd, at: question) }
            if byte.isOne(of: "{}#?") { throw error(.reservedCharacter, at: index) }
            if byte == UInt8(ascii: "="), index > start { throw error(.valueInQuery, at: index) }
        }
        guard index > start else { throw error(.missingKey, at: start) }
        return try decoded(start..<index)
    }

    private mutating func parseQueryType() throws(RoutePatternError) -> ParameterType {
        skip("{") ? try parseConstraint(before: bytes.count) : try parseNamedType()
    }

    /// What is wrong with the text behind a type.
    private func reasonForRest() -> RoutePatternError.Reason {
        isNext("=") ? .valueInQuery : isNext("/") || isNext("(") || isNext(")") ? .queryBeforeEnd : .missingAmpersand
    }
}
