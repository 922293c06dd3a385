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
            let isParameter = nameEnd > index + 2 && byte(at: nameEnd).map("}:".utf8.contains) == true
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
