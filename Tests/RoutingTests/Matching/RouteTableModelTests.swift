import Testing

@testable import Routing

/// The tree against ``OrderModel`` over random tables and URLs; the seed makes them the same each time.
struct RouteTableModelTests {
    @Test(arguments: 1...40)
    func theTableAnswersAsTheModelDoes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<8 {
            let table = try Self.table(&random)
            let model = OrderModel(routes: table.routes)
            for _ in 0..<60 {
                let path = Self.path(&random)
                let url = try URLText(Self.url(of: path, &random))
                let expected = model.matches(url, path: path)
                let matches = Array(table.matches(url))
                func context() -> Comment { "\(url.text)\n\(table)" }
                #expect(matches.map(\.value) == expected.map(\.route), context())
                #expect(matches.map(\.values) == expected.map(\.values), context())
                let match = table.match(url)
                #expect(match?.value == expected.first?.route, context())
                #expect(match?.values == expected.first?.values, context())
                let first = model.matches(nil, path: path).first
                #expect(table.match(path)?.values == first?.values, context())
                #expect(table.lookup(path) == first?.route, context())
            }
        }
    }

    private static func table(_ random: inout SeededGenerator) throws -> RouteTable<Int> {
        let isPlain = Bool.random(using: &random)
        return RouteTable(
            host: .match,
            try (0..<Int.random(in: 1...14, using: &random)).map { number in
                .init(
                    pattern: try RoutePattern(pattern(isPlain, &random)),
                    priority: isPlain ? 0 : [0, 0, 0, 1, -1].randomElement(using: &random) ?? 0,
                    schemes: isPlain ? [] : [[], [], [], ["s"], ["t", "none"]].randomElement(using: &random) ?? [],
                    value: number)
            })
    }

    private static func pattern(_ isPlain: Bool, _ random: inout SeededGenerator) -> String {
        var names = 0
        func name() -> String {
            names += 1
            return "n\(names)"
        }
        func segment() -> String {
            switch Int.random(in: 0..<(isPlain ? 8 : 15), using: &random) {
            case 0...4: ["a", "b", "ab", "a-long-literal", "a-long-literam"].randomElement(using: &random) ?? ""
            case 5...7: ":\(name())"
            case 8: ":\(name()):Int"
            case 9: ":{\(name()):a|1|ab}"
            case 10: "a:\(name())"
            case 11: ":\(name())b"
            case 12: ":\(name())-:\(name())"
            case 13: "a:{\(name()):Int}"
            default: "*"
            }
        }
        var text = ""
        for _ in 0..<Int.random(in: 0...4, using: &random) {
            let one = "/" + segment()
            text += Int.random(in: 0..<6, using: &random) == 0 ? "(\(one)(/\(segment())))" : one
        }
        if Int.random(in: 0..<5, using: &random) == 0 { text += "/*" }
        guard !isPlain else { return text.isEmpty ? "/" : text }
        let host = ["", "", "", "//h.x", "//*.x", "//:host"].randomElement(using: &random) ?? ""
        let query = ["", "", "", "?p", "?p:Int", "?q&p"].randomElement(using: &random) ?? ""
        return (host + text).isEmpty ? "/" + query : host + text + query
    }

    private static func path(_ random: inout SeededGenerator) -> String {
        let parts = ["a", "b", "ab", "1", "a1", "1-2", "a-b", "a-long-literal", "a-long-literam", "x", "aab"]
        var path = ""
        for _ in 0..<Int.random(in: 0...6, using: &random) {
            path += "/" + (Int.random(in: 0..<20, using: &random) == 0 ? "" : parts.randomElement(using: &random) ?? "")
        }
        return path.isEmpty ? "/" : path
    }

    private static func url(of path: String, _ random: inout SeededGenerator) -> String {
        let scheme = ["s", "t", "u"].randomElement(using: &random) ?? ""
        let host = ["h.x", "g.x", "y"].randomElement(using: &random) ?? ""
        let query = ["", "?p", "?p=1", "?q&p=2", "?p=a/b&q"].randomElement(using: &random) ?? ""
        return "\(scheme)://\(host)\(path)\(query)"
    }
}
