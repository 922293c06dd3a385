/// A cursor of a log in memory.
struct LoopbackCursor: LogCursor {
    private let log: LoopbackLog
    private let group: GroupName
    private let stream: StreamName
    private let lease: Duration
    private let term: Int

    let position: UInt64

    init(
        log: LoopbackLog, group: GroupName, stream: StreamName, lease: Duration, holding cursor: LoopbackStream.Cursor
    ) {
        self.log = log
        self.group = group
        self.stream = stream
        self.lease = lease
        term = cursor.term
        position = cursor.position
    }

    func renew() async throws {
        try log.change(group, of: stream, holding: term) { [lease] cursor, now in cursor.end = now + lease }
    }

    func store(_ position: UInt64) async throws {
        try log.change(group, of: stream, holding: term) { [lease] cursor, now in
            cursor.position = position
            cursor.end = now + lease
        }
    }

    func release() async throws {
        try log.change(group, of: stream, holding: term) { cursor, now in cursor.end = now }
    }
}
