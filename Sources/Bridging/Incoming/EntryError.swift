/// An entry that cannot be delivered.
struct EntryError: Error {
    let reason: RemoteDeadLetter.Reason

    init(_ reason: RemoteDeadLetter.Reason) {
        self.reason = reason
    }
}
