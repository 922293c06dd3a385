extension RouteTree {
    /// The best route for a path, or `nil` when there is none or the path does not decode to UTF-8.
    ///
    /// - Parameters:
    ///   - bytes: The text that the path stands in.
    ///   - request: Where it stands.
    ///   - url: The URL that the path is of, if it is one.
    /// - Returns: The best route, or `nil`.
    @inline(never)
    func best(
        _ bytes: UnsafeBufferPointer<UInt8>, _ request: RouteTree.Request, _ url: UnsafePointer<URLText>?
    ) -> RouteHit? {
        guard bytes.count >= 8 else { return bytes.withPadding { best($0, request, url) } }
        guard bytes.count <= URLText.maximumLength else { return nil }
        if !isIgnoringCase, !request.isHostFirst || (!hasSimilarHosts && request.isPlainHost(in: bytes)) {
            let root = request.isHostFirst ? Self.hostRoot : 0
            let hit = plain.best(bytes, from: request.start, to: request.end, below: root)
            if hit.isDecided { return hit }
        }
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: PathTokens.capacity) { starts in
            withUnsafeTemporaryAllocation(of: UInt64.self, capacity: RouteWalk.frameCapacity) { frames in
                bestOfAny(
                    bytes, request, url, starts.baseAddress.unsafelyUnwrapped, frames.baseAddress.unsafelyUnwrapped)
            }
        }
    }

    /// The same for any path and any tree.
    @inline(never)
    private func bestOfAny(
        _ bytes: UnsafeBufferPointer<UInt8>, _ request: RouteTree.Request, _ url: UnsafePointer<URLText>?,
        _ starts: UnsafeMutablePointer<UInt32>, _ frames: UnsafeMutablePointer<UInt64>
    ) -> RouteHit? {
        guard let text = bytes.baseAddress else { return nil }
        var scan = PathScan(text, lastWord: bytes.count &- 8)
        guard scan.find(request, starts), !isIgnoringCase else {
            return bestDecoded(bytes, request, url, starts, frames)
        }
        let path = PathTokens(
            text: text, lastWord: bytes.count &- 8, plain: text, source: text, starts: starts, end: request.end,
            writtenStarts: starts, writtenEnds: starts + 1, writtenEnd: request.end, isFolded: false,
            isHostFirst: request.isHostFirst)
        guard !request.isHostFirst || !path.beginsWithCapitals else {
            return bestDecoded(bytes, request, url, starts, frames)
        }
        return RouteWalk(tree: view, path: path, url: url, frames: frames).bestHit()
    }

    /// The same for a path that cannot be looked up as it stands.
    @inline(never)
    private func bestDecoded(
        _ bytes: UnsafeBufferPointer<UInt8>, _ request: RouteTree.Request, _ url: UnsafePointer<URLText>?,
        _ starts: UnsafeMutablePointer<UInt32>, _ frames: UnsafeMutablePointer<UInt64>
    ) -> RouteHit? {
        withDecoded(bytes, request, starts, otherwise: nil) { path in
            RouteWalk(tree: view, path: path, url: url, frames: frames).bestHit()
        }
    }

    /// All routes for a path in their order, each once.
    func all(
        _ bytes: UnsafeBufferPointer<UInt8>, _ request: RouteTree.Request, _ url: UnsafePointer<URLText>?
    ) -> [RouteHit] {
        guard bytes.count <= URLText.maximumLength else { return [] }
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: PathTokens.capacity) { starts in
            withDecoded(bytes, request, starts.baseAddress.unsafelyUnwrapped, otherwise: []) { path in
                withUnsafeTemporaryAllocation(of: UInt64.self, capacity: RouteWalk.frameCapacity) { frames in
                    RouteWalk(tree: view, path: path, url: url, frames: frames.baseAddress.unsafelyUnwrapped).all()
                }
            }
        }
    }

    /// Calls the body with the segments of a path that cannot be looked up as it stands.
    @inline(never)
    private func withDecoded<Result>(
        _ bytes: UnsafeBufferPointer<UInt8>, _ request: RouteTree.Request, _ starts: UnsafeMutablePointer<UInt32>,
        otherwise nothing: Result, _ body: (PathTokens) -> Result
    ) -> Result {
        let whole = bytes.span
        guard PercentCoding.firstInvalid(in: whole, from: request.start, to: request.end) == nil else { return nothing }
        let room = max(8, request.end - request.start + 2)
        return withUnsafeTemporaryAllocation(of: UInt32.self, capacity: PathTokens.capacity) { from in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: PathTokens.capacity) { to in
                withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { plain in
                    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { text in
                        let plainStart = plain.baseAddress.unsafelyUnwrapped
                        var path = PathTokens(
                            text: UnsafeRawPointer(text.baseAddress.unsafelyUnwrapped), lastWord: room - 8,
                            plain: plainStart, source: bytes.baseAddress ?? UnsafePointer(plainStart), starts: starts,
                            end: 0, writtenStarts: from.baseAddress.unsafelyUnwrapped,
                            writtenEnds: to.baseAddress.unsafelyUnwrapped, writtenEnd: request.end,
                            isFolded: isIgnoringCase, isHostFirst: request.isHostFirst)
                        path.decode(whole, request, into: plain, text)
                        return body(path)
                    }
                }
            }
        }
    }
}

extension PathTokens {
    /// Whether the first segment would have to be compared in small letters.
    fileprivate var beginsWithCapitals: Bool {
        start(of: 0) <= end && plainSegment(0).contains { $0.lowercased != $0 }
    }
}

extension RouteTree.Request {
    /// Whether the first segment has no capital letters.
    fileprivate func isPlainHost(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = start
        while index < end, bytes[index] != UInt8(ascii: "/") {
            guard bytes[index].lowercased == bytes[index] else { return false }
            index += 1
        }
        return true
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Calls the body with the few bytes that these are, and zeros behind them up to eight.
    fileprivate func withPadding<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 8) { padded in
            padded.initialize(repeating: 0)
            for index in indices { padded[index] = self[index] }
            return body(UnsafeBufferPointer(padded))
        }
    }
}

extension PlainTree {
    /// The best route for a path, or ``RouteHit/undecided``.
    @inline(never)
    func best(
        _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int, below root: UInt32 = 0
    ) -> RouteHit {
        guard bytes.count >= 8, bytes.count <= URLText.maximumLength, let text = bytes.baseAddress else {
            return .undecided
        }
        var spans = SIMD16<UInt32>()
        return withUnsafeMutableBytes(of: &spans) { room in
            let spans = room.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt32.self)
            return PlainWalk(self, text, bytes.count, from: start, to: end, spans).best(below: root)
        }
    }
}
