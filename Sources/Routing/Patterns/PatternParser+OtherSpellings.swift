/// The spellings of other routers, whose errors name the spelling of a ``RoutePattern``.
extension PatternParser {
    /// Refuses a URL in place of a pattern, such as `myApp://user/:id`.
    func refuseScheme() throws(RoutePatternError) {
        let end = firstIndex(of: ":/", from: 0)
        guard end > 0, byte(at: end) == UInt8(ascii: ":"), string(end..<min(end + 3, bytes.count)) == "://",
            string(0..<end).isScheme
        else { return }
        throw error(.scheme, at: 0, replacement: "Router(origins: [\"\(string(0..<end))://\"])")
    }

    /// Refuses a parameter in brackets, such as `{id}`, `{id:int}`, `<int:id>` and `{path...}`.
    func refuseOtherSpelling(at start: Int) throws(RoutePatternError) {
        let end = firstIndex(of: "/{}<>", from: start + 1)
        guard let open = byte(at: start), let close = byte(at: end) else { return }
        let isBraced = open == UInt8(ascii: "{") && close == UInt8(ascii: "}")
        let isAngled = open == UInt8(ascii: "<") && close == UInt8(ascii: ">")
        guard isBraced || isAngled else { return }
        var words = string(start + 1..<end).split(separator: ":").map { String($0) }
        // `{id:int}`, and `<int:id>`.
        if isAngled { words.reverse() }
        guard let replacement = Self.spelling(of: words) else { return }
        throw error(.otherSpelling, at: start, replacement: replacement)
    }

    /// The parameter of a name, which a type may follow; `nil` if they are not a name and a type.
    private static func spelling(of words: [String]) -> String? {
        guard let first = words.first, words.count <= 2 else { return nil }
        let type = words.dropFirst().first?.lowercased()
        let name = first.hasSuffix("...") ? String(first.dropLast(3)) : first
        guard !name.isEmpty, name.withSpan({ $0.endOfName(from: 0) }) == name.utf8.count else { return nil }
        if name != first || type == "path" { return "*" + name }
        return ":" + name + (type.flatMap { typeNames[$0] }.map { ":" + $0 } ?? "")
    }

    /// The types of other routers, in lowercase, that have a counterpart.
    private static let typeNames = [
        "int": "Int", "integer": "Int", "long": "Int", "uint": "UInt", "float": "Double", "double": "Double",
        "decimal": "Double", "number": "Double", "bool": "Bool", "boolean": "Bool", "uuid": "UUID", "guid": "UUID",
    ]
}
