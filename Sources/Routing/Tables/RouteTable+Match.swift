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
            return names?.paths[hit.expansion].firstIndex(of: name).map { hit.values(in: text)[$0] }
        }

        /// The decoded values of all parameters that took part.
        public var parameters: [String: String] {
            guard let names = routes[hit.route].names else { return [:] }
            var parameters: [String: String] = [:]
            for (name, value) in zip(names.paths[hit.expansion], hit.values(in: text)) { parameters[name] = value }
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
