extension Trace {
    /// The events as a tree: each below its cause, in the order in which they began.
    ///
    /// Takes time linear in their number. An event whose cause was overwritten is not indented.
    public var tree: String {
        let events = events
        let known = Set(events.map(\.id))
        var effects: [UInt64?: [TraceEvent]] = [:]
        for event in events {
            effects[event.cause.flatMap { known.contains($0) ? $0 : nil }, default: []].append(event)
        }
        var lines: [String] = []
        // A stack rather than a recursion: a chain may be as long as the ring.
        var open = (effects[nil] ?? []).reversed().map { (event: $0, depth: 0) }
        while let (event, depth) = open.popLast() {
            lines.append(String(repeating: "  ", count: depth) + "\(event)")
            open += (effects[event.id] ?? []).reversed().map { ($0, depth + 1) }
        }
        return lines.joined(separator: "\n")
    }

    /// The events as Chrome's trace-event JSON, which Perfetto and `chrome://tracing` open.
    ///
    /// Each is a slice on its thread, with its cause as a detail.
    public var chromeJSON: String { "{\"traceEvents\":[" + events.map(Self.slice).joined(separator: ",\n") + "]}" }

    private static func slice(_ event: TraceEvent) -> String {
        var details = ["\"id\":\(event.id)", "\"at\":\(json("\(event.location)"))"]
        if let cause = event.cause { details.append("\"cause\":\(cause)") }
        if let receiver = event.receiver { details.append("\"receiver\":\(json("\(receiver)"))") }
        if let scope = event.scope { details.append("\"scope\":\(json(scope))") }
        if let detail = event.detail { details.append("\"detail\":\(json(detail))") }
        details.append("\"outcome\":\(json("\(event.outcome)"))")
        let fields = [
            "\"name\":\(json("\(event.kind) \(event.subject)"))", "\"cat\":\(json("\(event.kind)"))",
            "\"ph\":\"X\"", "\"ts\":\(event.time / .microseconds(1))",
            "\"dur\":\((event.duration ?? .zero) / .microseconds(1))",
            "\"pid\":1", "\"tid\":\(event.thread)", "\"args\":{\(details.joined(separator: ","))}",
        ]
        return "{" + fields.joined(separator: ",") + "}"
    }

    /// A text as JSON writes it.
    private static func json(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\u{0}"..."\u{1F}":
                result += (scalar.value < 16 ? "\\u000" : "\\u00") + String(scalar.value, radix: 16)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

/// Whether a trace describes the values that it sees, and how.
///
/// ```swift
/// Trace.shared.start(describing: .short)
/// ```
///
/// A text is made on the thread that posts or sets, outside of all locks. A value is printed as `print` does, and cut at the
/// limit; for a large one, such as a state of 10 MB, write a description of your own, which prints less.
public struct TraceDetails: Sendable {
    /// Values are not described.
    public static let none = TraceDetails(limit: 0)

    /// At most 200 bytes, which the old and the new value of a state share.
    public static let short = TraceDetails(limit: 200)

    /// What is recorded of an error, always.
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
        (self.limit, self.describe) = (limit, describe)
    }

    /// The text of what an event is about; of several values, those of its steps.
    func text(of values: [any Sendable]) -> String {
        values.map { value in
            let text = describe(value) ?? "\(value)"
            let limit = limit / values.count
            guard text.utf8.count > limit else { return text }
            // The slice ends before a character that would be cut in two.
            return text[..<text.utf8.index(text.startIndex, offsetBy: limit)] + "…"
        }.joined(separator: " → ")
    }
}
