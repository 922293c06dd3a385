extension RouteTree {
    /// A path in a text, without the slashes around it, and what its first segment is.
    struct Request {
        let start: Int
        /// Less than the start when there is no segment.
        let end: Int
        let isHostFirst: Bool
    }

    /// The best route for a path, or `nil` when there is none.
    func best(_ path: String) -> RouteHit? {
        path.withBytes { best($0, Request(of: $0), nil) }
    }

    /// The best route for the path of a URL, or `nil` when there is none.
    func best(_ path: PathText, of url: URLText) -> RouteHit? {
        withUnsafePointer(to: url) { url in path.text.withBytes { best($0, Request(path), url) } }
    }

    /// All routes for a path in their order, each once.
    func all(_ path: String) -> [RouteHit] {
        path.withBytes { all($0, Request(of: $0), nil) }
    }

    /// All routes for the path of a URL in their order, each once.
    func all(_ path: PathText, of url: URLText) -> [RouteHit] {
        withUnsafePointer(to: url) { url in path.text.withBytes { all($0, Request(path), url) } }
    }
}

extension PlainTree {
    /// The best route for a path, or ``RouteHit/undecided``.
    @inline(__always)
    func best(_ path: String) -> RouteHit {
        let hit = path.utf8.withContiguousStorageIfAvailable { bytes in
            let request = RouteTree.Request(of: bytes)
            return best(bytes, from: request.start, to: request.end)
        }
        return hit ?? .undecided
    }
}

extension RouteTree.Request {
    /// A whole text as a path.
    @inline(__always)
    init(of text: UnsafeBufferPointer<UInt8>) {
        var start = 0
        var end = text.count
        if start < end, text[0] == UInt8(ascii: "/") { start = 1 }
        if start == end {
            start &+= 1
        } else if text[end &- 1] == UInt8(ascii: "/") {
            end &-= 1
        }
        self.init(start: start, end: end, isHostFirst: false)
    }

    init(_ path: PathText) {
        self.init(start: path.start, end: path.end, isHostFirst: path.beginsWithHost)
    }
}

extension String {
    @inline(__always)
    fileprivate func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let result = utf8.withContiguousStorageIfAvailable(body) { return result }
        return withCopiedBytes(body)
    }

    @inline(never)
    private func withCopiedBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        var native = self
        return native.withUTF8(body)
    }
}
