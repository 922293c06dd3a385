/// Patterns of routes, and paths that match them.
public struct Paths: Sendable {
    /// The patterns: literals and `:name`.
    public let patterns: [String]

    /// For each pattern a path, every parameter with a value as it may be in practice.
    public let examples: [String]

    /// 8,192 of the examples' numbers, in an order that no branch predictor learns.
    public let order: [Int]

    /// The examples in that order.
    public var shuffled: [String] { order.map { examples[$0] } }

    private init(_ patterns: [String]) {
        self.patterns = patterns
        examples = patterns.map(Self.example)
        var randomness = Xorshift()
        order = (0..<8_192).map { _ in Int.random(in: patterns.indices, using: &randomness) }
    }

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

/// Every run sees the same order.
private struct Xorshift: RandomNumberGenerator {
    private var state: UInt64 = 88_172_645_463_325_252

    mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
