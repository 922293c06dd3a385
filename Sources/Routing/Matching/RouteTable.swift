// The files of this folder, in the order of a lookup:
//
// 1. `RouteTable`: which route a path or a URL has.
// 2. `RouteTree`: how a path is looked up. `PathTree`: how the tree is built.
// 3. `RouteRecord`: which conditions a route has besides its path.
// 4. `RouteTree+Values`: which values a match has.

/// An immutable table of patterns and values, which finds the best route for a path or a URL.
///
/// ```swift
/// let table = RouteTable([
///     .init(pattern: try RoutePattern("/users/me"), value: "my page"),
///     .init(pattern: try RoutePattern("/users/:id"), value: "a user's page"),
/// ])
/// table.match("/users/42")?["id"]  // "42"
/// ```
///
/// These rules find the best of several routes for a path. Each one decides between routes that are equal by those
/// before it:
///
/// 1. The higher priority.
/// 2. The more specific segment, compared from the left: a literal, a mixed segment such as `:name.json`, a parameter
///    with a type, one without, a `*` in the middle, a tail. The end of a pattern comes before a tail.
/// 3. More literal text in a mixed segment.
/// 4. The more specific host.
/// 5. More required items of the query.
/// 6. The earlier place in the list.
///
/// The time of a lookup does not depend on the number of routes, if few of them begin alike. A search that takes more
/// than 4,194,304 steps finds nothing. A lookup allocates nothing unless the path, the host or a required query item is
/// encoded, a segment of the path begins with a dot, the host has uppercase letters, or a `Double` or a type of your
/// own reads more than 15 bytes.
public struct RouteTable<Value: Sendable>: Sendable {
    let tree: RouteTree
    let values: [Value]

    /// Creates a table for paths and for URLs.
    ///
    /// Linear in the routes.
    ///
    /// - Parameters:
    ///   - origins: The beginning of a URL, the rest of which is the path; `nil` for all URLs.
    ///   - host: The meaning of the host of a URL, without origins.
    ///   - ignoringCase: `true` if literals match regardless of the case of ASCII letters.
    ///   - routes: The routes; of two with the same rank, the earlier is better.
    public init(
        origins: [Origin]? = nil, host: HostRule = .ignore, ignoringCase: Bool = false, _ routes: [Route] = []
    ) {
        self.init(
            origins.map(Addressing.origins) ?? .host(host), ignoringCase: ignoringCase, routes.map(\.record),
            values: routes.map(\.value))
    }

    init(_ addressing: Addressing, ignoringCase: Bool = false, _ records: [RouteRecord], values: [Value]) {
        tree = RouteTree(records, addressing, isIgnoringCase: ignoringCase)
        self.values = values
    }

    /// The routes in the order in which they were given.
    ///
    /// The value is computed at each access.
    public var routes: [Route] { zip(tree.records, values).map { Route($0, value: $1) } }

    /// A pattern, its priority and its value.
    public struct Route: Sendable {
        let record: RouteRecord

        /// The value of the route.
        public let value: Value

        /// Creates a route.
        public init(pattern: RoutePattern, priority: Int = 0, schemes: Set<String> = [], value: Value) {
            self.init(RouteRecord(pattern: pattern, priority: priority, schemes: schemes), value: value)
        }

        init(_ record: RouteRecord, value: Value) {
            self.record = record
            self.value = value
        }

        /// The pattern of the route.
        public var pattern: RoutePattern { record.pattern }

        /// Routes of a higher priority come before all others.
        public var priority: Int { record.priority }

        /// The schemes that a URL may have, without regard to case; empty for all schemes.
        public var schemes: Set<String> { record.schemes }
    }
}

extension RouteTable {
    /// The number of the best route for a path in ``routes``, or `nil` if there is none.
    ///
    /// The fastest lookup. The path is percent-encoded text without a query; one that has more than 64 KiB or does not
    /// decode to UTF-8 matches nothing. Routes that require a scheme, a host or a query item do not match a path.
    public func lookup(_ path: String) -> Int? { tree.best(path)?.route }

    /// The best route for a path, or `nil` when there is none.
    ///
    /// The path is as for ``lookup(_:)``.
    public func match(_ path: String) -> Match? {
        guard let hit = tree.best(path) else { return nil }
        return Match(table: self, hit: hit, text: path, url: nil)
    }

    /// The best route for a URL, or `nil` when there is none.
    public func match(_ url: URLText) -> Match? {
        guard let path = tree.addressing.path(of: url), let hit = tree.best(path, of: url) else { return nil }
        return Match(table: self, hit: hit, text: path.text, url: url)
    }

    /// Returns the routes for a path, best first.
    ///
    /// All but the first are looked up when they are requested.
    public func matches(_ path: String) -> Matches {
        Matches(table: self, path: PathText(path, 0..<path.utf8.count), url: nil)
    }

    /// Returns the routes for a URL, best first.
    ///
    /// All but the first are looked up when they are requested.
    public func matches(_ url: URLText) -> Matches {
        Matches(table: self, path: tree.addressing.path(of: url), url: url)
    }

    /// Throws when a URL is invalid for this table: its host counts as a segment of the path, and is `.` or `..`.
    ///
    /// Nothing matches such a URL.
    public func check(_ url: URLText) throws(URLTextError) { try tree.addressing.check(url) }

