import Routing
import Testing

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
        #expect(error.problems.count == 1)
    }

    @Test
    func aListReportsNoMoreThanAHundredProblems() throws {
        let json = #"{"routes":["# + String(repeating: #"{"pattern":"/:"},"#, count: 500) + #"{"pattern":"/end"}]}"#
        let error = try #require(throws: RouteListError.self) { try RouteList(json: json) }
        #expect(error.problems.count == 100)
        #expect(error.description.split(separator: "\n").count == 101)
    }
}
