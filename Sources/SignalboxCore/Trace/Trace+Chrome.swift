extension Trace {
    /// The events as Chrome's trace-event JSON, which Perfetto and `chrome://tracing` open.
    ///
    /// Each is a slice on a track of its thread, with all its properties as details, and an arrow leads to it from its cause.
    /// Slices of a track nest, as Perfetto requires. An event that is running is drawn to the end of the last one.
    public var chromeJSON: String { ChromeTrace(of: events, since: startTime).json }
}
