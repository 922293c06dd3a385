/// The way in which a trace describes the values that it records.
///
/// ```swift
/// Trace.shared.start(describing: .short)
/// ```
///
/// A text is made on the thread that posts or sets, outside of all locks. A value is printed as `print` does, and cut
/// at the limit. For a large value, such as a state of 10 MB, write a description of your own that prints less.
public struct TraceDetails: Sendable {
    /// Describes no values.
    public static let none = TraceDetails(limit: 0)

    /// Prints at most 200 bytes of each value.
    public static let short = TraceDetails(limit: 200)

    /// The number of bytes of an error, which is recorded also by a trace that describes no values.
    private static let outcomeLimit = 1_000

    let limit: Int
    private let describe: @Sendable (any Sendable) -> String?

    /// Creates a description of your own.
    ///
    /// - Parameters:
    ///   - limit: The largest number of bytes of UTF-8 of each value, without the mark of what was cut.
    ///   - describe: Returns the text for a value, such as that of a secret, or `nil` for the usual one.
    public init(limit: Int, _ describe: @escaping @Sendable (any Sendable) -> String? = { _ in nil }) {
        precondition(limit >= 0, "a text of \(limit) bytes cannot be made")
        self.limit = limit
        self.describe = describe
    }

    /// The descriptions of errors and other outcomes, with a limit of their own.
    var outcomes: TraceDetails { TraceDetails(limit: Self.outcomeLimit, describe) }

    /// Returns the text of a value, cut at the limit.
    func text(of value: any Sendable) -> String {
        let text = describe(value) ?? "\(value)"
        guard text.utf8.count > limit else { return text }
        // The slice ends before a character that would be cut in two.
        return text[..<text.utf8.index(text.startIndex, offsetBy: limit)] + "…"
    }
}
