extension Trace {
    /// The events as a tree: each below its cause, in the order in which they began.
    ///
    /// Takes time linear in their number. An event whose cause was overwritten is not indented.
    public var tree: String {
        let events = events
        // The places of the effects of each event, and how far it is indented; of the root, too, which is behind all.
        let root = events.count
        var (effects, depths) = (Array(repeating: [Int](), count: root + 1), Array(repeating: -1, count: root + 1))
        for place in events.indices {
            // The numbers of events have no gaps, and a cause has a lower number than its effects.
            let cause = events[place].cause.map { Int(min($0 &- events[0].id, UInt64(root))) } ?? root
            effects[cause].append(place)
            depths[place] = depths[cause] + 1
        }
        // A stack rather than a recursion: a chain may be as long as the ring.
        var (lines, open) = ([String](), [Int](effects[root].reversed()))
        while let place = open.popLast() {
            lines.append(String(repeating: "  ", count: depths[place]) + "\(events[place])")
            open += effects[place].reversed()
        }
        return lines.joined(separator: "\n")
    }

    /// The events as Chrome's trace-event JSON, which Perfetto and `chrome://tracing` open.
    ///
    /// Each is a slice on its thread, with its cause as a detail.
    public var chromeJSON: String { "{\"traceEvents\":[" + events.map(Self.slice).joined(separator: ",\n") + "]}" }

    private static func slice(_ event: TraceEvent) -> String {
        var text = "{\"ph\":\"X\",\"pid\":1,\"tid\":\(event.thread),\"ts\":\(event.time / .microseconds(1))"
        func add(_ name: String, _ value: String?) {
            if let value { text += ",\"\(name)\":" + json(value) }
        }
        text += ",\"dur\":\((event.duration ?? .zero) / .microseconds(1))"
        add("name", "\(event.kind) \(event.subject)")
        add("cat", "\(event.kind)")
        text += ",\"args\":{\"id\":\(event.id)"
        if let cause = event.cause { text += ",\"cause\":\(cause)" }
        add("at", "\(event.location)")
        add("receiver", event.receiver.map { "\($0)" })
        add("scope", event.scope)
        add("detail", event.detail)
        add("outcome", "\(event.outcome)")
        return text + "}}"
    }

    /// A text as JSON writes it.
    private static func json(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" || scalar.value < 0x20 {
                result += "\\u00" + String(0x100 + scalar.value, radix: 16).dropFirst()
            } else {
                result.unicodeScalars.append(scalar)
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
