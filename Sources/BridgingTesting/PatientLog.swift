import Bridging

/// A connection to a log that repeats calls while the engine does not answer, as a bridge does.
///
/// An engine of several servers may fail to answer while it elects a leader, which breaks no law.
struct PatientLog: MessageLog {
    private static let limit = 5

    let log: any MessageLog

    func append(_ entries: [LogEntry], to stream: StreamName) async throws {
        try await repeating { try await log.append(entries, to: stream) }
    }

    func page(of stream: StreamName, after position: UInt64, limit: Int) async throws -> LogPage {
        try await repeating { try await log.page(of: stream, after: position, limit: limit) }
    }

    func changes() -> AsyncStream<Void> { log.changes() }

    func cursor(
        of group: GroupName, in stream: StreamName, for reader: String, lease: Duration
    ) async throws -> (any LogCursor)? {
        try await repeating { try await log.cursor(of: group, in: stream, for: reader, lease: lease) }
    }

    func trim(_ stream: StreamName, keeping retention: LogRetention) async throws {
        try await repeating { try await log.trim(stream, keeping: retention) }
    }

    /// Repeats a call a few times, unless it was refused.
    private func repeating<Result: Sendable>(_ call: @Sendable () async throws -> Result) async throws -> Result {
        for _ in 1..<Self.limit {
            do {
                return try await call()
            } catch let error where !(error is LogRefusal) && !Task.isCancelled {
                continue
            }
        }
        return try await call()
    }
}
