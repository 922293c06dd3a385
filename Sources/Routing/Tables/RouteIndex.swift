/// What a table looks routes up in; it does not know what they lead to.
///
/// A class, so that a lookup counts no references to the many arrays of the tree.
final class RouteIndex: Sendable {
    let tree: RouteTree
    let addressing: Addressing

    @inline(never)
    init(_ tree: RouteTree, _ addressing: Addressing) {
        var tree = tree
        tree.trim()
        self.tree = tree
        self.addressing = addressing
    }

    /// An index that is not kept: constant, since the tree is not copied.
    init(untrimmed tree: RouteTree, _ addressing: Addressing) {
        self.tree = tree
        self.addressing = addressing
    }

    /// The best route for a path, or `nil` when there is none.
    @inline(__always)
    func best(_ path: String) -> RouteHit? {
        let hit = path.utf8.withContiguousStorageIfAvailable { bytes in
            plainBest(bytes, PathRange(of: bytes.span, from: 0, to: bytes.count))
        }
        if let hit, hit.isDecided { return hit }
        return bestOfAny(path)
    }

    /// The same for those who are in no hurry.
    @inline(never)
    func first(_ path: String) -> RouteHit? { best(path) }

    @inline(never)
    private func bestOfAny(_ path: String) -> RouteHit? {
        path.withBytes { bytes in bestOfAny(bytes, PathRange(of: bytes.span, from: 0, to: bytes.count), nil) }
    }

    /// The best route for the path of a URL, or `nil` when there is none.
    @inline(never)
    func best(_ path: PathText, of url: URLText) -> RouteHit? {
        path.withBytes(of: url) { best($0, path.range, url) }
    }

    /// All routes for a path in their order, each once.
    func all(_ path: String) -> [RouteHit] {
        path.withBytes { bytes in all(bytes, PathRange(of: bytes.span, from: 0, to: bytes.count), nil) }
    }

    /// All routes for the path of a URL in their order, each once.
    @inline(never)
    func all(_ path: PathText, of url: URLText) -> [RouteHit] {
        path.withBytes(of: url) { all($0, path.range, url) }
    }

    @inline(__always)
    private func best(_ bytes: UnsafeBufferPointer<UInt8>, _ range: PathRange, _ url: URLText?) -> RouteHit? {
        let hit = plainBest(bytes, range)
        return hit.isDecided ? hit : bestOfAny(bytes, range, url)
    }

    /// The best route by a ``PlainWalk``.
    @inline(never)
    private func plainBest(_ bytes: UnsafeBufferPointer<UInt8>, _ range: PathRange) -> RouteHit {
        guard bytes.count >= 8 else { return plainBestOfShort(bytes, range) }
        guard bytes.count <= URLText.maximumLength, !tree.isIgnoringCase else { return .undecided }
        guard !range.beginsWithHost || !tree.hasSimilarHosts && !range.hasCapitalsFirst(in: bytes.span) else {
            return .undecided
        }
        return PlainWalk.best(in: tree, bytes, range)
    }

    @inline(never)
    private func plainBestOfShort(_ bytes: UnsafeBufferPointer<UInt8>, _ range: PathRange) -> RouteHit {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 8) { padded in
            padded.initialize(repeating: 0)
            _ = padded.update(fromContentsOf: bytes)
            return plainBest(UnsafeBufferPointer(padded), range)
        }
    }

    /// The best route for any path.
    @inline(never)
    private func bestOfAny(_ bytes: UnsafeBufferPointer<UInt8>, _ range: PathRange, _ url: URLText?) -> RouteHit? {
        PathTokens.with(bytes, range, isIgnoringCase: tree.isIgnoringCase, otherwise: nil) { path in
            RouteWalk(index: self, path: path, url: url).bestHit()
        }
    }

    private func all(_ bytes: UnsafeBufferPointer<UInt8>, _ range: PathRange, _ url: URLText?) -> [RouteHit] {
        PathTokens.with(bytes, range, isIgnoringCase: tree.isIgnoringCase, otherwise: []) { path in
            RouteWalk(index: self, path: path, url: url).all()
        }
    }
}

extension PathRange {
    /// Whether the first segment has capital letters.
    fileprivate func hasCapitalsFirst(in bytes: Span<UInt8>) -> Bool {
        var index = start
        while index < end, bytes[index] != UInt8(ascii: "/") {
            if bytes[index].lowercased != bytes[index] { return true }
            index += 1
        }
        return false
    }
}
