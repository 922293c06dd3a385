import Routing
import Testing

/// Rule by rule, which of two routes that both fit a URL comes first.
struct RouteOrderTests {
    /// A URL, the pattern that comes first and the one that comes second, whichever was registered first.
    ///
    /// A number behind an `@` is the priority.
    @Test(arguments: [
        // Priority comes before all else.
        ("x://h/a", "/* @1", "/a"), ("x://h/a", "/:x @1", "/a"), ("x://h/a", "/a", "/a @-1"),
        ("x://h/1", "/:x @1", "/:x:Int"), ("x://h/a/b", "/:x/:y @3", "/a/b @2"),
        ("x://h/a", "/:x @9223372036854775807", "/a"),
        ("x://h/a", "/*", "/a @-9223372036854775808"), ("x://h/a/b", "/:x/* @1", "/a/b"),
        ("x://h/a?p", "/:x @1", "/a?p"),
        ("x://h/a", "/:x @1", "//h/a"),
        // The ranks of one segment.
        ("x://h/a1", "/a1", "/a:x"), ("x://h/1", "/1", "/:x:Int"), ("x://h/a", "/a", "/:x"), ("x://h/a", "/a", "/*"),
        ("x://h/a/b", "/a/b", "/*/b"), ("x://h/1.5", "/:x.5", "/:x:Double"), ("x://h/a1", "/a:x", "/:x"),
        ("x://h/a1", "/a:x", "/*"), ("x://h/a1/b", "/a:x/b", "/*/b"), ("x://h/1", "/:x:Int", "/:x"),
        ("x://h/1", "/:x:Int", "/*"), ("x://h/1/b", "/:x:Int/b", "/*/b"), ("x://h/a", "/:x", "/*"),
        ("x://h/a/b", "/:x/b", "/*/b"), ("x://h/a/b", "/*/b", "/*"), ("x://h/a", "/a", "/a/*"), ("x://h", "/", "/*"),
        ("x://h/a", "/:{x:a|b}", "/:x"), ("x://h/5", "/:{x:1...9}", "/:x"), ("x://h/a", "/:x", "/:x/*"),
        // The leftmost segment that differs decides.
        ("x://h/a/b", "/a/:x", "/:x/b"), ("x://h/a/1", "/a/*", "/:x/1"), ("x://h/a/b/c", "/a/:x/:y", "/:x/b/c"),
        ("x://h/1/b", "/:x:Int/:y", "/:x/b"), ("x://h/a1/b", "/a:x/:y", "/:x/b"), ("x://h/a1/b", "/a:x/*", "/:x/b"),
        ("x://h/a/b/c", "/a/b/*", "/a/:x/c"), ("x://h/a/b/c", "/a/:x/c", "/a/*/c"),
        ("x://h/a/b/c", "/:x/b/:y", "/:x/*/c"),
        ("x://h/a/b/c", "/:x/:y/c", "/:x/:y/:z"), ("x://h/a/b/c", "/:x/b/*", "/:x/:y/c"),
        ("x://h/1/2", "/:x:Int/2", "/:x:Int/:y"),
        ("x://h/a/b", "/a/:x/*", "/a/*"), ("x://h/a/b/c", "/*/b/*", "/*/:y/c"), ("x://h/a/b", "/:x/:y", "/:x/*"),
        // Several mixed segments or types at one position: the rest is compared first.
        ("x://h/a1/b", "/a:x/b", "/:{x}1/:y"), ("x://h/a1/b", "/:{x}1/b", "/a:x/:y"),
        ("x://h/abc1/b", "/a:x/b", "/abc:x/:y"),
        ("x://h/1/b", "/:x:Double/b", "/:x:Int/:y"), ("x://h/1/b", "/:x:Int/b", "/:x:Double/*"),
        ("x://h/a1/2/c", "/a:x/:y:Int/c", "/a:x/:y/c"), ("x://h/1/b", "/:x:Int/:y @1", "/:x:Double/b"),
        // More literal text in a mixed segment, the leftmost that differs.
        ("x://h/abc", "/ab:x", "/a:x"), ("x://h/a.json", "/:x.json", "/:x.j:y"),
        ("x://h/abc/abc", "/ab:x/a:y", "/a:x/ab:y"),
        ("x://h/ab-cd", "/ab-:x", "/:x-:y"), ("x://h/abc?p", "/ab:x", "/a:x?p"), ("x://h/abc", "/ab:x", "//h/a:x"),
        ("x://h/v1/abc", "/v:x/ab:y", "/v:x/:y"),
        // The host.
        ("x://a.b.c/p", "//a.b.c/p", "//*.b.c/p"), ("x://a.b.c/p", "//a.b.c/p", "//:h/p"),
        ("x://a.b.c/p", "//a.b.c/p", "/p"),
        ("x://a.b.c/p", "//*.b.c/p", "//:h/p"), ("x://a.b.c/p", "//*.c/p", "/p"), ("x://a.b.c/p", "//:h/p", "/p"),
        ("x://a.b.c/p", "/p", "//a.b.c/:x"), ("x://a.b.c/p", "//a.b.c/p", "/p?q"), ("x://a.b.c/p?q", "//:h/p", "/p?q"),
        // The query.
        ("x://h/a?p&q", "/a?p", "/a"), ("x://h/a?p&q", "/a?p&q", "/a?p"), ("x://h/a?p=1&q", "/a?p&q", "/a?p:Int"),
        ("x://h/a?p", "/a", "/:x?p"), ("x://h/a?p&q", "/a?p&q", "/a?q"),
    ])
    func theOrderIsTheRules(url: String, first: String, second: String) throws {
        let url = try URLText(url)
        for patterns in [[first, second], [second, first]] {
            let table = try Self.table(patterns)
            let expected = try Self.table([first, second]).routes.filter { route in
                RouteTable(host: .match, [.init(pattern: route.pattern, value: "")]).match(url) != nil
            }
            #expect(table.matches(url).map(\.value) == expected.map(\.value))
            #expect(table.match(url)?.value == first)
        }
    }

