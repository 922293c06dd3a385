import Pages

/// The elements of pages that were sent to a tab, each with the hash of its content.
struct SentPatches {
    fileprivate struct Element: Hashable {
        let kind: Patch.Kind
        let name: String
    }

    private var regions: [Int: [Element: Int]] = [:]

    /// Returns what has changed in a region since it was sent, and remembers it as sent.
    ///
    /// Elements that are not in the region any more are emptied.
    mutating func changes(of region: Int, to patches: [Patch]) -> [Patch] {
        let before = regions[region] ?? [:]
        var after: [Element: Int] = [:]
        for patch in patches { after[Element(patch)] = patch.content.hashValue }
        regions[region] = after
        let changed = patches.filter { before[Element($0)] != after[Element($0)] }
        let gone = before.keys.filter { after[$0] == nil }
        return changed + gone.map { Patch($0.kind, $0.name, "") }
    }
}

extension SentPatches.Element {
    fileprivate init(_ patch: Patch) {
        kind = patch.kind
        name = patch.name
    }
}
