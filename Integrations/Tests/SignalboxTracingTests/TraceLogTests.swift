import Dispatchers
import Logging
import Synchronization
import Testing

@Suite("A log of a trace") struct TraceLogTests {
    @Test("A log of the trace writes to swift-log") func logging() {
        let trace = Trace()
        trace.start()
        let center = MessageCenter(trace: trace, onError: { _ in })
        let lines = Mutex([String]())
        let logger = Logger(label: "shop") { _ in LineHandler { line in lines.withLock { $0.append(line) } } }
        let log = trace.log { event in
            logger.info("\(event.kind) \(event.subject)", metadata: ["at": "\(event.location)"])
        }
        center.post(1)
        log.cancel()
        #expect(lines.withLock { $0 } == ["post Int"])
    }
}

/// A log that calls a function with each line.
private struct LineHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace
    let write: @Sendable (String) -> Void

    init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        write("\(event.message)")
    }
}
