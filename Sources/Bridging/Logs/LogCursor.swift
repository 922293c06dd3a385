/// The position of a group in a stream, while one reader holds it.
///
/// The reader holds it for the time of its lease, from the last call that succeeded. Then another reader may take it, and each call of
/// this one fails.
public protocol LogCursor: Sendable {
    /// The position that was stored when the cursor was taken.
    var position: UInt64 { get }

    /// Extends the lease.
    ///
    /// - Throws: `LogCursorLost` if another reader has taken the cursor, or an error of the engine.
    func renew() async throws

    /// Stores a position, and extends the lease.
    ///
    /// - Parameter position: The position of the last entry that was handled.
    /// - Throws: `LogCursorLost` if another reader has taken the cursor, or an error of the engine. Then the position is not stored,
    ///   or the call failed after it was stored.
    func store(_ position: UInt64) async throws

    /// Lets another reader take the cursor at once.
    ///
    /// - Throws: An error of the engine. Then the lease has to run out.
    func release() async throws
}
