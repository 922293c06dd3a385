/// What the paths of a route look like.
///
/// A pattern is parsed once, from text, and prints itself back.
///
/// ```swift
/// let pattern = try RoutePattern("/orders/:id(/items/:item)")
/// print(pattern.parameters)  // ["id", "item"]
/// ```
///
/// - `product` is a literal. It compares decoded and case-sensitively; reserved characters are written percent-encoded.
/// - `:id` or `:{id}` takes one segment that is not empty.
/// - `*` or `*rest` at the end takes any number of segments, also none; a `*` before the end takes exactly one.
///   The name of a tail is for those who read the pattern.
/// - `(/items/:item)` is optional. Groups hold whole segments and nest.
///
/// A pattern has at most 16 KiB of text, 128 segments, 16 parameters, and groups that stand for at most 256 paths.
public struct RoutePattern: Sendable {
    /// The most UTF-8 bytes that the text of a pattern may have.
    public static let maximumLength = 16 * 1024

    /// The most segments that a pattern may have, those in groups included.
    public static let maximumSegments = 128

    /// The most parameters that a pattern may have, those in groups included.
    public static let maximumParameters = 16

    /// The most different paths that the groups of a pattern may stand for.
    public static let maximumExpansions = 256

    /// The pattern as it was written.
    public let text: String

    /// The names of the parameters, in the order in which they stand in the text.
    public let parameters: [String]

    let elements: [PatternElement]

    /// Every path that the groups stand for; one that takes an earlier group comes before one that leaves it out.
    let expansions: [[PatternSegment]]

    /// Parses a pattern.
    ///
    /// Linear in the text, but for the groups.
    public init(_ text: String) throws(RoutePatternError) {
        var parser = PatternParser(text)
        elements = try parser.parse()
        expansions = try PatternExpander.expansions(of: parser)
        parameters = parser.parameters
        self.text = text
        try checkSpelling(parser)
    }

    /// The plain spelling has to be a pattern, too, and it may be up to four times as long as the text.
    private func checkSpelling(_ parser: PatternParser) throws(RoutePatternError) {
        guard text.utf8.count > Self.maximumLength / 4 else { return }
        var length = 0
        for (element, offset) in zip(elements, parser.offsets) {
            length += element.description.utf8.count
            guard length <= Self.maximumLength else { throw parser.error(.tooLong, at: offset) }
        }
    }
}

extension RoutePattern: Hashable {
    /// Whether both mean the same: slashes around groups, braces around names and needless escapes make no difference.
    public static func == (left: Self, right: Self) -> Bool {
        left.elements == right.elements
    }

    /// Feeds what the pattern means to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(elements)
    }
}

extension RoutePattern: CustomStringConvertible {
    /// The pattern in its plain spelling, which parses to an equal one.
    public var description: String {
        elements.isEmpty ? "/" : elements.map(\.description).joined()
    }
}
