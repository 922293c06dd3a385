/// The cursors that other readers hold, and the time since when each has not changed.
///
/// No clocks of different machines are compared: a lease has ended when this process has seen the cursor unchanged for its time.
struct CursorObservations: Sendable {
    private struct Observation: Sendable {
        let revision: UInt64
        let since: ContinuousClock.Instant
    }

    private var observations: [String: Observation] = [:]

    /// Notes a revision of a cursor.
    ///
    /// - Parameters:
    ///   - revision: The revision.
    ///   - subject: The subject of the cursor.
    ///   - lease: The time of a lease.
    ///   - now: The time.
    /// - Returns: `true` if the cursor has had this revision for the time of a lease.
    mutating func hasEnded(
        _ revision: UInt64, of subject: String, lease: Duration, at now: ContinuousClock.Instant
    ) -> Bool {
        if let known = observations[subject], known.revision == revision { return now - known.since >= lease }
        observations[subject] = Observation(revision: revision, since: now)
        return false
    }
}
