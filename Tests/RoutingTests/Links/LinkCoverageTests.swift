import Testing

@testable import Routing

/// Every URL that a route takes is a link in both files.
struct LinkCoverageTests {
    /// Writes URLs that match a pattern, in the normal form of RFC 3986.
    struct Example {
        var random: SeededGenerator

        mutating func pick<Element>(_ elements: [Element]) -> Element {
            elements[Int.random(in: elements.indices, using: &random)]
        }

        /// A segment with delimiters as they are or escaped.
        mutating func spelled(_ text: String) -> String {
            var result = ""
            for byte in text.utf8 {
                let isDelimiter = "!$&'()*+,;=:@".utf8.contains(byte)
                let isPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~".utf8.contains(byte)
                let digits = String(byte, radix: 16, uppercase: true)
                let escape = "%" + (digits.count == 1 ? "0" : "") + digits
                result += isPlain || isDelimiter && pick([true, false]) ? String(Unicode.Scalar(byte)) : escape
            }
            return result
        }

        mutating func value(of type: ParameterType?, _ texts: [String]) -> String {
            guard let type else { return pick(texts) }
            let words: [String] =
                if case .choice(let words) = type.test { words.map { $0.span.text } } else { [] }
            let values = words + ["1", "5", "-3", "2.5", "9d1c1e2a-6c3e-4f7b-8a53-0b1c2d3e4f50"]
            return pick(values.filter { type.accepts($0) })
        }

        mutating func segment(_ segment: PatternSegment, _ texts: [String]) -> String {
            switch segment {
            case .literal(let bytes): return spelled(bytes.span.text)
            case .wildcard: return spelled(pick(texts))
            case .parameter(let parameter): return spelled(value(of: parameter.type, texts))
            case .mixed(let mixed):
                return mixed.pieces.map { piece in
                    switch piece {
                    case .literal(let bytes): spelled(bytes.span.text)
                    case .parameter(let parameter): spelled(value(of: parameter.type, texts))
                    }
                }.joined()
            }
        }

        mutating func path(of path: [PatternSegment], _ texts: [String]) -> String {
            var text = ""
            for part in path.segmentsBeforeTail { text += "/" + segment(part, texts) }
            if path.endsInTail {
                for _ in 0..<Int.random(in: 0...3, using: &random) { text += "/" + spelled(pick(texts + [""])) }
            }
            return text.isEmpty || pick([false, false, true]) ? text + "/" : text
        }
    }

    static let texts = ["7", "a.b", "né", "x y", "%", "a+b", "q?", "*", ".json", "A", "日本", "a#b", "..."]

    @Test(arguments: 1...4 as ClosedRange<UInt64>, [false, true])
    func everyURLThatARouteTakesIsCovered(seed: UInt64, ignoringCase: Bool) throws {
        var generator = PatternGenerator(seed: seed)
        var example = Example(random: SeededGenerator(seed: seed + 100))
        var count = 0
        for _ in 0..<250 {
            let text = generator.pattern()
            let origin: Origin = example.pick(["https://shop.example", "https://shop.example/app.1"])
            let router = Router(origins: [origin, "shop://"], ignoringCase: ignoringCase)
            guard !text.hasPrefix("//"), (try? router.register { $0.on(text) { _ in } }) != nil else { continue }
            let apple = try LinkMatcher.apple(
                try router.appleAppSiteAssociation(for: ["ABCDE12345.com.example.shop"]).json)
            let app = try AndroidApp("com.example.shop", fingerprints: [LinkFileTests.fingerprint])
            let android = try LinkMatcher.android(try router.assetLinks(for: [app]).json)
            for path in router.routes[0].pattern.expansions {
                for texts in [Self.texts, Self.texts + ["a/b", "/"]] {
                    let prefix = origin.description.dropFirst("https://shop.example".count)
                    var whole = prefix + example.path(of: path, texts)
                    let query = router.routes[0].pattern.query.isEmpty ? "" : "?ref&a=1&b=x&a+b=x&%26=5&c=a+b"
                    if ignoringCase, example.pick([true, false]) {
                        whole = prefix + whole.dropFirst(prefix.count).replacing("a", with: "A")
                    }
                    guard router.canOpen("https://shop.example" + whole + query) else { continue }
                    count += 1
                    #expect(apple.appleOpens(path: String(whole)), "\(text): \(whole) in \(apple.rules)")
                    #expect(android.androidOpens(path: String(whole)), "\(text): \(whole) in \(android.rules)")
                    // Behind an escaped slash, the open-source matcher finds another place.
                    if !whole.contains("%2F") {
                        #expect(
                            android.androidOpensWithoutBacktracking(path: String(whole)),
                            "\(text): \(whole) in \(android.rules)")
                    }
                }
            }
        }
        #expect(count > 200)
    }

    @Test(arguments: [
        ("/a*c", "/abc", true), ("/a*c", "/a/b/c", true), ("/a*c", "/ac", true), ("/a*c", "/ab", false),
        ("/?", "/", false), ("/?*", "/", false), ("/?*", "/x/y", true), ("*", "", true), ("/a", "/A", false),
        ("/*.json", "/a.b.json", true),
    ])
    func aWildcardMatchesAsTheSystemsDocument(rule: String, path: String, expected: Bool) {
        #expect(Glob.matches(rule, path) == expected)
    }
}
