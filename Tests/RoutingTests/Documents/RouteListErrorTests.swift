import Foundation
import Testing

@testable import Routing

struct RouteListErrorTests {
    @Test(
        arguments: [
            (#"{"routes": [], "hosts": "path"}"#, "no table has such a key", "hosts"),
            (#"{"routes": [{"pattern": "a", "Name": ""}]}"#, "no table has such a key", "routes[0].Name"),
            ("{}", "is missing", "routes"), (#"{"routes": [{"pattern": "a"}, {}]}"#, "is missing", "routes[1].pattern"),
            (#"{"host": "path", "origins": [], "routes": []}"#, "either a host or origins", ""),
            (#"{"host": "Path", "routes": []}"#, "wrong kind", "host"), (#"{"routes": {}}"#, "wrong kind", "routes"),
            ("[]", "wrong kind", ""), (#"{"routes": null}"#, "is missing", "routes"),
            (#"{"routes": [{"pattern": 1}]}"#, "wrong kind", "routes[0].pattern"),
            (#"{"routes": [{"pattern": "a", "priority": 1.5}]}"#, "wrong kind", "routes[0].priority"),
            (#"{"routes": [{"pattern": "a", "metadata": []}]}"#, "wrong kind", "routes[0].metadata"),
            (#"{"routes": [{"pattern": "a", "schemes": ["x:y"]}]}"#, "a scheme is", "routes[0].schemes[0]"),
            (#"{"routes": [{"pattern": "a", "schemes": ["a", ""]}]}"#, "a scheme is", "routes[0].schemes[1]"),
            (#"{"origins": ["shop://", "shop"], "routes": []}"#, "scheme", "origins[1]"),
            (#"{"routes": [{"pattern": "/:"}]}"#, "“/:”", "routes[0].pattern"),
            ("", "not well-formed JSON", ""), ("{", "not well-formed JSON", ""),
            (#"{"routes": []} x"#, "not well-formed JSON", ""),
            ("]]}}", "not well-formed JSON", ""),
            (#"{"routes": ["#, "not well-formed JSON", ""), (#"{"routes: []}"#, "not well-formed JSON", ""),
        ] as [(String, String, String)])
    func aWrongTableSaysWhatAndWhere(json: String, explanation: String, path: String) throws {
        let error = try #require(throws: RouteListError.self) { try RouteList(json: json) }
        #expect(error.explanation.contains(explanation))
        #expect(error.path == path)
        #expect(error.description.hasSuffix("."))
    }

    @Test
    func aPatternThatIsWrongSaysWhatIsWrongWithIt() throws {
        let error = try #require(throws: RouteListError.self) {
            try RouteList(json: #"{"routes": [{"pattern": "a"}, {"pattern": "("}, {"pattern": "/:"}]}"#)
        }
        #expect(error.path == "routes[1].pattern" && error.explanation.contains("“(” is wrong at offset 0"))
    }

    @Test
    func allThatIsWrongIsReportedWithItsPlace() throws {
        let json = """
            {"origins": ["shop", "shop://", "a"], "z": 1, "hosts": 1, "routes": [{"pattern": "/a"}, {"pattern": "/:"}, {"pattern": "/b//c"},
            {"patern": "/"}, {"pattern": "/(", "schemes": ["1", "a", ""], "priority": "1"}, 1]}
            """
        let error = try #require(throws: RouteListError.self) { try RouteList(json: json) }
        #expect(
            error.problems.map(\.path) == [
                "hosts", "z", "origins[0]", "origins[2]", "routes[1].pattern", "routes[2].pattern", "routes[3].patern",
                "routes[3].pattern", "routes[4].schemes[0]", "routes[4].schemes[2]", "routes[4].priority",
                "routes[4].pattern", "routes[5]", "routes[5].pattern",
            ])
        #expect(error.path == "hosts" && error.explanation == "no table has such a key.")
        let lines = error.description.split(separator: "\n")
        #expect(lines.count == 14 && lines.allSatisfy { $0.hasPrefix("The table of routes is wrong at ") })
        #expect(lines[4].contains("at routes[1].pattern: The route pattern “/:” is wrong at offset 2"))
    }

    @Test
    func atMostAHundredProblemsAreReported() throws {
        let json =
            "{\"routes\": [" + Array(repeating: "{\"pattern\": \"/:\"}", count: 150).joined(separator: ",") + "]}"
        let error = try #require(throws: RouteListError.self) { try RouteList(json: json) }
        #expect(error.problems.count == 100 && error.problems.last?.path == "routes[99].pattern")
        #expect(error.description.hasSuffix("\nThere may be more problems."))
    }

    /// Patterns behind the limit are not read.
    @Test(arguments: [("/a", 20_000), ("(/a)(/b)(/c)(/d)(/e)(/f)(/g)(/h)", 78)])
    func aListOfTooManyPathsIsReadToTheLimit(pattern: String, count: Int) throws {
        let routes = Array(repeating: "{\"pattern\": \"\(pattern)\"},", count: count + 1).joined()
        let json = "{\"routes\": [{\"pattern\": \"/:\"}, \(routes) {\"pattern\": \"/:\"}, 1]}"
        let error = try #require(throws: RouteListError.self) { try RouteList(json: json) }
        #expect(error.problems.map(\.path) == ["routes[0].pattern", "routes[\(count + 1)]"])
        #expect(error.problems[1].explanation == "the routes up to this one describe more than 20000 paths.")
    }

    @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32])
    func onlyUTF8IsRead(encoding: String.Encoding) throws {
        let data = try #require(#"{"routes": [], "routes": []}"#.data(using: encoding))
        let error = try #require(throws: RouteListError.self) { try RouteList(json: data) }
        #expect(error.explanation.hasPrefix("it is not UTF-8") || error.explanation.hasPrefix("it is not well-formed"))
    }

    @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
    func aTableIsOnlyReadToADepth(open: String, close: String) throws {
        func json(_ depth: Int) -> String {
            #"{"routes":[{"pattern":"a","metadata":{"m":"# + String(repeating: open, count: depth) + "1"
                + String(repeating: close, count: depth) + "}}]}"
        }
        #expect(try RouteList(json: json(RouteList.maximumDepth - 4)).routes.count == 1)
        let error = try #require(throws: RouteListError.self) { try RouteList(json: json(RouteList.maximumDepth - 3)) }
        #expect(error.explanation == "it is nested deeper than \(RouteList.maximumDepth) levels.")
    }
}

/// A list from elsewhere has limits, each with an error that says so.
struct RouteListLimitTests {
    @Test(arguments: [
        ("too many routes", #"{"pattern":"/a"},"#, 30_000),
        ("too many paths", #"{"pattern":"(/a)(/b)(/c)(/d)(/e)(/f)(/g)(/h)"},"#, 200),
        ("too many bytes", #"{"pattern":"/a"             },"#, 200_000),
        ("too many values", #"{"pattern":"/a","metadata":{"x":[\#(String(repeating: "0,", count: 9_999))0]}},"#, 40),
        (
            "too many empty values",
            #"{"pattern":"/a","metadata":{"x":[\#(String(repeating: "[],", count: 9_999))0]}},"#, 40
        ),
    ])
    func aListThatIsTooLargeIsRefused(what: String, route: String, count: Int) throws {
        let json = #"{"routes":["# + String(repeating: route, count: count) + #"{"pattern":"/end"}]}"#
        let error = try #require(throws: RouteListError.self) { try RouteList(json: json) }
        #expect(error.explanation.contains("more than"))
    }

    @Test(arguments: [
        ("{\"routes\": [\n  {\"pattern\": \"/a\"},\n]}", 3, 1), ("", 1, 1), ("{\"routes\": [] x", 1, 15),
        ("{\"routes\":\r\n [\r\n  nil]}", 3, 4), ("[]\n}", 2, 1), ("{\"é\": é}", 1, 7), ("[\"a\nb\"]", 1, 4),
    ])
    func malformedJSONIsReportedWithLineAndColumn(json: String, line: Int, column: Int) throws {
        let error = try #require(throws: RouteListError.self) { try RouteList(json: json) }
        #expect(error.explanation == "it is not well-formed JSON at line \(line), column \(column).")
    }
}
