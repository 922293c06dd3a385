import Routing

/// A table of routes, and what JLRoutes answers to URLs; see the `README.md` in `Resources`.
struct PlainTable {
    struct Answer: Hashable {
        var route: Int?
        var parameters: [String: String] = [:]
        var query: [String: [String]] = [:]
        var tail: [String]?
    }

    private let host: HostRule
    private var routes: [(pattern: String, priority: Int)] = []
    private(set) var steps: [(url: String, answer: Answer)] = []

    /// The routes as a table of this package, each with its number.
    var table: RouteTable<Int> {
        get throws {
            let routes = try routes.enumerated().map { number, route in
                RouteTable.Route(
                    pattern: try RoutePattern(route.pattern), priority: route.priority, value: number)
            }
            return RouteTable(host: host, routes)
        }
    }

    static func all() throws -> [PlainTable] {
        var tables: [PlainTable] = []
        for fields in try VectorFile.rows(of: "jlroutes-plain") {
            if fields[0] == "table" {
                tables.append(PlainTable(host: fields[1] == "path" ? .path : .ignore))
            } else {
                tables[tables.count - 1].add(fields)
            }
        }
        return tables
    }

    private init(host: HostRule) {
        self.host = host
    }

    private mutating func add(_ fields: [String]) {
        if fields.count == 2, let priority = Int(fields[0]) {
            routes.append((fields[1], priority))
            return
        }
        var answer = Answer()
        if fields.count > 1, let route = Int(fields[1]) {
            answer.route = route
            answer.parameters = Self.parameters(of: routes[route].pattern, fields[2])
            let query = fields[3] == "=" ? fields[0].split(at: "?").1.map { String($0) } : fields[3]
            answer.query = VectorFile.items(of: query ?? "")
            if fields.count > 4 { answer.tail = VectorFile.segments(of: fields[4]) }
        }
        steps.append((fields[0], answer))
    }

    /// `value&*&value`: one for each name in the pattern, and a star where the group took no part.
    private static func parameters(of pattern: String, _ field: String) -> [String: String] {
        let names = pattern.split(separator: ":").dropFirst(pattern.hasPrefix(":") ? 0 : 1).map { text in
            String(text.prefix { $0 == "_" || $0.isLetter || $0.isNumber })
        }
        let values = field.split(separator: "&", omittingEmptySubsequences: false)
        return Dictionary(uniqueKeysWithValues: zip(names, values).filter { $1 != "*" })
            .mapValues { VectorFile.unescaped($0) }
    }
}

extension PlainTable.Answer {
    init(_ table: RouteTable<Int>, _ url: URLText) {
        self.init()
        guard let match = table.match(url) else { return }
        route = match.value
        parameters = match.parameters
        query = url.query.dictionary
        tail = match.tail
    }
}
