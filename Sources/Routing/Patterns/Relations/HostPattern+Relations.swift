extension HostPattern {
    /// The host without the name of its parameter.
    var shape: HostPattern {
        if case .parameter(let parameter) = self { .parameter(parameter.shape) } else { self }
    }

    /// Whether every host that the other takes is taken, too; false when that cannot be told.
    func covers(_ other: HostPattern) -> Bool {
        switch (self, other) {
        case (_, .literal(let host)): matches(host.span)
        case (.parameter(let own), .parameter(let parameter)): own.type.covers(parameter.type)
        case (.parameter(let own), .subdomains): own.type == nil
        // What stands before this domain stands before the other, too.
        case (.subdomains(let own), .subdomains(let domain)): own == domain || matches(domain.span)
        case (_, .parameter(let parameter)): parameter.words?.allSatisfy { matches($0.span) } ?? false
        case (.literal, .subdomains): false
        }
    }

    /// A host that both take, or `nil` when none was found.
    ///
    /// What is found was tried with both.
    func example(sharedWith other: HostPattern) -> [UInt8]? {
        (examples + other.examples).first { matches($0.span) && other.matches($0.span) }
    }

    /// Hosts to try.
    fileprivate var examples: [[UInt8]] {
        switch self {
        case .literal(let host): [host]
        case .subdomains(let domain): ["www.", "m.www."].map { Array($0.utf8) + domain }
        case .parameter(let parameter):
            (["example.com"] + (parameter.type?.samples ?? [])).map { $0.utf8.map(\.lowercased) }
        }
    }
}

extension HostPattern? {
    /// Whether every host that the other takes is taken, too; any is, when no host is asked for.
    func covers(_ other: HostPattern?) -> Bool {
        guard let self else { return true }
        guard let other else { return false }
        return self.covers(other)
    }

    /// A host that both take: empty when none is needed, `nil` when none was found.
    func example(sharedWith other: HostPattern?) -> [UInt8]? {
        guard let one = self ?? other else { return [] }
        return one.example(sharedWith: other ?? one)
    }
}

extension RouteParameter {
    /// The words, when the type is a choice.
    var words: [[UInt8]]? {
        guard let type, case .choice(let words) = type.test else { return nil }
        return words
    }
}
