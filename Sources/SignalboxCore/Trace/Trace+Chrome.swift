extension Trace {
    /// The events as Chrome's trace-event JSON, which Perfetto and `chrome://tracing` open.
    ///
    /// Each is a slice on a track of its thread, with all its properties as details, and an arrow leads to it from its cause.
    /// Slices of a track nest, as Perfetto requires. An event that is running is drawn to the end of the last one.
    public var chromeJSON: String { Self.chromeJSON(of: events.map { TraceRecord($0) }, since: startTime) }

    /// Writes records of events as `chromeJSON` has events.
    ///
    /// - Parameters:
    ///   - records: The records in the order in which the events began.
    ///   - startTime: The time at which their trace began, since 1970.
    /// - Returns: The content of a file.
    public static func chromeJSON(of records: [TraceRecord], since startTime: Duration) -> String {
        ChromeTrace(of: records, since: startTime).json
    }
}
