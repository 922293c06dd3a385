import GRDB
import Synchronization

extension Database {
    /// Returns the reason why nothing can be stored now; `nil` if something can.
    ///
    /// Waits for a lock no longer than a moment. After a write that failed, it stores as much as a large cart takes.
    package func problem() async -> DatabaseFailure? {
        let hasFailed = lastFailure.withLock { $0 != nil }
        do {
            try file.check()
            try await prober.writeWithoutTransaction { database in
                try database.inTransaction(.immediate) {
                    guard hasFailed else { return .rollback }
                    try database.execute(sql: "REPLACE INTO probe VALUES (1, randomblob(32768))")
                    return .commit
                }
            }
        } catch {
            return error as? DatabaseFailure ?? DatabaseFailure(error, at: path)
                ?? DatabaseFailure(.other, at: path, "failed: \(error)")
        }
        if hasFailed { lastFailure.withLock { $0 = nil } }
        return nil
    }

    /// The failure of a file that was removed or replaced; `nil` if it is the one that was opened.
    package var loss: DatabaseFailure? {
        do {
            try file.check()
            return nil
        } catch {
            return error as? DatabaseFailure
        }
    }
}
