/// The way in which a trace describes the values that it records.
///
/// ```swift
/// Trace.shared.start(describing: .short)
/// ```
///
/// A text is made on the thread that posts or sets, outside of all locks. A value is printed as `print` does, and cut at the
/// limit. For a large value, such as a state of 10 MB, write a description of your own that prints less.
public struct TraceDetails: Sendable {
    /// Describes no values.
    public static let none = TraceDetails(limit: 0)

    /// Prints at most 200 bytes, which the old and the new value of a state share.
    public static let short = TraceDetails(limit: 200)

    /// The description of errors, which are always recorded.
    static let errors = TraceDetails(limit: 1_000)

    let limit: Int
    private let describe: @Sendable (any Sendable) -> String?

    /// Creates a description of your own.
    ///
    /// - Parameters:
    ///   - limit: How many bytes of UTF-8 are printed at most, without the marks of what was cut and of a change.
    ///   - describe: Returns the text for a value, such as that of a secret, or `nil` for the usual one.
    public init(limit: Int, _ describe: @escaping @Sendable (any Sendable) -> String? = { _ in nil }) {
        precondition(limit >= 0, "a text of \(limit) bytes cannot be made")
        self.limit = limit
        self.describe = describe
    }

    /// Returns the texts of some values, with arrows between them.
    ///
    /// They share the limit.
    func text(of values: [any Sendable]) -> String {
        values.map { text(of: $0, limit: limit / values.count) }.joined(separator: " → ")
    }

    private func text(of value: any Sendable, limit: Int) -> String {
        let text = describe(value) ?? "\(value)"
        guard text.utf8.count > limit else { return text }
        // The slice ends before a character that would be cut in two.
        return text[..<text.utf8.index(text.startIndex, offsetBy: limit)] + "…"
    }
}

extension Trace {
    /// Returns an error as events describe it: at most 1,000 bytes.
    package static func text(of error: any Error) -> String { TraceDetails.errors.text(of: [error]) }
}
