/// The paths that the groups of a pattern describe, as lists of segments.
enum JLExpansion {
    /// By the rules of this package: groups nest, and one that takes an earlier group comes first.
    static func ours(of pattern: String) -> [[String]] {
        var rest = pattern[...]
        var known: Set<[String]> = []
        return sequence(&rest).filter { known.insert($0).inserted }
    }

    private static func sequence(_ rest: inout Substring) -> [[String]] {
        var paths: [[String]] = [[]]
        while let character = rest.first, character != ")" {
            if character == "(" {
                rest = rest.dropFirst()
                let inner = sequence(&rest)
                rest = rest.dropFirst()
                paths = paths.flatMap { path in inner.map { path + $0 } + [path] }
            } else {
                let text = rest.prefix { !"()".contains($0) }
                rest = rest[text.endIndex...]
                let segments = text.split(separator: "/").map(String.init)
                paths = paths.map { $0 + segments }
            }
        }
        return paths
    }

    /// By JLRoutes: every subset of the pieces that has all pieces outside of groups, the longest text first.
    ///
    /// `nil` when it raises an exception.
    static func theirs(of pattern: String) -> [String]? {
        guard pattern.contains("(") else { return [pattern] }
        guard let pieces = pieces(of: pattern) else { return nil }
        var subsets: [[Piece]] = [[]]
        for piece in pieces { subsets += subsets.map { $0 + [piece] } }
        let required = Set(pieces.filter { !$0.isOptional })
        let texts = subsets.filter { required.isSubset(of: $0) }.map { subset in
            "/" + subset.flatMap(\.segments).filter { !$0.isEmpty }.joined(separator: "/")
        }
        return texts.enumerated().sorted { ($1.element.utf8.count, $0.offset) < ($0.element.utf8.count, $1.offset) }
            .map(\.element)
    }

    private struct Piece: Hashable {
        let segments: [String]
        let isOptional: Bool

        init(_ text: Substring, isOptional: Bool) {
            var text = text
            while text.first == "/" { text = text.dropFirst() }
            while text.last == "/" { text = text.dropLast() }
            segments = text.split(at: "/", keepingEmpty: true).map(String.init)
            self.isOptional = isOptional
        }
    }

    private static func pieces(of pattern: String) -> [Piece]? {
        var pieces: [Piece] = []
        var rest = pattern[...]
        while !rest.isEmpty {
            rest = rest.drop { $0 == " " }
            let outside = rest.prefix { $0 != "(" }
            rest = rest[outside.endIndex...].dropFirst()
            if !["", ")", "/"].contains(outside) { pieces.append(Piece(outside, isOptional: false)) }
            guard !rest.isEmpty else { break }
            let inside = rest.prefix { $0 != ")" }
            guard !inside.isEmpty else { return nil }
            rest = rest[inside.endIndex...].dropFirst()
            pieces.append(Piece(inside, isOptional: true))
        }
        return pieces
    }
}
