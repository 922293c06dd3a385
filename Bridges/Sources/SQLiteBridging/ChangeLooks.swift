import GRDB

/// Looks of a connection for commits of others.
struct ChangeLooks {
    /// The shortest time between two notices, so that a busy file costs a reader no more than one look in this time.
    private static let pause = Duration.milliseconds(10)

    private let connection: DatabaseQueue
    private let file: SQLiteFile
    private var version: Int64 = -1

    init(_ connection: DatabaseQueue, of file: SQLiteFile) {
        self.connection = connection
        self.file = file
    }

    /// Calls a closure if the file has changed since the last look.
    ///
    /// - Returns: `true` if it has, or if it was removed or replaced, which a reader has to find out.
    @discardableResult
    mutating func look(_ onChange: () -> Void) async -> Bool {
        guard (try? file.check()) != nil else {
            onChange()
            return true
        }
        let found = try? await connection.unsafeRead { try Self.version(in: $0) }
        guard let found, found != version else { return false }
        version = found
        onChange()
        return true
    }

    /// Returns a number that changes with each commit of another connection.
    private static func version(in database: Database) throws -> Int64? {
        try Int64.fetchOne(database.cachedStatement(sql: "PRAGMA data_version"))
    }

    /// Looks when the system notices a write, until the task is cancelled.
    ///
    /// The write into the write-ahead log comes before its commit can be seen, and its sync may take long. So looks follow in growing
    /// intervals, until one has found the commit. If the writer has rolled back, none does.
    mutating func follow(_ watch: FileWatch, _ onChange: () -> Void) async {
        for await _ in watch.changes() {
            var interval = Duration.milliseconds(1)
            while !Task.isCancelled, await !look(onChange), interval <= .milliseconds(512) {
                try? await Task.sleep(for: interval)
                interval *= 2
            }
            try? await Task.sleep(for: Self.pause)
        }
    }

    /// Looks in intervals that grow while nothing is new, until the task is cancelled.
    mutating func poll(in intervals: ClosedRange<Duration>, _ onChange: () -> Void) async {
        var interval = intervals.lowerBound
        while !Task.isCancelled {
            try? await Task.sleep(for: interval)
            interval = await look(onChange) ? intervals.lowerBound : min(interval * 2, intervals.upperBound)
        }
    }
}
