/// The receiver of the entries of one stream in this process.
protocol EntryReceiver: Sendable {
    /// Handles an entry, and returns when all its subscribers have.
    ///
    /// - Throws: An error that has nothing to do with the entry. Then the entry is received again.
    func receive(_ stored: StoredEntry) async throws -> ReadingPosition.Result

    /// Reports missed entries.
    func report(_ gap: RemoteGap)
}