    /// The routes for a path or a URL, best first.
    public struct Matches: Sequence, IteratorProtocol, Sendable {
        let table: RouteTable
        /// `nil` when the URL is not one for the table.
        let path: PathText?
        let url: URLText?
        /// The hits for the path, once more than the first was requested.
        private var hits: [RouteHit] = []
        private var count = 0

        init(table: RouteTable, path: PathText?, url: URLText?) {
            self.table = table
            self.path = path
            self.url = url
        }

        /// The next best route.
        public mutating func next() -> Match? {
            guard let path, let hit = nextHit() else { return nil }
            return Match(table: table, hit: hit, text: path.text, url: url)
        }

        /// The next best route, as numbers.
        mutating func nextHit() -> RouteHit? {
            guard let path else { return nil }
            defer { count += 1 }
            if count == 0 { return table.tree.best(path, of: url) }
            if count == 1 { hits = table.tree.all(path, of: url) }
            return count < hits.count ? hits[count] : nil
        }
    }

    /// A route that matches a path or a URL, with its values.
    ///
    /// Values are stored as ranges of the text. They are converted to strings and decoded when they are read.
    public struct Match: Sendable {
        let table: RouteTable
        let hit: RouteHit

        /// The text that the path is a part of: that of the URL, unless a port had to be left out.
        let text: String

        /// The URL, or `nil` when a path alone was looked up.
        fileprivate let url: URLText?

        /// The route.
        public var route: Route { Route(table.tree.records[hit.route], value: value) }

        /// The value of the route.
        public var value: Value { table.values[hit.route] }

        /// The decoded value of a parameter, or `nil` if the pattern has no such parameter or its group did not match.
        public subscript(name: String) -> String? { table.tree.value(named: name, of: hit, in: text, of: url) }

        /// The decoded values of all parameters that matched.
        public var parameters: [String: String] { table.tree.values(of: hit, in: text, of: url) }

        /// The decoded segments that a tail matched, or `nil` if the pattern does not end in one.
        public var tail: [String]? { table.tree.tail(of: hit, in: text) }

        /// The decoded items of the URL's query: all values of a key, in their order; a key without `=` has an empty
        /// one.
        ///
        /// The value is computed at each access.
        public var query: URLQuery { url?.query ?? [:] }
    }
}

extension RouteTable.Route: CustomStringConvertible {
    /// The pattern, and the priority unless it is 0.
    public var description: String { pattern.text.printed + (priority == 0 ? "" : " [\(priority)]") }
}

extension RouteTable.Match: CustomStringConvertible {
    /// The pattern and the values of its parameters.
    public var description: String {
        let values = parameters.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return ([pattern] + values.map { "\($0.key): \($0.value.quoted)" }).joined(separator: ", ")
    }

    private var pattern: String { route.pattern.text.quoted }
}

extension RouteTable: CustomStringConvertible {
    /// The table as a tree with one segment per line, in the order of a lookup: the more specific segment first, and of
    /// mixed or typed segments the one with the better route.
    ///
    /// After a segment are the patterns that end there, with their priority unless it is 0.
    public var description: String { tree.lines.joined(separator: "\n") }
}

extension RouteTree {
    /// The lines of a printed table: one for each segment, with the patterns that end there, in the order of a lookup.
    ///
    /// Literals are in the order of their bytes. The names of parameters at one position share a line.
    fileprivate var lines: [String] {
        let endings = paths.endings.dropFirst().filter { !$0.isHostOnly }
        let segments = endings.map { records[Int($0.route)].pattern.expansion(Int($0.expansion)) }
        let keys = segments.map { $0.key(ignoringCase: false) }
        func branch(_ order: ArraySlice<Int>, named name: String, depth: Int, offset: Int) -> [String] {
            let ends = order.prefix { keys[$0].count == offset }
            var line = String(repeating: "  ", count: depth) + name
            var last: UInt32?
            for route in ends.map({ endings[$0].route }) where route != last {
                let record = records[Int(route)]
                line += (last == nil ? "  → " : ", ") + record.pattern.text.printed
                if record.priority != 0 { line += " [\(record.priority)]" }
                last = route
            }
            var groups: [ArraySlice<Int>] = []
            var sortKeys: [Bytes] = []
            var rest = order[ends.endIndex...]
            while let first = rest.first {
                let segment = keys[first].segment(from: offset)
                let group = rest.prefix { keys[$0].segment(from: offset) == segment }
                // Mixed and typed segments are ordered by their best route.
                let mark = segment[offset]
                let best = group.min() ?? 0
                let key = [mark] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: best >> $0) }
                sortKeys.append(mark < Rank.literal.mark ? Bytes(segment) : Bytes(key))
                groups.append(group)
                rest = rest[group.endIndex...]
            }
            var lines = [line]
            for group in sortKeys.sortedIndices.map({ groups[$0] }) {
                var names: [String] = []
                let spellings = Array(group).sorted().map { "\(segments[$0][depth])".printed }
                for name in spellings where !names.contains(name) { names.append(name) }
                let end = keys[group[group.startIndex]].segment(from: offset).endIndex
                lines += branch(group, named: names.joined(separator: " | "), depth: depth + 1, offset: end)
            }
            return lines
        }
        return branch(keys.sortedIndices[...], named: "/", depth: 0, offset: 0)
    }
}
