/// Relations between the segments of two patterns.
extension PatternSegment {
    /// The segment without the names of its parameters, and in lowercase where case does not count.
    func shape(ignoringCase: Bool) -> PatternSegment {
        let pieces = pieces.map { piece -> MixedSegment.Piece in
            switch piece {
            case .literal(let text): .literal(ignoringCase ? text.lowercased : text)
            case .parameter(let parameter): .parameter(RouteParameter(name: "", type: parameter.type))
            }
        }
        return switch (self, pieces[0]) {
        case (.mixed, _): .mixed(MixedSegment(pieces: pieces))
        case (.wildcard, _): .wildcard(nil)
        case (_, .literal(let text)): .literal(text)
        case (_, .parameter(let parameter)): .parameter(parameter)
        }
    }

    /// Returns whether this matches every decoded segment that the other matches; false if that is not known.
    ///
    /// A wildcard counts as one segment, as it does before the end of a path. If the text of both is in lowercase
    /// because case does not count, types are still compared with the text as it is.
    func covers(_ other: PatternSegment, isFolded: Bool = false) -> Bool {
        let isTyped = parameters.contains { $0.type != nil }
        if case .literal(let text) = other { return !(isFolded && isTyped) && matches(text.span) }
        if let words = other.words { return words.allSatisfy { matches($0.span) } }
        guard isTyped else {
            // A byte that no UTF-8 text has represents any text of a parameter, so no literal matches a part of it.
            let text = other.pieces.reduce(into: Bytes()) { text, piece in
                if case .literal(let bytes) = piece { text += bytes } else { text.append(0xFF) }
            }
            return matches(text.span)
        }
        guard case (.parameter(let own), .parameter(let rival)) = (self, other) else { return self == other }
        return own.type.covers(rival.type)
    }

    /// The words of a choice.
    private var words: [Bytes]? {
        if case .parameter(let parameter) = self, case .choice(let words) = parameter.type?.test { words } else { nil }
    }

    /// A Boolean value that indicates whether what the segment takes depends on more than its being there.
    var isTypedOrMixed: Bool { rank == .typed || rank == .mixed }

    /// Texts that the segment takes, at least where parameters have types that are built in: samples instead of the
    /// parameters, the first ones in the first text.
    var examples: [Bytes] {
        let pieces = pieces
        let samples = pieces.compactMap { piece in
            if case .parameter(let parameter) = piece { parameter.type?.samples ?? ["1", "a"] } else { nil }
        }
        let count = samples.contains(where: \.isEmpty) ? 0 : samples.map(\.count).max() ?? 1
        return (0..<count).map { number in
            var rest = samples[...]
            return pieces.reduce(into: Bytes()) { text, piece in
                switch piece {
                case .literal(let bytes): text += bytes
                case .parameter: text += rest.popFirst().map { $0[number % $0.count].bytes } ?? []
                }
            }
        }
    }
}

extension PatternSegment? {
    /// Returns whether this matches every host that the other matches.
    ///
    /// `nil` matches any host.
    func covers(_ other: PatternSegment?) -> Bool {
        guard let self, let other else { return self == nil }
        return self.covers(other)
    }

    /// The literal text at the end of every such host.
    fileprivate var ending: Bytes { if case .literal(let text) = self?.pieces.last { text } else { [] } }

    /// A host that both take: empty when none is needed, `nil` when none was found.
    func example(sharedWith other: PatternSegment?) -> Bytes? {
        guard let first = self ?? other else { return [] }
        let second = other ?? first
        let texts = ["example.com".bytes] + first.examples + second.examples
        return texts.first { first.matches($0.span) && second.matches($0.span) }
    }
}

extension [RouteParameter] {
    /// Returns whether every query that fulfils all of the others fulfils all of these, too; false when that is not
    /// known.
    func covers(_ others: [RouteParameter]) -> Bool {
        allSatisfy { own in others.contains { own.name.hasSameBytes(as: $0.name) && own.type.covers($0.type) } }
    }

