extension QueryRequirement {
    /// Whether every query that fulfils the other fulfils this, too; false when that cannot be told.
    func covers(_ other: QueryRequirement) -> Bool {
        key.utf8.elementsEqual(other.key.utf8) && type.covers(other.type)
    }

    /// A value that both take, or `nil` when none was found; for different keys, one that this takes.
    func example(sharedWith other: QueryRequirement) -> String? {
        guard key.utf8.elementsEqual(other.key.utf8) else { return example }
        return type == nil && other.type == nil ? "" : type.example(sharedWith: other.type)
    }

    /// A value that is taken, or `nil` when none was found.
    var example: String? {
        type == nil ? "" : type.example(sharedWith: nil)
    }
}

extension [QueryRequirement] {
    /// Whether every query that fulfils all of the others fulfils all of these, too; false when that cannot be told.
    func covers(_ others: [QueryRequirement]) -> Bool {
        allSatisfy { own in others.contains { own.covers($0) } }
    }

    /// Items that fulfil these and the others, each key once, or `nil` when none were found.
    func example(sharedWith others: [QueryRequirement]) -> [(key: String, value: String)]? {
        var items: [(key: String, value: String)] = []
        for own in self {
            let other = others.first { $0.key.utf8.elementsEqual(own.key.utf8) }
            guard let value = own.example(sharedWith: other ?? own) else { return nil }
            items.append((own.key, value))
        }
        for other in others where !contains(where: { $0.key.utf8.elementsEqual(other.key.utf8) }) {
            guard let value = other.example else { return nil }
            items.append((other.key, value))
        }
        return items
    }

    /// The requirements in an order that does not depend on how they were written.
    var shape: [QueryRequirement] {
        sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    }
}
