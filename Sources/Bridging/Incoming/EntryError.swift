/// An entry that cannot be delivered.
struct EntryError: Error {
    let reason: RemoteDeadLetter.Reason

    /// The limit of the options that the entry exceeds.
    let limit: Int?

    init(_ reason: RemoteDeadLetter.Reason, limit: Int? = nil) {
        self.reason = reason
        self.limit = limit
    }
}
