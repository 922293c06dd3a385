import Testing

@testable import Routing

struct RouteTreeTests {
    /// Of every length up to 70 bytes some that differ in one byte only, added one after the other.
    @Test(arguments: [1, 2, 9, 100, 700])
    func everyLiteralIsFoundAndNothingElse(count: Int) throws {
        let literals = (0..<count).map { number in
            let length = 1 + number / 10
            return String(repeating: "a", count: length - 1) + "\(number % 10)"
        }
        var table = RouteTable<String>()
        for literal in literals { table.insert([.init(pattern: try RoutePattern("/\(literal)/:id"), value: literal)]) }
        for literal in literals {
            #expect(table.match("/\(literal)/1")?.value == literal)
            #expect(table.match("/\(literal)/%31")?.value == literal)
            for other in [literal + "\0", literal + "a", "b" + literal.dropFirst(), literal.dropLast() + "x"] {
                #expect(table.lookup("/\(other)/1") == nil, "\(other)")
                #expect(table.lookup("/\(other)/%31") == nil, "\(other)")
            }
        }
    }

    /// A literal may begin with a dot; where it leads to a dead end, the segment is a value all the same, and no dot segment.
    @Test(arguments: [0, 1])
    func aSegmentThatBeginsWithADotIsLookedUpByEachAlternative(priority: Int) throws {
        let patterns = ["/.hidden/x", "/:a/y", "/:a/:b", "/.hidden/*", "/x", "/"]
        let table = try RouteTableTests.table(patterns.map { ($0, $0 == "/x" ? priority : 0) })
        let paths = [
            "/.hidden/x": ["/.hidden/x", "/.hidden/*", "/:a/:b"], "/.hidden/y": ["/.hidden/*", "/:a/y", "/:a/:b"],
            "/.hidden/./x/": ["/.hidden/x", "/.hidden/*", "/:a/:b"], "/.hidden/../x": ["/x"], "/.hidden/..": ["/"],
            "/%2Ehidden/%79": ["/.hidden/*", "/:a/y", "/:a/:b"], "/.other/y": ["/:a/y", "/:a/:b"], "/..": ["/"],
        ]
        for (path, expected) in paths {
            #expect(table.matches(path).map(\.value) == expected, "\(path)")
            #expect(table.match(path)?.value == expected.first, "\(path)")
        }
    }
}
