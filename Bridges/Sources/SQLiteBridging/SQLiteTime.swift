/// The time of the machine in the tables of a log, in milliseconds.
enum SQLiteTime {
    /// The expression of SQL for the present time.
    static let now = "CAST((julianday('now') - 2440587.5) * 86400000 AS INTEGER)"
}
