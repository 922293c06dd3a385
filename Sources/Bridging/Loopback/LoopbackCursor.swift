/// A cursor of a log in memory.
struct LoopbackCursor: LogCursor {
    private let log: LoopbackLog
    private let group: GroupName
    private let stream: StreamName
    private let lease: Duration
    private let term: Int

    let position: UInt64
    let identity: String?

    init(
        log: LoopbackLog, group: GroupName, stream: StreamName, lease: Duration, holding cursor: LoopbackStream.Cursor
    ) {
        self.log = log
        self.group = group
        self.stream = stream
        self.lease = lease
        term = cursor.term
        position = cursor.position
        identity = cursor.identity
    }

    func renew() async throws {
        try log.change(group, of: stream, holding: term) { [lease] cursor, now in cursor.end = now + lease }
    }

    func store(_ position: UInt64) async throws {
        try await store(position, in: identity)
    }

    func store(_ position: UInt64, in identity: String?) async throws {
        try log.change(group, of: stream, holding: term) { [lease] cursor, now in
            cursor.position = position
            cursor.identity = identity
            cursor.end = now + lease
        }
    }

    func release() async throws {
        try log.change(group, of: stream, holding: term) { cursor, now in cursor.end = now }
    }
}
