extension RoutePattern {
    /// The names of all parameters, that of the host included.
    var parameterNames: [String] { parameters.map(\.name) }

    /// The name of the host parameter.
    var hostName: String? {
        if case .parameter(let parameter) = host { parameter.name } else { nil }
    }

    /// The name of the tail: one that a named `*` has.
    var tailName: String? {
        for path in expansions {
            if case .wildcard(let name?) = path.last { return name }
        }
        return nil
    }

    /// Whether every path of the pattern ends in a tail.
    var alwaysHasTail: Bool { expansions.allSatisfy(\.endsInTail) }

    /// The parameters that take part in every path.
    var requiredNames: Set<String> {
        var names = Set(parameterNames)
        for path in expansions { names.formIntersection(path.flatMap(\.names) + (hostName.map { [$0] } ?? [])) }
        return names
    }

    /// The host of a URL with these values: `nil` when any will do, and also when the values do not say which.
    func host(with values: [String: String]) -> String? {
        switch host {
        case .literal(let bytes): String(decoding: bytes, as: UTF8.self)
        case .parameter(let parameter): values[parameter.name]
        case .subdomains, nil: nil
        }
    }
}
