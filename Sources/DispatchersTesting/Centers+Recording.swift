public import Dispatchers

extension MessageCenter {
    /// Records the messages of a type, before any observer can consume them.
    ///
    /// A recording is a tap, and no receiver: a message that is only recorded is a dead letter. Retained messages are
    /// not recorded.
    ///
    /// - Parameter type: The type of the messages, or a protocol.
    /// - Returns: The recording. It ends when it is released.
    public func record<Message: Sendable>(_ type: Message.Type) -> Recording<Message> {
        let recording = Recording<Message>()
        recording.keep(tap(type) { [weak recording] message in recording?.append(message) })
        return recording
    }
}

extension ObserverCenter {
    /// Records the value of a state, or of a part of one, after each change from now on.
    ///
    /// - Parameter path: The state.
    /// - Returns: The recording. It ends when it is released.
    public func record<Value: Equatable>(_ path: StatePath<Value>) -> Recording<Value> {
        let recording = Recording<Value>()
        observe(path, by: recording, options: .skipsCurrent) { recording, change in recording.append(change.new) }
        return recording
    }
}

extension Trace {
    /// Records the events of a kind as they end: `.call` for calls, `.route` for URLs that are opened.
    ///
    /// ```swift
    /// let opened = trace.record(.route)
    /// try await checkout.finish()
    /// #expect(opened.values.map(\.subject) == ["shop://orders/7"])
    /// ```
    ///
    /// - Parameter kind: The kind.
    /// - Returns: The recording. It ends when it is released.
    public func record(_ kind: TraceEvent.Kind) -> Recording<TraceEvent> {
        let recording = Recording<TraceEvent>()
        let log = log { [weak recording] event in
            if event.kind == kind { recording?.append(event) }
        }
        recording.keep(log)
        return recording
    }
}
