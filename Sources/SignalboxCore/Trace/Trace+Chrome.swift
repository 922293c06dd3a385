extension Trace {
    /// The events as Chrome's trace-event JSON, which Perfetto and `chrome://tracing` open.
    ///
    /// Each is a slice on its thread, with its cause as a detail.
    public var chromeJSON: String {
        "{\"traceEvents\":[" + events.map(\.chromeSlice).joined(separator: ",\n") + "]}"
    }
}

extension TraceEvent {
    /// The event as an object of Chrome's trace-event JSON.
    fileprivate var chromeSlice: String {
        var text = "{\"ph\":\"X\",\"pid\":1,\"tid\":\(thread),\"ts\":\(time / .microseconds(1))"
        text += ",\"dur\":\((duration ?? .zero) / .microseconds(1))"
        text += member("name", "\(kind) \(subject)")
        text += member("cat", "\(kind)")
        text += ",\"args\":{\"id\":\(id)"
        if let cause { text += ",\"cause\":\(cause)" }
        text += member("at", "\(location)")
        text += member("receiver", receiver.map { "\($0)" })
        text += member("scope", scope)
        text += member("detail", detail)
        text += member("outcome", "\(outcome)")
        return text + "}}"
    }

    /// A member of an object, after a comma; nothing without a value.
    private func member(_ name: String, _ value: String?) -> String {
        value.map { ",\"\(name)\":" + json($0) } ?? ""
    }

    /// A text as JSON writes it.
    private func json(_ text: String) -> String {
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
