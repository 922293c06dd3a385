extension RouteTable {
    /// A route that fits a path, and the values that it takes from it.
    ///
    /// Values stay where they are in the path; they become strings, and are decoded, when they are asked for.
    public struct Match: Sendable {
        // All of the table's routes and a number, and not the one route: so the layout does not depend on `Value`, and a
        // lookup from another module needs no metadata.
        let routes: [Route]
        let number: Int
        let expansion: Int
        let captures: Captures
        let tailStart: Int
        let path: PathText

        /// The route.
        public var route: Route { routes[number] }

        /// What the route leads to.
        public var value: Value { route.value }

        /// The decoded value of a parameter, or `nil` when the pattern has none of that name or its group took no part.
        public subscript(name: String) -> String? {
            var number = 0
            for case .parameter(let parameter) in segments {
                if parameter == name { return text(of: number) }
                number += 1
            }
            return nil
        }

        /// The decoded values of all parameters that took part.
        public var parameters: [String: String] {
            var parameters: [String: String] = [:]
            for case .parameter(let name) in segments { parameters[name] = text(of: parameters.count) }
            return parameters
        }

        /// The decoded segments that a tail took, or `nil` when the path that matched does not end in one.
        public var tail: [String]? {
            segments.endsInTail ? path.segments(from: tailStart) : nil
        }

        private var segments: [PatternSegment] { route.pattern.expansions[expansion] }

        private func text(of number: Int) -> String {
            let range = captures[number]
            return path.text.withSpan { PercentCoding.text(of: $0, from: range.lowerBound, to: range.upperBound) }
        }
    }
}

extension RouteTable {
    /// The routes for a path, best first.
    public struct Matches: Sequence, IteratorProtocol, Sendable {
        private let table: RouteTable
        private let path: PathText?
        private var state = State.first

        private enum State {
            case first
            case others
            case listed(ArraySlice<Match>)
        }

        init(table: RouteTable, path: PathText?) {
            self.table = table
            self.path = path
        }

        /// The next best route.
        public mutating func next() -> Match? {
            guard let path else { return nil }
            switch state {
            case .first:
                state = .others
                return table.match(path)
            case .others:
                state = .listed(table.allMatches(path).dropFirst())
                return next()
            case .listed(var others):
                let match = others.popFirst()
                state = .listed(others)
                return match
            }
        }
    }
}
