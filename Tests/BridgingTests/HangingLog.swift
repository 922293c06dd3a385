import Bridging
import Synchronization

/// A log in memory that stops answering, and does not notice a cancelled task.
final class HangingLog: MessageLog {
    private struct State: Sendable {
        var isHanging = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    let log: LoopbackLog
    private let state = Mutex(State())

    init(_ log: LoopbackLog) {
        self.log = log
    }

    /// Answers no call from now on.
    func hang() {
        state.withLock { $0.isHanging = true }
    }

    /// Answers all calls.
    func answer() {
        let waiting = state.withLock { state in
            defer { state = State() }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }

    func append(_ entries: [LogEntry], to stream: StreamName) async throws {
        await wait()
        try await log.append(entries, to: stream)
    }

    func page(of stream: StreamName, after position: UInt64, limit: Int) async throws -> LogPage {
        await wait()
        return try await log.page(of: stream, after: position, limit: limit)
    }

    func changes() -> AsyncStream<Void> { log.changes() }

    func cursor(
        of group: GroupName, in stream: StreamName, for reader: String, lease: Duration
    ) async throws -> (any LogCursor)? {
        await wait()
        let cursor = try await log.cursor(of: group, in: stream, for: reader, lease: lease)
        return cursor.map { HangingCursor(log: self, cursor: $0) }
    }

    func trim(_ stream: StreamName, keeping retention: LogRetention) async throws {
        await wait()
        try await log.trim(stream, keeping: retention)
    }

    fileprivate func wait() async {
        await withCheckedContinuation { continuation in
            let isHanging = state.withLock { state in
                if state.isHanging { state.waiting.append(continuation) }
                return state.isHanging
            }
            if !isHanging { continuation.resume() }
        }
    }
}

/// A cursor of a log that stops answering.
private struct HangingCursor: LogCursor {
    let log: HangingLog
    let cursor: any LogCursor

    var position: UInt64 { cursor.position }

    func renew() async throws {
        await log.wait()
        try await cursor.renew()
    }

    func store(_ position: UInt64) async throws {
        await log.wait()
        try await cursor.store(position)
    }

    func release() async throws {
        await log.wait()
        try await cursor.release()
    }
}
