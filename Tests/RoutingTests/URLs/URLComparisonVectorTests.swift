import Routing
import Testing

/// The cases of the web platform's tests for the order of two patterns (`urlpattern-compare-test-data.json`).
///
/// Spelled in our syntax where it differs. Of the 25 cases seven mean the same with us, five are about patterns that
/// have no URL in common, which have no order with us, six are about patterns that we refuse, and seven are not about
/// paths (protocol, user name, password, host name, port, search and hash as patterns of their own).
struct URLComparisonVectorTests {
    /// Which of two patterns a path leads to: 1 for the left, -1 for the right, 0 when only registration says so.
    private func order(_ left: String, _ right: String, at path: String) throws -> Int {
        let routes = try [(left, 1), (right, -1)].map { RouteTable.Route(pattern: try RoutePattern($0), value: $1) }
        let firsts = [routes, routes.reversed()].map { RouteTable($0).matches(path).map(\.value) }
        try #require(firsts.allSatisfy { $0.count == 2 })
        return firsts[0][0] == firsts[1][0] ? firsts[0][0] : 0
    }

    /// Left, right, a path of both, and the answer of the web.
    @Test(arguments: [
        ("/foo/bar", "/foo/:bar", "/foo/bar", 1), ("/foo/:bar", "/foo/*", "/foo/x", 1),
        // There a regular expression.
        ("/foo/bar", "/foo/:{x:bar}", "/foo/bar", 1),
        ("/foo/:b", "/foo/:a", "/foo/x", 0), ("/*/foo", "/*", "/x/foo", 1),
        ("/foo(/:bar)/baz", "foo(/:bar)/baz", "/foo/x/baz", 0), ("/foo/bar/baz", "/foo/bar/baz", "/foo/bar/baz", 0),
    ])
    func weOrderAsTheWebDoes(left: String, right: String, path: String, expected: Int) throws {
        #expect(try order(left, right, at: path) == expected)
        #expect(try order(right, left, at: path) == -expected)
    }

    /// The web orders these by their text, of which a slash at the end is a part.
    @Test(arguments: [
        ("/foo/a", "/foo/b", "/foo/a"), ("/foo/b", "/foo/bar", "/foo/b"), ("/foo/", "/foo/:bar", "/foo/"),
        ("/foo/:{x:123}", "/foo/:{x:12}", "/foo/123"), ("/b", "/a", "/b"),
    ])
    func patternsWithoutACommonURLHaveNoOrder(left: String, right: String, path: String) throws {
        let table = RouteTable(try [left, right].map { .init(pattern: try RoutePattern($0), value: $0) })
        #expect(table.matches(path).map(\.value) == [left])
        #expect(table.conflicts.isEmpty)
    }

    /// Repeated text, and optional parts of a segment.
    @Test(arguments: [
        ("/foo/bar", "/foo/{bar}+"), ("/foo/{bar}+", "/foo/{bar}?"), ("/foo/{bar}?", "/foo/{bar}*"),
        ("foo(/:bar)/baz", "foo/{:bar}?/baz"), ("foo(/:bar)/baz", "fo{o/:bar}?/baz"),
        ("foo(/:bar)/baz", "foo{/:bar/}?baz"),
    ])
    func patternsOfTheWebThatWeRefuse(left: String, right: String) {
        #expect(throws: RoutePatternError.self) { try RoutePattern(right) }
    }
}
