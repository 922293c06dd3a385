/// The receiver of the entries of one stream in this process.
protocol EntryReceiver: Sendable {
    /// Handles an entry, and returns when all its subscribers have.
    ///
    /// - Throws: An error that has nothing to do with the entry. Then the entry is received again.
    func receive(_ stored: StoredEntry) async throws -> ReadingPosition.Result

    /// Notes that a page is read next.
    func beginPage()

    /// Notes that all entries of the page were handled, and that there were no others.
    func endLastPage() throws

    /// Reports missed entries.
    func report(_ gap: RemoteGap)

    /// Reports an error that nothing else will show.
    func report(_ error: BridgeError)
}

extension EntryReceiver {
    func beginPage() {}
    func endLastPage() {}
    func report(_ error: BridgeError) {}
}
