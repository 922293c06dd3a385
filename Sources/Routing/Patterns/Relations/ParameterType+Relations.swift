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

    /// Whether every text that the other takes is taken, too; false when that cannot be told.
    func covers(_ other: ParameterType) -> Bool {
        if self == other { return true }
        return switch (test, other.test) {
        case (_, .choice(let words)): words.allSatisfy { accepts($0.span) }
        case (.int, .range), (.double, .int), (.double, .uint), (.double, .range): true
        case (.uint, .range(let range)): range.lowerBound >= 0
        case (.range(let own), .range(let range)): own.contains(range.lowerBound) && own.contains(range.upperBound)
        default: false
        }
    }
}

extension ParameterType? {
    /// Whether every text that the other takes is taken, too; any text is taken without a type.
    func covers(_ other: ParameterType?) -> Bool {
        guard let self else { return true }
        guard let other else { return false }
        return self.covers(other)
    }

    /// A text that both take, or `nil` when none was found.
    func example(sharedWith other: ParameterType?) -> String? {
        let candidates = (self?.samples ?? []) + (other?.samples ?? []) + ParameterType.generalSamples
        return candidates.first { text in
            !text.isEmpty && self?.accepts(text) ?? true && other?.accepts(text) ?? true
        }
    }
}
