/// Patterns of routes, and paths that match them.
public struct Paths: Sendable {
    /// The patterns: literals and `:name`.
    public let patterns: [String]

    /// The numbers of 8,192 patterns, in an order that no branch predictor learns.
    public let order: [Int]

    /// For each of these a path, every parameter with a value as it may be in practice.
    public let shuffled: [String]

    private init(_ patterns: [String], asked: [Int]? = nil) {
        self.patterns = patterns
        let asked = asked ?? Array(patterns.indices)
        let paths = asked.map { Self.example(of: patterns[$0]) }
        var randomness = Xorshift()
        let drawn = (0..<8_192).map { _ in Int(randomness.next() % UInt64(asked.count)) }
        order = drawn.map { asked[$0] }
        shuffled = drawn.map { paths[$0] }
    }

    /// So many siblings, each with a parameter; 200 of them are asked for.
    public static func flat(_ count: Int) -> Paths {
        Paths((0..<count).map { "/route\($0)/:id" }, asked: spread(count))
    }

    /// As many in areas of a hundred and sections of ten; 200 of them are asked for.
    public static func grouped(_ count: Int) -> Paths {
        let patterns = (0..<count).map { "/area\($0 / 100)/section\($0 / 10 % 10)/page\($0 % 10)/:id" }
        return Paths(patterns, asked: spread(count))
    }

    private static func spread(_ count: Int) -> [Int] { (0..<200).map { $0 * count / 200 } }

    /// The 142 paths of GitHub's interface, without their methods.
    public static let github = Paths(
        Set(
            String(decoding: PackageResources.routes_github_txt, as: UTF8.self).split(separator: "\n")
                .compactMap { $0.split(separator: " ").last.map(String.init) }
        ).sorted()
    )

    private static func example(of pattern: String) -> String {
        pattern.split(separator: "/").reduce(into: "") { path, segment in
            path += "/" + (segment.hasPrefix(":") ? values[String(segment.dropFirst())] ?? "value-17" : segment)
        }
    }

    private static let values: [String: Substring] = [
        "owner": "swift-server", "repo": "async-http-client", "user": "octocat-42", "org": "swiftlang",
        "sha": "6dcb09b5b57875f334f61aebed695e2e4193db5e", "branch": "release-6.2", "id": "1347058391",
        "number": "10432", "ref": "heads-feature-a", "path": "Sources-main.swift", "name": "v1.0.2-beta",
        "access_token": "e72e16c7e42f292c6912e7710c838347", "client_id": "Iv1.8a61f9b3a7aba766",
    ]
}
