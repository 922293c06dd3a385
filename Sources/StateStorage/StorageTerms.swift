/// The terms on which a storage writes.
struct StorageTerms: Sendable {
    /// The time from a change to the writing of it.
    let pause: Duration

    /// The largest number of bytes of a value.
    let limit: Int

    /// The clock of the pause.
    let clock: any Clock<Duration>

    /// Called with each value that cannot be read or written.
    let onError: @Sendable (StorageError) -> Void
}
