import Foundation
import Routing
import Testing

/// A table of routes, and the answers of JLRoutes to URLs.
///
/// The rows of a file are `table` with a host rule, a priority with a pattern, and URLs. A URL that matched has the
/// number of the route, the values of the names in its pattern (`*` if the group is absent), the query (`=` if it is
/// that of the URL), and the tail.
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

/// The text files in `Resources`: a row a line, fields with tabs between them.
enum VectorFile {
    static func rows(of name: String) throws -> [[String]] {
        let url = try #require(Bundle.module.url(forResource: name, withExtension: "tsv", subdirectory: "Resources"))
        let text = try String(contentsOf: url, encoding: .utf8)
        return text.split(separator: "\n").map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// `key=value,value&key=value`, in which these three signs, `%` and tabs are percent-encoded.
    static func items(of field: String) -> [String: [String]] {
        var items: [String: [String]] = [:]
        for item in field.split(separator: "&") {
            let (key, values) = item.split(at: "=")
            items[unescaped(key)] = (values ?? "").split(separator: ",", omittingEmptySubsequences: false).map(
                unescaped)
        }
        return items
    }

    /// `/segment/segment`.
    static func segments(of field: String) -> [String] {
        field.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map(unescaped)
    }

    static func unescaped(_ text: some StringProtocol) -> String {
        text.utf8.contains(UInt8(ascii: "%")) ? text.removingPercentEncoding ?? String(text) : String(text)
    }
}

extension StringProtocol {
    /// The parts before and behind the first such character.
    func split(at character: Character) -> (SubSequence, SubSequence?) {
        guard let index = firstIndex(of: character) else { return (self[...], nil) }
        return (self[..<index], self[self.index(after: index)...])
    }
}
