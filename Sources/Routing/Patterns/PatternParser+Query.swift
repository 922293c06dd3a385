/// Query requirements: `?ref&page:Int&sort:{up|down}`.
extension PatternParser {
    mutating func parseQuery() throws(RoutePatternError) {
        let question = index
        isInQuery = true
        var keys: Set<[UInt8]> = []
        repeat {
            index += 1
            let start = index
            let key = try parseKey(question: question)
            guard keys.insert(key).inserted else { throw error(.repeatedKey, at: start) }
            guard query.count < RoutePattern.maximumQueryRequirements else {
                throw error(.tooManyQueryRequirements, at: start)
            }
            let type = skip(":") ? try parseQueryType() : nil
            query.append(QueryRequirement(key: String(decoding: key, as: UTF8.self), type: type))
        } while isNext("&")
        guard index == bytes.count else { throw error(reasonForRest(), at: index) }
    }

    private mutating func parseKey(question: Int) throws(RoutePatternError) -> [UInt8] {
        let start = index
        index = firstIndex(of: .keyEnd, from: start, before: bytes.count)
        if let byte = byte(at: index) {
            if "/()".utf8.contains(byte) { throw error(.queryBeforeEnd, at: question) }
            if "{}#?".utf8.contains(byte) { throw error(.reservedCharacter, at: index) }
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
