import Bridging
import Synchronization

/// A log in memory that calls a closure before each call, and that a test can replace by another one.
final class HookedLog: MessageLog {
    /// A call of a bridge.
    enum Call: Sendable, Equatable {
        case append([LogEntry])
        case page
        case cursor
        case renew
        case store(UInt64)
        case release
        case trim
    }

    private let current: Mutex<LoopbackLog>
    private let beforeCall: @Sendable (Call) async throws -> Void

    init(_ log: LoopbackLog = LoopbackLog(), beforeCall: @escaping @Sendable (Call) async throws -> Void = { _ in }) {
        current = Mutex(log)
        self.beforeCall = beforeCall
    }

    /// The log that receives the calls.
    var log: LoopbackLog {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }

    func append(_ entries: [LogEntry], to stream: StreamName) async throws {
        try await beforeCall(.append(entries))
        try await log.append(entries, to: stream)
    }

    func page(of stream: StreamName, after position: UInt64, limit: Int) async throws -> LogPage {
        try await beforeCall(.page)
        return try await log.page(of: stream, after: position, limit: limit)
    }

    func changes() -> AsyncStream<Void> { log.changes() }

    func cursor(
        of group: GroupName, in stream: StreamName, for reader: String, lease: Duration
    ) async throws -> (any LogCursor)? {
        try await beforeCall(.cursor)
        let cursor = try await log.cursor(of: group, in: stream, for: reader, lease: lease)
        return cursor.map { HookedCursor(cursor: $0, beforeCall: beforeCall) }
    }

    func trim(_ stream: StreamName, keeping retention: LogRetention) async throws {
        try await beforeCall(.trim)
        try await log.trim(stream, keeping: retention)
    }
}

/// A cursor of a log that calls a closure before each call.
private struct HookedCursor: LogCursor {
    let cursor: any LogCursor
    let beforeCall: @Sendable (HookedLog.Call) async throws -> Void

    var position: UInt64 { cursor.position }
    var identity: String? { cursor.identity }

    func renew() async throws {
        try await beforeCall(.renew)
        try await cursor.renew()
    }

    func store(_ position: UInt64) async throws {
        try await beforeCall(.store(position))
        try await cursor.store(position)
    }

    func store(_ position: UInt64, in identity: String?) async throws {
        try await beforeCall(.store(position))
        try await cursor.store(position, in: identity)
    }

    func release() async throws {
        try await beforeCall(.release)
        try await cursor.release()
    }
}