    /// Routes that are alike in all of that come in the order of registration.
    @Test(arguments: [
        ("x://h/a", "/:x", "/:y"), ("x://h/1", "/:x:Int", "/:x:Double"), ("x://h/1", "/:{x:1...9}", "/:x:UInt"),
        ("x://h/a1", "/a:x", "/:{x}1"), ("x://h/a?p&q", "/a?p", "/a?q"), ("x://a.b.c/p", "//*.b.c/p", "//*.c/p"),
        ("x://h/a", "/*", "/*rest"), ("x://h/a/b", "/:x/*", "/:y(/*)"), ("x://h/a?p=1", "/a?p", "/a?p:Int"),
    ])
    func tiesComeInTheOrderOfRegistration(url: String, one: String, other: String) throws {
        let url = try URLText(url)
        for patterns in [[one, other], [other, one]] {
            #expect(try Self.table(patterns).matches(url).map(\.value) == patterns)
        }
    }

    /// The paths of one route compare likewise: pattern, URL, and the values by which the path is known.
    @Test(
        arguments: [
            ("/a(/:x)(/:y)", "x://h/a/1", ["x": "1"]), ("/a(/:x)(/b)", "x://h/a/b", [:]),
            ("/a(/*)(/:x:Int)", "x://h/a/1", ["x": "1"]), ("/a(/:x)(/v:y)", "x://h/a/v1", ["y": "1"]),
            ("/a(/:x)(/:y/*)", "x://h/a/1", ["x": "1"]), ("(/:x)(/:y:Int)", "x://h/1", ["y": "1"]),
        ] as [(String, String, [String: String])])
    func thePathsOfOneRouteCompareLikewise(pattern: String, url: String, parameters: [String: String]) throws {
        let matches = try Array(Self.table([pattern]).matches(URLText(url)))
        #expect(matches.map(\.parameters) == [parameters])
        #expect(try Self.table([pattern]).match(URLText(url))?.parameters == parameters)
    }

    private static func table(_ routes: [String]) throws -> RouteTable<String> {
        RouteTable(
            host: .match,
            try routes.map { text in
                let parts = text.split(separator: " @")
                return .init(
                    pattern: try RoutePattern(String(parts[0])),
                    priority: try parts.count > 1 ? #require(Int(parts[1])) : 0, value: text)
            })
    }
}
