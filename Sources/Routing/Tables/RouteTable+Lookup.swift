extension RouteTable {
    /// The best route for a path, told by numbers alone, or `nil` when there is none.
    ///
    /// The fastest way: what it returns holds on to nothing. The path is percent-encoded text without a query; one that has
    /// more than 64 KiB or does not decode to UTF-8 matches nothing. Routes that ask for a scheme, a host or something in
    /// the query do not match a path.
    public func lookup(_ path: String) -> RouteHit? {
        index.best(path)
    }

    /// The best route for a path, or `nil` when there is none.
    ///
    /// The path is as for ``lookup(_:)``.
    public func match(_ path: String) -> Match? {
        guard let hit = index.best(path) else { return nil }
        return Match(routes: routes, hit: hit, copy: path, url: nil)
    }

    /// The best route for a URL, or `nil` when there is none.
    public func match(_ url: URLText) -> Match? {
        guard let path = index.addressing.path(of: url), let hit = index.best(path, of: url) else { return nil }
        return Match(routes: routes, hit: hit, copy: path.copy, url: url)
    }

    /// All routes for a path in their order, each once: what to try when the one before was not wanted.
    ///
    /// The first is found as by ``match(_:)-(String)``; the others are looked for when they are asked for.
    public func matches(_ path: String) -> Matches {
        Matches { isFirst in
            guard !isFirst else { return match(path).map { [$0] } ?? [] }
            return index.all(path).map { Match(routes: routes, hit: $0, copy: path, url: nil) }
        }
    }

    /// All routes for a URL in their order, each once: what to try when the one before was not wanted.
    ///
    /// The first is found as by ``match(_:)-(URLText)``; the others are looked for when they are asked for.
    public func matches(_ url: URLText) -> Matches {
        Matches { isFirst in
            guard !isFirst else { return match(url).map { [$0] } ?? [] }
            guard let path = index.addressing.path(of: url) else { return [] }
            return index.all(path, of: url).map {
                Match(routes: routes, hit: $0, copy: path.copy, url: url)
            }
        }
    }
}

extension RouteTable {
    /// The routes for a path or a URL, best first.
    public struct Matches: Sequence, IteratorProtocol, Sendable {
        private let find: @Sendable (_ isFirst: Bool) -> [Match]
        private var state = State.first

        private enum State {
            case first
            case others
            case listed(ArraySlice<Match>)
        }

        init(_ find: @escaping @Sendable (_ isFirst: Bool) -> [Match]) {
            self.find = find
        }

        /// The next best route.
        public mutating func next() -> Match? {
            switch state {
            case .first:
                state = .others
                let first = find(true).first
                if first == nil { state = .listed([]) }
                return first
            case .others:
                state = .listed(find(false).dropFirst())
                return next()
            case .listed(var others):
                let match = others.popFirst()
                state = .listed(others)
                return match
            }
        }
    }
}
