extension RouteTable {
    /// The best route for a path, as numbers, or `nil` if there is none.
    ///
    /// The fastest lookup. The path is percent-encoded text without a query; one that has more than 64 KiB or does not decode
    /// to UTF-8 matches nothing. Routes that require a scheme, a host or a query item do not match a path.
    public func lookup(_ path: String) -> RouteHit? {
        index.best(path)
    }

    /// The best route for a path, or `nil` when there is none.
    ///
    /// The path is as for ``lookup(_:)``.
    public func match(_ path: String) -> Match? {
        guard let hit = index.best(path) else { return nil }
        return Match(self, hit, text: path, url: nil)
    }

    /// The best route for a URL, or `nil` when there is none.
    public func match(_ url: URLText) -> Match? {
        var matches = matches(url)
        return matches.next()
    }

    /// All routes for a path in their order, each once.
    ///
    /// The first is found as by ``match(_:)-(String)``; the others are looked up when they are requested.
    public func matches(_ path: String) -> Matches {
        Matches(table: self, path: PathText(path, 0..<path.utf8.count), url: nil)
    }

    /// All routes for a URL in their order, each once.
    ///
    /// The first is found as by ``match(_:)-(URLText)``; the others are looked up when they are requested.
    public func matches(_ url: URLText) -> Matches {
        Matches(table: self, path: index.addressing.path(of: url), url: url)
    }
}

extension RouteTable {
    /// Throws when a URL is invalid for this table: its host counts as a segment of the path, and is `.` or `..`.
    ///
    /// Nothing matches such a URL.
    public func check(_ url: URLText) throws(URLTextError) { try index.addressing.check(url) }

    /// The routes for a path or a URL, best first.
    public struct Matches: Sequence, IteratorProtocol, Sendable {
        private let table: RouteTable
        /// `nil` when the URL is not one for the table, or nothing is left.
        private var path: PathText?
        private let url: URLText?
        private var isBegun = false
        /// All but the first, last first, once they were asked for.
        private var others: [RouteHit]?

        fileprivate init(table: RouteTable, path: PathText?, url: URLText?) {
            self.table = table
            self.path = path
            self.url = url
        }

        /// The next best route.
        public mutating func next() -> Match? {
            guard let path, let hit = nextHit(path) else {
                path = nil
                return nil
            }
            return Match(table, hit, text: path.text, url: url)
        }

        private mutating func nextHit(_ path: PathText) -> RouteHit? {
            guard isBegun else {
                isBegun = true
                return table.index.tree.best(path, of: url)
            }
            if others == nil { others = table.index.tree.all(path, of: url).dropFirst().reversed() }
            return others?.popLast()
        }
    }

    /// A route that matches a path or a URL, with its values.
    ///
    /// Values are stored as ranges of the text. They are converted to strings and decoded when they are read.
    public struct Match: Sendable {
        private let table: RouteTable
        let hit: RouteHit

        /// The text that the path is a part of: that of the URL, unless a port had to be left out.
        let text: String

        /// The URL, or `nil` when a path alone was looked up.
        private let url: URLText?

        fileprivate init(_ table: RouteTable, _ hit: RouteHit, text: String, url: URLText?) {
            self.table = table
            self.hit = hit
            self.text = text
            self.url = url
        }

        private var record: RouteRecord { table.index.records[hit.route] }

        /// The route.
        public var route: Route { table.route(hit.route) }

        /// The value of the route.
        public var value: Value { table.values[hit.route] }

        /// The decoded value of a parameter, or `nil` if the pattern has no such parameter or its group did not match.
        public subscript(name: String) -> String? {
            let record = record
            if let number = record.number(ofParameter: name) { return hit.value(ofParameter: number, in: text) }
            return record.pattern.hostName.hasSameBytes(as: name) ? hostText : nil
        }

        /// The decoded values of all parameters that matched.
        public var parameters: [String: String] {
            let record = record
            var parameters = [String: String](minimumCapacity: hit.count)
            var rest = hit.taken
            let first = record.pattern.hostName == nil ? 0 : 1
            hit.forEachValue(of: 0..<hit.count, in: text) { value in
                parameters[record.pattern.parameters[first + rest.trailingZeroBitCount].name] = value
                rest &= rest - 1
            }
            if let host = record.pattern.hostName { parameters[host] = hostText }
            return parameters
        }

        /// The decoded segments that a tail matched, or `nil` if the pattern does not end in one.
        public var tail: [String]? { hit.tail(in: text) }

        /// The decoded items of the URL's query: all values of a key, in their order; a key without `=` has an empty one.
        ///
        /// The value is computed at each access.
        public var query: URLQuery { url?.query ?? [:] }

        private var hostText: String? {
            guard let url, url.parts.host != nil else { return nil }
            return url.withHost { $0.text }
        }
    }
}
