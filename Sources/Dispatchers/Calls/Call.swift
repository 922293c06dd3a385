import SignalboxCore

/// A call of the receivers of a protocol.
///
/// To the hub it is a value, and the receivers of a protocol are subscribers of its topic. A call that is confined to the current
/// actor does not leave the thread, and may have a body that is not `Sendable`.
struct Call<P> {
    /// Calls a receiver.
    let body: (P) throws -> Void

    /// Called with the error of a receiver, and the source location of its registration.
    ///
    /// An error that it throws is reported.
    var onError: (any Error, SourceLocation) throws -> Void = { error, _ in throw error }
}
