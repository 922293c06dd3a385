extension Trace {
    /// The events as a tree: each below its cause, in the order in which they began.
    ///
    /// Takes time linear in their number. An event whose cause was pushed out of the ring stands at the left.
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
    /// Each is a slice on its thread; arrows lead from a cause to its effects on other threads.
    public var chromeJSON: String {
        let events = events
        let threads = Dictionary(uniqueKeysWithValues: events.map { ($0.id, $0) })
        var entries = events.map(Self.slice)
        for event in events {
            guard let cause = event.cause.flatMap({ threads[$0] }), cause.thread != event.thread else { continue }
            entries.append(Self.arrow("s", of: event, from: cause))
            entries.append(Self.arrow("f", of: event, from: event))
        }
        return "{\"traceEvents\":[" + entries.joined(separator: ",\n") + "]}"
    }

    private static func slice(_ event: TraceEvent) -> String {
        var details = ["\"id\":\(event.id)", "\"at\":\(json("\(event.location)"))"]
        if let cause = event.cause { details.append("\"cause\":\(cause)") }
        if let receiver = event.receiver { details.append("\"receiver\":\(json("\(receiver)"))") }
        details.append("\"outcome\":\(json("\(event.outcome)"))")
        let fields = [
            "\"name\":\(json("\(event.kind) \(event.subject)"))", "\"cat\":\(json("\(event.kind)"))",
            "\"ph\":\"X\"", "\"ts\":\(event.time.microseconds)", "\"dur\":\((event.duration ?? .zero).microseconds)",
            "\"pid\":1", "\"tid\":\(event.thread)", "\"args\":{\(details.joined(separator: ","))}",
        ]
        return "{" + fields.joined(separator: ",") + "}"
    }

    /// The beginning or the end of an arrow.
    private static func arrow(_ phase: String, of effect: TraceEvent, from event: TraceEvent) -> String {
        let end = phase == "f" ? ",\"bp\":\"e\"" : ""
        return "{\"name\":\"cause\",\"cat\":\"cause\",\"ph\":\"\(phase)\"\(end),\"id\":\(effect.id),"
            + "\"ts\":\(event.time.microseconds),\"pid\":1,\"tid\":\(event.thread)}"
    }

    /// A text as JSON writes it.
    private static func json(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\u{0}"..."\u{1F}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
