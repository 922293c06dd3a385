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
        Matches(routes: routes, hits: RouteHits(index, path))
    }

    /// All routes for a URL in their order, each once: what to try when the one before was not wanted.
    ///
    /// The first is found as by ``match(_:)-(URLText)``; the others are looked for when they are asked for.
    public func matches(_ url: URLText) -> Matches {
        Matches(routes: routes, hits: RouteHits(index, url))
    }
}

extension RouteTable {
    /// The routes for a path or a URL, best first.
    public struct Matches: Sequence, IteratorProtocol, Sendable {
        let routes: [Route]
        var hits: RouteHits

        /// The next best route.
        public mutating func next() -> Match? {
            guard let hit = hits.next() else { return nil }
            return Match(routes: routes, hit: hit, copy: hits.path, url: hits.url)
        }
    }
}

/// What stands behind the routes for a path or a URL, and does not know what they lead to.
struct RouteHits: Sendable {
    /// The path, or a copy of it; `nil` when it stands in the text of the URL.
    let path: String?
    let url: URLText?

    private let index: RouteIndex
    private let place: PathText?
    private var isBegun = false

    /// All but the first, last first, once they were asked for.
    private var others: [RouteHit]?

    init(_ index: RouteIndex, _ path: String) {
        self.index = index
        self.path = path
        url = nil
        place = nil
    }

    init(_ index: RouteIndex, _ url: URLText) {
        self.index = index
        self.url = url
        place = index.addressing.path(of: url)
        path = place?.copy
        if place == nil { others = [] }
    }

    mutating func next() -> RouteHit? {
        if others != nil { return others?.popLast() }
        guard isBegun else {
            isBegun = true
            let first = best
            if first == nil { others = [] }
            return first
        }
        others = all.dropFirst().reversed()
        return others?.popLast()
    }

    private var best: RouteHit? {
        if let url, let place { return index.best(place, of: url) }
        guard let path else { return nil }
        return index.first(path)
    }

    private var all: [RouteHit] {
        if let url, let place { return index.all(place, of: url) }
        guard let path else { return [] }
        return index.all(path)
    }
}

extension RouteTable {
    /// A route that fits a path or a URL, and the values that it takes from it.
    ///
    /// Values stay where they are in the text; they become strings, and are decoded, when they are asked for.
    public struct Match: Sendable {
        // All of the table's routes and a number, and not the one route: so the layout does not depend on `Value`, and a
        // lookup from another module needs no metadata.
        let routes: [Route]
        let hit: RouteHit

        /// The path, or a copy of it; `nil` when it stands in the text of the URL.
        let copy: String?

        /// The URL, or `nil` when a path alone was looked up.
        let url: URLText?

        /// The text that the path stands in: that of the URL, unless parts of it had to be left out.
        var text: String { copy ?? url?.text ?? "" }

        /// The route.
        public var route: Route { routes[hit.route] }

        /// What the route leads to.
        public var value: Value { routes[hit.route].value }

        /// The decoded value of a parameter, or `nil` when the pattern has none of that name or its group took no part.
        public subscript(name: String) -> String? {
            let names = routes[hit.route].names
            if let host = names?.host, host == name { return hostText }
            return names?[hit.expansion].firstIndex(of: name).map { hit.values(in: text)[$0] }
        }

        /// The decoded values of all parameters that took part.
        public var parameters: [String: String] {
            guard let names = routes[hit.route].names else { return [:] }
            var parameters: [String: String] = [:]
            for (name, value) in zip(names[hit.expansion], hit.values(in: text)) { parameters[name] = value }
            if let host = names.host { parameters[host] = hostText }
            return parameters
        }

        /// The decoded segments that a tail took, or `nil` when the path that matched does not end in one.
        public var tail: [String]? {
            hit.tail(in: text)
        }

        /// The decoded items of the URL's query: all values of a key, in their order; a key without `=` has an empty one.
        ///
        /// The value is made anew each time.
        public var query: [String: [String]] { url?.query ?? [:] }

        private var hostText: String? {
            guard let url, let range = url.parts.host else { return nil }
            return url.text.withSpan { PercentCoding.text(of: $0, from: range.lowerBound, to: range.upperBound) }
        }
    }
}
