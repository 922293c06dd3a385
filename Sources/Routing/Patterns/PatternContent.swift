/// What the text of a pattern means.
final class PatternContent: Sendable {
    let host: HostPattern?
    let elements: [PatternElement]
    let query: [QueryRequirement]

    /// The parameters in the order in which they stand in the text, that of the host first.
    let parameters: [RouteParameter]

    /// Every path that the groups stand for; one that takes an earlier group comes before one that leaves it out.
    let expansions: [[PatternSegment]]

    init(_ text: String, types: [ParameterType]) throws(RoutePatternError) {
        var parser = PatternParser(text, types: types)
        try parser.parse()
        host = parser.host
        elements = parser.elements
        query = parser.query
        parameters = parser.parameters
        expansions = try PatternExpander.expansions(of: parser)
        // The plain spelling has to be a pattern, too, and it may be up to four times as long as the text.
        let limit = RoutePattern.maximumLength
        guard text.utf8.count > limit / 4, description.utf8.count > limit else { return }
        throw parser.error(.tooLong, at: text.utf8.count)
    }

    /// Another content without host and query.
    init(pathsOf other: PatternContent) {
        host = nil
        elements = other.elements
        query = []
        let hostName: String? = if case .parameter(let parameter) = other.host { parameter.name } else { nil }
        parameters = other.parameters.filter { $0.name != hostName }
        expansions = other.expansions
    }
}

extension PatternContent: Hashable {
    static func == (left: PatternContent, right: PatternContent) -> Bool {
        left.host == right.host && left.elements == right.elements && left.query == right.query
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(host)
        hasher.combine(elements)
        hasher.combine(query)
    }
}

extension PatternContent: CustomStringConvertible {
    /// The plain spelling.
    var description: String {
        let path = elements.map(\.description).joined()
        let host = host?.description ?? (path.isEmpty ? "/" : "")
        return host + path + (query.isEmpty ? "" : "?" + query.map(\.description).joined(separator: "&"))
    }
}
