import SignalboxCore

/// A connection to a log that loses, doubles and delays calls, and that a test can cut: for tests of an app and of logs.
public final class FaultyLog: MessageLog {
    private struct State: Sendable {
        var calls = 0
        var isCut = false
    }

    private let log: any MessageLog
    private let faults: LogFaults
    private let state = Protected(State())

    /// Creates a connection to a log.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - faults: The faults. By default, it only has those that the test makes by `isCut`.
    public init(_ log: any MessageLog, _ faults: LogFaults = LogFaults(seed: 0, rate: 0)) {
        self.log = log
        self.faults = faults
    }

    /// A Boolean value that indicates whether the engine cannot be reached: each call throws.
    public var isCut: Bool {
        get { state.withLock { $0.isCut } }
        set { state.withLock { $0.isCut = newValue } }
    }

    /// The number of calls so far.
    public var calls: Int { state.withLock { $0.calls } }

    /// Appends entries to a stream.
    public func append(_ entries: [LogEntry], to stream: StreamName) async throws {
        try await call { try await self.log.append(entries, to: stream) }
    }

    /// Returns entries of a stream.
    ///
    /// A doubled page has its entries twice.
    public func page(of stream: StreamName, after position: UInt64, limit: Int) async throws -> LogPage {
        let fault = try await begin()
        var page = try await log.page(of: stream, after: position, limit: limit)
        try end(fault)
        if fault == .doubled { page.entries += page.entries }
        return page
    }

    /// Returns the changes of the log.
    public func changes() -> AsyncStream<Void> { log.changes() }

    /// Takes the cursor of a group.
    public func cursor(
        of group: GroupName, in stream: StreamName, for reader: String, lease: Duration
    ) async throws -> (any LogCursor)? {
        let fault = try await begin()
        let cursor = try await log.cursor(of: group, in: stream, for: reader, lease: lease)
        try end(fault)
        return cursor.map { FaultyCursor(log: self, cursor: $0) }
    }

    /// Removes the oldest entries of a stream.
    public func trim(_ stream: StreamName, keeping retention: LogRetention) async throws {
        try await call { try await self.log.trim(stream, keeping: retention) }
    }

    /// Makes a call, with the fault that it has.
    func call(_ body: @Sendable () async throws -> Void) async throws {
        let fault = try await begin()
        try await body()
        if fault == .doubled { try await body() }
        try end(fault)
    }

    /// Begins a call: it fails if it is lost, and other tasks go first if it is late.
    ///
    /// - Returns: The fault of the call.
    private func begin() async throws -> LogFaults.Fault? {
        let fault = state.withLock { state in
            defer { state.calls += 1 }
            return state.isCut ? .lost : faults.fault(of: state.calls)
        }
        if fault == .lost { throw LogFaultError() }
        if fault == .delayed {
            for _ in 0..<8 { await Task.yield() }
        }
        return fault
    }

    /// Ends a call: it fails if its answer is lost.
    private func end(_ fault: LogFaults.Fault?) throws {
        if fault == .answerLost { throw LogFaultError() }
    }
}