    /// A query that fulfils these and the others, each key once, or `nil` when none was found.
    func example(sharedWith others: [RouteParameter]) -> String? {
        var query = ""
        var rest = self + others
        while let name = rest.first?.name {
            let types = rest.filter { $0.name.hasSameBytes(as: name) }.compactMap(\.type)
            rest.removeAll { $0.name.hasSameBytes(as: name) }
            query += (query.isEmpty ? "?" : "&") + name.encoded(except: .unreserved)
            if types.isEmpty { continue }
            let samples = types.flatMap(\.samples)
            let value = samples.first { text in !text.isEmpty && types.allSatisfy { $0.accepts(text) } }
            guard let value else { return nil }
            query += "=" + value.encoded(except: .unreserved)
        }
        return query
    }
}

extension RouteRecord {
    /// Returns whether every URL that fulfills the conditions of the other fulfills those of this route; false if that
    /// is not known.
    func coversConditions(of other: RouteRecord) -> Bool {
        let own = lowercasedSchemes
        let others = other.lowercasedSchemes
        let isScheme = own.isEmpty || !others.isEmpty && others.allSatisfy(own.contains)
        return isScheme && pattern.host.covers(other.pattern.host) && pattern.query.covers(other.pattern.query)
    }

    /// Returns whether a URL may have a scheme and a host that both take, as far as that is seen without a search.
    func sharesSite(with other: RouteRecord) -> Bool {
        let own = pattern.host.ending
        let rival = other.pattern.host.ending
        let count = min(own.count, rival.count)
        return own.suffix(count) == rival.suffix(count)
            && (schemes.isEmpty || other.schemes.isEmpty
                || lowercasedSchemes.contains(where: other.lowercasedSchemes.contains))
    }

    /// The schemes in lowercase.
    var lowercasedSchemes: [String] { schemes.lowercased }

    /// Keys by which a route with the same conditions is found: priority, host, items of the query and one scheme.
    ///
    /// - Returns: The keys under which this route is stored, and those that it seeks among earlier routes.
    func conditionKeys(isTail: Bool) -> (own: [Bytes], sought: [Bytes]) {
        var key: Bytes = [isTail ? 1 : 0]
        for shift in 0..<8 { key.append(UInt8(truncatingIfNeeded: priority >> (8 * shift))) }
        if let host = pattern.host { host.appendKey(to: &key, host.rank, ignoringCase: false) }
        for item in pattern.query.map(\.querySpelling.bytes).sortedElements {
            key.append(UInt8(ascii: "?"))
            key += item
        }
        key.append(UInt8(ascii: "#"))
        let anyRoute = key + "*".bytes
        let anyScheme = key + ":".bytes
        let schemes = lowercasedSchemes.map { key + $0.bytes }
        return schemes.isEmpty ? ([anyRoute, anyScheme], [anyRoute]) : ([anyRoute] + schemes, schemes + [anyScheme])
    }

    /// Returns whether both are alike in all but the names of parameters and their schemes, as far as they ask for more
    /// than a path.
    func hasConditions(like other: RouteRecord) -> Bool {
        pattern.host?.shape(ignoringCase: false) == other.pattern.host?.shape(ignoringCase: false)
            && pattern.query.count == other.pattern.query.count
            && pattern.query.allSatisfy(other.pattern.query.contains)
    }
}

extension ParameterType {
    /// Texts to try when one is needed that is of the type; all of them are.
    var samples: [String] {
        let candidates: [String] =
            switch test {
            case .range(let range) where !isNamed: ["\(Int(range.lowerBound))", "\(Int(range.upperBound))"]
            case .range, .double, .uuid, .custom: Self.generalSamples
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
    /// Returns whether this accepts every text that the other accepts.
    ///
    /// `nil` accepts any text.
    func covers(_ other: ParameterType?) -> Bool {
        guard let self, let other else { return self == nil }
        if self == other { return true }
        return switch (self.test, other.test) {
        case (_, .choice(let words)): words.allSatisfy { self.accepts($0.span) }
        case (.double, .range): true
        case (.range(let own), .range(let range)): own.contains(range.lowerBound) && own.contains(range.upperBound)
        default: false
        }
    }
}
