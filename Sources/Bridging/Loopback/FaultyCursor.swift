/// A cursor of a log with faults.
struct FaultyCursor: LogCursor {
    let log: FaultyLog
    let cursor: any LogCursor

    var position: UInt64 { cursor.position }
    var identity: String? { cursor.identity }

    func renew() async throws {
        try await log.call { try await cursor.renew() }
    }

    func store(_ position: UInt64) async throws {
        try await log.call { try await cursor.store(position) }
    }

    func store(_ position: UInt64, in identity: String?) async throws {
        try await log.call { try await cursor.store(position, in: identity) }
    }

    func release() async throws {
        try await log.call { try await cursor.release() }
    }
}
