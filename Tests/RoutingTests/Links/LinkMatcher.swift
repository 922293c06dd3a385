import Foundation

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
