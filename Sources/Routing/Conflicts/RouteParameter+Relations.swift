extension HostPattern {
    /// The host without the name of its parameter.
    var shape: HostPattern {
        guard case .parameter(let parameter) = self else { return self }
        return .parameter(RouteParameter(name: "", type: parameter.type))
    }

    /// Whether every host that the other takes is taken, too; false when that is not known.
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

    /// Hosts to try.
    fileprivate var examples: [Bytes] {
        switch self {
        case .literal(let host): [host]
        case .subdomains(let domain): ["www.", "m.www."].map { Bytes($0.utf8) + domain }
        case .parameter(let parameter):
            (["example.com"] + (parameter.type?.samples ?? [])).map { $0.bytes.lowercased }
        }
    }
}

extension HostPattern? {
    /// Whether every host that the other takes is taken, too; any is, when no host is asked for.
    func covers(_ other: HostPattern?) -> Bool {
        guard let self, let other else { return self == nil }
        return self.covers(other)
    }

    /// A host that both take: empty when none is needed, `nil` when none was found.
    func example(sharedWith other: HostPattern?) -> Bytes? {
        let hosts = [self, other].compactMap(\.self)
        guard !hosts.isEmpty else { return [] }
        return hosts.flatMap(\.examples).first { text in hosts.allSatisfy { $0.matches(text.span) } }
    }
}

extension RouteParameter {
    /// Values that are taken.
    var examples: [Bytes] { (type?.samples ?? ParameterType.generalSamples).map { Bytes($0.utf8) } }

    /// The words, when the type is a choice.
    var words: [Bytes]? {
        guard let type, case .choice(let words) = type.test else { return nil }
        return words
    }
}

extension [QueryRequirement] {
    /// Whether every query that fulfils all of the others fulfils all of these, too; false when that is not known.
    func covers(_ others: [QueryRequirement]) -> Bool {
        allSatisfy { own in others.contains { own.key.hasSameBytes(as: $0.key) && own.type.covers($0.type) } }
    }

    /// Items that fulfil these and the others, each key once, or `nil` when none were found.
    func example(sharedWith others: [QueryRequirement]) -> [(key: String, value: String)]? {
        var items: [(key: String, value: String)] = []
        for own in self + others where !items.contains(where: { $0.key.hasSameBytes(as: own.key) }) {
            let types = (self + others).filter { $0.key.hasSameBytes(as: own.key) }.compactMap(\.type)
            let texts = types.isEmpty ? [""] : types.flatMap(\.samples).filter { !$0.isEmpty }
            guard let text = texts.first(where: { text in types.allSatisfy { $0.accepts(text) } }) else { return nil }
            items.append((own.key, text))
        }
        return items
    }

    /// Whether both ask for the same, in whatever order.
    func hasShape(of others: [QueryRequirement]) -> Bool {
        // No key stands twice.
        count == others.count && allSatisfy { others.contains($0) }
    }
}

extension ParameterType {
    /// Texts to try when one is needed that is of the type; all of them are.
    var samples: [String] {
        let candidates: [String] =
            switch test {
            case .int, .uint, .double, .uuid, .custom: Self.generalSamples
            case .range(let range): ["\(range.lowerBound)", "\(range.upperBound)"]
            case .choice(let words): words.map { String(decoding: $0, as: UTF8.self) }
            }
        return candidates.filter { accepts($0) }
    }

    /// Texts of many forms, those first that many types take and that read well in a URL.
    static let generalSamples = [
        "1", "a", "0", "-1", "42", "1.5", "true", "A", "en", "en-US", "abc", "ABC", "a1", "A1", "AB-1", "1234",
        "12345678",
        "2026-01-31", "2026-01-31T12:00:00Z", "00000000-0000-0000-0000-000000000000", "a@example.com", "#FF0000", "1-2",
        "1.0.0",
    ]
}

extension ParameterType? {
    /// Whether every text that the other takes is taken, too; any text is taken without a type.
    func covers(_ other: ParameterType?) -> Bool {
        guard let self, let other else { return self == nil }
        if self == other { return true }
        return switch (self.test, other.test) {
        case (_, .choice(let words)): words.allSatisfy { self.accepts($0.span) }
        case (.int, .range), (.double, .int), (.double, .uint), (.double, .range): true
        case (.uint, .range(let range)): range.lowerBound >= 0
        case (.range(let own), .range(let range)): own.contains(range.lowerBound) && own.contains(range.upperBound)
        default: false
        }
    }
}

extension RouteRecord {
    /// Whether every URL with what the other asks for besides the path has what this asks for; false when that is not known.
    func coversConditions(of other: RouteRecord) -> Bool {
        let isScheme =
            !other.schemes.isEmpty && other.schemes.allSatisfy { scheme in schemes.contains { $0.isScheme(scheme) } }
        return (schemes.isEmpty || isScheme) && content.host.covers(other.content.host)
            && content.query.covers(other.content.query)
    }

    /// Whether a URL may have a scheme that both take.
    func sharesScheme(with other: RouteRecord) -> Bool {
        schemes.isEmpty || other.schemes.isEmpty
            || schemes.contains { own in other.schemes.contains { $0.isScheme(own) } }
    }

    /// Whether both are alike in all but the names of parameters and their schemes, as far as they ask for more than a path.
    func hasConditions(like other: RouteRecord) -> Bool {
        content.host.map(\.shape) == other.content.host.map(\.shape) && content.query.hasShape(of: other.content.query)
    }

    /// Whether both rank alike in the order of routes, if their paths do.
    func ranksAlike(_ other: RouteRecord) -> Bool {
        content.host.rank == other.content.host.rank && content.query.count == other.content.query.count
    }
}

extension String {
    /// Whether both are one scheme, in capital or small letters.
    fileprivate func isScheme(_ other: String) -> Bool { bytes.lowercased == other.bytes.lowercased }
}
