import Foundation
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

/// The rules of a file, read from its JSON, and compared with URLs as a system does.
struct LinkMatcher {
    private struct AppleFile: Decodable {
        var applinks: Links

        struct Links: Decodable { var details: [Details] }

        struct Details: Decodable {
            var appIDs: [String]
            var components: [Component]
        }

        struct Component: Decodable {
            var path: String
            var caseSensitive: Bool?

            enum CodingKeys: String, CodingKey {
                case path = "/"
                case caseSensitive
            }
        }
    }

    private struct AndroidStatement: Decodable {
        var extensions: [String: Extension]

        enum CodingKeys: String, CodingKey { case extensions = "relation_extensions" }

        struct Extension: Decodable {
            var components: [Component]

            enum CodingKeys: String, CodingKey { case components = "dynamic_app_link_components" }
        }

        struct Component: Decodable {
            var path: String

            enum CodingKeys: String, CodingKey { case path = "/" }
        }
    }

    /// A rule, and whether it compares case-sensitively.
    private(set) var rules: [(path: String, isCaseSensitive: Bool)] = []

    static func apple(_ json: String) throws -> LinkMatcher {
        let file = try JSONDecoder().decode(AppleFile.self, from: Data(json.utf8))
        return LinkMatcher(
            rules: file.applinks.details.flatMap(\.components).map { ($0.path, $0.caseSensitive ?? true) })
    }

    static func android(_ json: String) throws -> LinkMatcher {
        let statements = try JSONDecoder().decode([AndroidStatement].self, from: Data(json.utf8))
        let extensions = statements.compactMap {
            $0.extensions["delegate_permission/common.handle_all_urls"]
        }
        return LinkMatcher(rules: extensions.flatMap(\.components).map { ($0.path, true) })
    }

    /// Apple: the percent-encoded path, and the first component that matches decides.
    func appleOpens(path: String) -> Bool {
        rules.contains { rule in
            rule.isCaseSensitive
                ? Glob.matches(rule.path, path) : Glob.matches(rule.path.lowercased(), path.lowercased())
        }
    }

    /// Android's documentation: the decoded path.
    func androidOpens(path: String) -> Bool {
        guard let decoded = path.removingPercentEncoding else { return false }
        return rules.contains { Glob.matches($0.path, decoded) }
    }

    /// Android's open-source matcher, which does not look back: of `*`, the first place counts where the following
    /// character is found.
    func androidOpensWithoutBacktracking(path: String) -> Bool {
        guard let decoded = path.removingPercentEncoding else { return false }
        return rules.contains { Self.isPassed($0.path, by: decoded) }
    }

    private static func isPassed(_ rule: String, by path: String) -> Bool {
        let wildcards = rule.filter { $0 == "*" || $0 == "?" }
        // Without wildcards, and in a prefix, it looks for a dot with an escape before it, which no path has.
        if wildcards.isEmpty { return !rule.contains(".") && rule == path }
        if wildcards == "*", rule.hasSuffix("*") { return !rule.contains(".") && path.hasPrefix(rule.dropLast()) }
        // A repetition of any character takes the rest of the path.
        if rule.contains("?*") { return rule.hasSuffix("?*") && Glob.matches(rule, path) }
        var rest = Substring(path)
        var pattern = Substring(rule)
        while let next = pattern.popFirst() {
            switch next {
            case "*":
                guard let following = pattern.popFirst() else { return true }
                guard following != "?", let place = rest.firstIndex(of: following) else { return false }
                rest = rest[rest.index(after: place)...]
            case "?": if rest.popFirst() == nil { return false }
            default: if rest.popFirst() != next { return false }
            }
        }
        return rest.isEmpty
    }
}

/// Wildcards as both systems document them: `*` matches zero or more characters, `?` one, and the whole text counts.
enum Glob {
    static func matches(_ pattern: String, _ text: String) -> Bool {
        let pattern = Array(pattern.unicodeScalars)
        let text = Array(text.unicodeScalars)
        // The numbers of characters of the text that the pattern read so far can have matched.
        var ends: Set<Int> = [0]
        for character in pattern {
            switch character {
            case "*": ends = Set((ends.min() ?? text.count + 1)..<(text.count + 1))
            case "?": ends = Set(ends.filter { $0 < text.count }.map { $0 + 1 })
            default: ends = Set(ends.filter { $0 < text.count && text[$0] == character }.map { $0 + 1 })
            }
            if ends.isEmpty { return false }
        }
        return ends.contains(text.count)
    }
}
