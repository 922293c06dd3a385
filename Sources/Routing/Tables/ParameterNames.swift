/// What the parameters of a pattern are called, which is all that a match has to know of it.
final class ParameterNames: Sendable {
    /// That of the host, if it has one.
    let host: String?

    /// For each path that the groups of the pattern stand for, in the order of a ``RouteHit``.
    let paths: [[String]]

    init(of pattern: PatternContent) {
        host = if case .parameter(let parameter) = pattern.host { parameter.name } else { nil }
        paths = pattern.expansions.map { path in path.flatMap(\.parameters).map(\.name) }
    }
}

extension ParameterNames: Hashable {
    static func == (left: ParameterNames, right: ParameterNames) -> Bool {
        left.host == right.host && left.paths == right.paths
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(host)
        hasher.combine(paths)
    }
}
