import Testing

@testable import Routing

struct PatternGeneratorTests {
    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func everyGeneratedPatternPrintsItselfBack(seed: UInt64) throws {
        var generator = PatternGenerator(seed: seed)
        for _ in 0..<150 {
            let text = generator.pattern()
            let pattern = try RoutePattern(text)
            let again = try RoutePattern(pattern.description)
            #expect(again == pattern)
            #expect(again.description == pattern.description)
            #expect(again.parameters == pattern.parameters)
        }
    }

    @Test(arguments: 1...8 as ClosedRange<UInt64>)
    func everyMutationIsParsedOrRefused(seed: UInt64) throws {
        var generator = PatternGenerator(seed: seed)
        for _ in 0..<250 {
            let text = generator.mutation(of: generator.pattern())
            switch Result(catching: { () throws(RoutePatternError) in try RoutePattern(text) }) {
            case .success(let pattern):
                #expect(try RoutePattern(pattern.description) == pattern)
            case .failure(let error):
                #expect((0...text.utf8.count).contains(error.offset))
                #expect(!error.description.isEmpty)
            }
        }
    }
}

/// Writes random patterns, all of them valid, from pieces of the syntax.
struct PatternGenerator {
    private var random: SeededGenerator
    private var nameCount = 0

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
    }

    mutating func pattern() -> String {
        nameCount = 0
        let host = pick(["", "", "", "//shop.example", "//*.Shop.example", "//:h", "//:{h:a|B}", "//h:"])
        let path = path(depth: 0)
        let tail = pick(["", "", "/*", "/*rest", "/"])
        let query = pick(["", "", "?ref", "?a:Int&b:{x|y}", "?a+b&%26:{1...}&c:{+}"])
        return (host == "//h:" ? "//:{h:...5}" : host) + path + tail + query.replacing("{+}", with: "{a+b}")
    }

    /// The text with a few of its bytes changed, removed or doubled.
    mutating func mutation(of text: String) -> String {
        var bytes = Array(text.utf8)
        for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
            let index = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0...2, using: &random) {
            case 0: bytes[index] = pick(Array("/():{}*?&=|.%-+a1:A\\é".utf8))
            case 1: bytes.remove(at: index)
            default: bytes.insert(bytes[index], at: Int.random(in: 0...bytes.count, using: &random))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func path(depth: Int) -> String {
        let count = Int.random(in: 1...3, using: &random)
        return (0..<count).map { _ in
            depth < 2 && Int.random(in: 0...4, using: &random) == 0
                ? pick(["(", "/("]) + path(depth: depth + 1) + ")" : "/" + segment()
        }.joined()
    }

    private mutating func segment() -> String {
        switch Int.random(in: 0...3, using: &random) {
        case 0: return literal()
        case 1: return parameter()
        case 2: return "*"
        default:
            let lead = pick(["", literal()])
            return lead + parameter() + "." + literal() + pick(["", parameter()]) + (lead.isEmpty ? "%2B" : "")
        }
    }

    private mutating func literal() -> String {
        pick(["a", "b-c", "café", "%28", "50%", "x+y", "%2e%2e%2e", "a=b;c", "~", "%3A", "1", "-x", "_", "%41"])
    }

    private mutating func parameter() -> String {
        nameCount += 1
        guard nameCount <= 12 else { return "z" }
        let name = "n\(nameCount)"
        return ":{" + name
            + pick([
                "", ":Int", ":UUID", ":Double", ":1...9", ":-3...", ":...4", ":a", ":a|b", ":%41|c%7c", ":a%2e.b|É",
            ]) + "}"
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }
}
