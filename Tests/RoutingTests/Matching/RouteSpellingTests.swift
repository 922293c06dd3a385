import Testing

@testable import Routing

/// However a path is spelled, the table finds the same route and the same values.
struct RouteSpellingTests {
    private static let patterns = [
        "/", "/a", "/a/:x", "/a/:x/b", "/:x:Int/c", "/:x.json", "/a-long-literal/:y/*", "/:x/*/c", "/caf%C3%A9/:x",
        "/a/:{x}-:{y}/b", "/*",
    ]
    private static let paths = [
        "/", "/a", "/a/1", "/a/1/b", "/1/c", "/x.json", "/a-long-literal/value/and/more", "/x/y/c", "/café/x",
        "/a/v-w/b", "/nothing/of/this", "/a/a-value-that-is-quite-long-and-goes-beyond-a-word/b", "/a-long-literal",
    ]

    @Test(arguments: 1...20)
    func escapesAndDotSegmentsMakeNoDifference(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let table = try Self.table()
        for path in Self.paths {
            let expected = table.match(path)
            for _ in 0..<20 {
                let spelled = Self.spelled(path, &random)
                let match = table.match(spelled)
                #expect(match?.value == expected?.value, "\(spelled)")
                #expect(match?.parameters == expected?.parameters, "\(spelled)")
                #expect(match?.tail == expected?.tail, "\(spelled)")
                #expect(table.matches(spelled).map(\.value) == table.matches(path).map(\.value), "\(spelled)")
                #expect(match?.values == expected?.values, "\(spelled)")
                #expect(table.lookup(spelled) == table.lookup(path), "\(spelled)")
            }
        }
    }

    @Test
    func caseCountsOnlyWhereItIsSaidTo() throws {
        let patterns = ["/Product/:id", "/File.:x", "/:{x:Small|Large}/y"].map { ($0, 0) }
        let routes = try patterns.map { RouteTable<String>.Route(pattern: try RoutePattern($0.0), value: $0.0) }
        let strict = RouteTable(routes)
        let lenient = RouteTable(ignoringCase: true, routes)
        for (path, value) in [("/pRODUCT/aB", "aB"), ("/fILE.Txt", "Txt"), ("/%50RODUCT/%41", "A")] {
            #expect(strict.match(path) == nil)
            #expect(lenient.match(path)?.parameters.values.first == value)
        }
        #expect(lenient.match("/Small/Y")?["x"] == "Small")
        #expect(lenient.match("/small/y") == nil)
    }

    @Test
    func hostsThatDifferOnlyInCaseAreAllFoundInTheirOrder() throws {
        let patterns = ["/Shop/:x", "/SHOP/a", "/shop/:x/b", "/:x/*"]
        let table = RouteTable(host: .path, try patterns.map { .init(pattern: try RoutePattern($0), value: $0) })
        for url in ["x://shop/a", "x://sHoP/a", "x://%53hop/a"] {
            #expect(try table.matches(URLText(url)).map(\.value) == ["/SHOP/a", "/Shop/:x", "/:x/*"])
            #expect(try table.match(URLText(url))?.value == "/SHOP/a")
        }
        #expect(table.match("/shop/a")?.value == "/:x/*")
        #expect(try table.match(URLText("x:/SHOP/a"))?.value == "/SHOP/a")
    }

    @Test(arguments: [1, 15, 16, 17, 60, 127])
    func aPathMayBeAsDeepAsAPattern(depth: Int) throws {
        let start = String(repeating: "/a/bc", count: depth / 2) + (depth % 2 == 1 ? "/a" : "")
        let table = RouteTable([
            .init(pattern: try RoutePattern(start + "/:x"), value: 1),
            .init(pattern: try RoutePattern(start), value: 2),
            .init(pattern: try RoutePattern("/*"), value: 3),
        ])
        #expect(table.match(start + "/value")?["x"] == "value")
        #expect(table.match(start)?.value == 2)
        #expect(table.match(start + "/value/more")?.value == 3)
        #expect(table.match(start + "/value/more")?.tail?.count == depth + 2)
    }

    @Test
    func sixteenValuesAreTaken() throws {
        let pattern = (0..<16).map { "/:p\($0)" }.joined()
        let path = (0..<16).map { "/value\($0)" }.joined()
        let match = RouteTable([.init(pattern: try RoutePattern(pattern), value: 1)]).match(path)
        #expect(match?.values == (0..<16).map { "value\($0)" })
    }

    private static func table() throws -> RouteTable<String> {
        RouteTable(try patterns.map { .init(pattern: try RoutePattern($0), value: $0) })
    }

    private static func spelled(_ path: String, _ random: inout SeededGenerator) -> String {
        var result = ""
        for byte in path.utf8 {
            let isSlash = byte == UInt8(ascii: "/")
            if isSlash, Int.random(in: 0..<6, using: &random) == 0 { result += "/x%2Fy/.%2E" }
            if isSlash, Int.random(in: 0..<8, using: &random) == 0 { result += "/." }
            let isEscaped = !isSlash && (byte > 0x7F || Int.random(in: 0..<8, using: &random) == 0)
            let digits = String(byte, radix: 16, uppercase: Bool.random(using: &random))
            result += isEscaped ? "%" + digits : String(UnicodeScalar(byte))
        }
        return result + (Bool.random(using: &random) && path != "/" ? "/" : "")
    }
}
