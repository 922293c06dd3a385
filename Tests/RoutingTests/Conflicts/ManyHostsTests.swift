import Routing
import Testing

/// Routes of one shape behind more hosts, schemes or queries than are compared one by one.
struct ManyHostsTests {
    private static func conflicts(_ first: [String], _ second: String, schemes: [Set<String>] = []) throws -> [String] {
        let patterns = first + [second]
        let routes = try patterns.indices.map { number in
            RouteTable.Route(
                pattern: try RoutePattern(patterns[number]), schemes: number < schemes.count ? schemes[number] : [],
                value: number)
        }
        return RouteTable(host: .match, routes).conflicts.map { "\($0.kind) \($0.first.index) \($0.second.index)" }
    }

    private static let hosts = (0..<40).map { "//h\($0).example/x/:a" }

    @Test func aDuplicateBehindManyHostsIsReported() throws {
        #expect(try Self.conflicts(Self.hosts, "//h39.example/x/:b") == ["duplicate 39 40"])
        #expect(try Self.conflicts(Self.hosts, "//h40.example/x/:b") == [])
    }

    @Test func aDuplicateBehindManyQueriesIsReported() throws {
        let queries = (0..<40).map { "/x/:a?k\($0)" }
        #expect(
            try Self.conflicts(queries.map { "//h.example" + $0 }, "//h.example/x/:b?k39").contains("duplicate 39 40"))
    }

    @Test func aDuplicateOfAnySchemeIsReported() throws {
        let schemes = (0..<40).map { Set(["s\($0)"]) }
        let same = Self.hosts.map { _ in "//h.example/x/:a" }
        #expect(try Self.conflicts(same, "//h.example/x/:b", schemes: schemes + [["s39"]]) == ["duplicate 39 40"])
        #expect(try Self.conflicts(same, "//h.example/x/:b", schemes: schemes + [["s40"]]) == [])
        #expect(try Self.conflicts(same, "//h.example/x/:b", schemes: schemes).contains("duplicate 0 40"))
    }

    /// The spellings of the first segment are the same where it is a host, so all of these rank alike.
    @Test func aDuplicateBehindManySpellingsIsReported() throws {
        let spellings = (0..<40).map { number in
            String("abcdef".enumerated().map { number >> $0 & 1 == 1 ? Character($1.uppercased()) : $1 })
        }
        let patterns = spellings.map { "/\($0)/:a" } + ["/\(spellings[39])/:b"]
        let routes = try patterns.map { RouteTable.Route(pattern: try RoutePattern($0), value: $0) }
        let conflicts = RouteTable(host: .path, routes).conflicts.filter { $0.second.index == 40 }
        #expect(conflicts.contains { $0.kind == .duplicate && $0.first.index == 39 })
    }
}
