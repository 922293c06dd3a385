import Testing

@testable import Routing

/// The meaning of a pattern for JLRoutes and for this package.
struct JLReading {
    /// One path of a pattern.
    struct Path {
        let segments: [String]
        /// The text that JLRoutes has for it.
        let text: String
        /// The index among those of its pattern.
        let number: Int
        /// A Boolean value that indicates whether a name goes up to the next slash, as it does in a pattern that is refused here.
        var hasWholeNames = false
        /// The host that the URL must have besides.
        var host: String?
    }

    private let ours: [Path]
    private let theirs: [Path]

    /// The quirks that must be on for their reading to count.
    private let difference: JLQuirk?

    init(_ pattern: String) {
        let texts = JLExpansion.theirs(of: pattern) ?? []
        let refusal = Self.refusal(of: pattern)
        theirs = texts.enumerated().map { number, text in
            Path(segments: Self.segments(of: text), text: text, number: number, hasWholeNames: refusal != nil)
        }
        if let reason = refusal {
            ours = []
            difference = reason
            return
        }
        let namesHost = pattern.hasPrefix("//")
        ours = JLExpansion.ours(of: pattern).map { segments in
            let text = pattern.contains("(") ? "/" + segments.joined(separator: "/") : pattern
            return Path(
                segments: namesHost ? Array(segments.dropFirst()) : segments, text: text,
                number: texts.firstIndex(of: text) ?? 0, host: namesHost ? segments.first : nil)
        }
        if namesHost {
            difference = .hostPattern
        } else if Set(theirs.map(\.segments)) == Set(ours.map(\.segments)), theirs.count == ours.count {
            difference = nil
        } else if !pattern.contains("(") {
            difference = .trailingSlash
        } else {
            let nests = pattern.split(separator: ")").contains { $0.count { $0 == "(" } > 1 }
            difference = nests ? .nestedGroups : .repeatedPieces
        }
    }

    /// The paths, of which each that is ours has its index in our order.
    func paths(_ quirks: JLSwitches) -> [Path] {
        guard let difference else { return ours }
        return quirks[difference] ? theirs : ours
    }

    private static func segments(of text: String) -> [String] {
        let path = text.hasPrefix("/") ? text.dropFirst() : text[...]
        return path.isEmpty ? [] : path.split(at: "/", keepingEmpty: true).map(String.init)
    }

    private static func refusal(of pattern: String) -> JLQuirk? {
        do {
            _ = try RoutePattern(pattern)
            return nil
        } catch {
            guard let quirk = JLQuirk(error.reason) else {
                Issue.record("The article does not name the reason: \(error)")
                return nil
            }
            return quirk
        }
    }
}

extension JLQuirk {
    init?(_ reason: RoutePatternError.Reason) {
        let quirks: [RoutePatternError.Reason: JLQuirk] = [
            .emptySegment: .emptySegment, .emptyGroup: .emptyGroup, .partialSegmentGroup: .partialGroup,
            .unbalancedParenthesis: .unbalanced, .invalidName: .missingName, .repeatedName: .repeatedName,
            .reservedCharacter: .reservedCharacter, .unknownType: .unknownType, .malformedHost: .malformedHost,
            .hyphenInName: .hyphenInName, .misplacedWildcard: .wildcardInSegment,
        ]
        guard let quirk = quirks[reason] else { return nil }
        self = quirk
    }
}
