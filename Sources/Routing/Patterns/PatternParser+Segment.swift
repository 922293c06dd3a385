/// One segment of a path: a literal, a parameter, both mixed, or a wildcard.
extension PatternParser {
    mutating func parseSegment() throws(RoutePatternError) -> PatternSegment {
        if isNext("*") { return try parseWildcard() }
        let start = index
        let end = firstIndex(of: .segmentEnd, from: index, before: bytes.count)
        if firstIndex(of: .colon, from: start, before: end) == end { return try parseWholeLiteral(before: end) }
        var pieces: [MixedSegment.Piece] = []
        while index < end {
            guard isNext(":") else {
                pieces.append(.literal(try parseLiteral(before: end)))
                continue
            }
            if case .parameter = pieces.last { throw error(.adjacentParameters, at: index) }
            pieces.append(.parameter(try parseParameter(before: end)))
        }
        try checkGroup()
        if pieces.count == 1, case .parameter(let parameter) = pieces[0] { return .parameter(parameter) }
        return .mixed(MixedSegment(pieces: pieces))
    }

    private mutating func parseWholeLiteral(before end: Int) throws(RoutePatternError) -> PatternSegment {
        let start = index
        let bytes = try parseLiteral(before: end)
        guard !bytes.isDotSegment else { throw error(.dotSegment, at: start) }
        return .literal(bytes)
    }

    private mutating func parseLiteral(before end: Int) throws(RoutePatternError) -> [UInt8] {
        let start = index
        index = firstIndex(of: .colon, from: start, before: end)
        let reserved = firstIndex(of: .reservedInLiteral, from: start, before: index)
        guard reserved == index else {
            throw error(bytes[reserved] == UInt8(ascii: "*") ? .wildcardInSegment : .reservedCharacter, at: reserved)
        }
        return try decoded(start..<index)
    }

    private mutating func parseWildcard() throws(RoutePatternError) -> PatternSegment {
        let start = index + 1
        let end = firstIndex(of: .segmentEnd, from: start, before: bytes.count)
        index = end
        guard start < end else { return .wildcard(nil) }
        let nameEnd = endOfName(from: start)
        guard nameEnd == end else { throw error(nameEnd == start ? .wildcardInSegment : .invalidName, at: nameEnd) }
        return .wildcard(try declare(start..<end))
    }

    /// Says it plainly when the parenthesis behind a parameter holds a regular expression, as in `:id(\d+)`.
    private func checkGroup() throws(RoutePatternError) {
        guard isNext("("), let first = byte(at: index + 1), !"/()".utf8.contains(first) else { return }
        let end = firstIndex(of: .parentheses, from: index + 1, before: bytes.count)
        guard firstIndex(of: .expressionInGroup, from: index, before: end) == end else {
            throw error(.regularExpression, at: index)
        }
    }
}
