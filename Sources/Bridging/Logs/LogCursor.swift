/// The position of a group in a stream, while one reader holds it.
///
/// The reader holds it for the time of its lease, from the last call that succeeded. Then another reader may take it, and each call of
/// this one fails.
public protocol LogCursor: Sendable {
    /// The position that was stored when the cursor was taken.
    var position: UInt64 { get }

    /// The identity of the stream that has the position, as pages of it say; `nil` if it is not known.
    var identity: String? { get }

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

    /// Stores a position with the identity of its stream, and extends the lease.
    ///
    /// A log whose pages have an identity stores it, so that the next reader of the group sees that the stream was replaced meanwhile.
    ///
    /// - Parameters:
    ///   - position: The position of the last entry that was handled.
    ///   - identity: The identity of the stream; `nil` if it is not known.
    /// - Throws: `LogCursorLost` if another reader has taken the cursor, or an error of the engine.
    func store(_ position: UInt64, in identity: String?) async throws

    /// Lets another reader take the cursor at once.
    ///
    /// - Throws: An error of the engine. Then the lease has to run out.
    func release() async throws
}

extension LogCursor {
    /// The identity of the stream, which a log need not know.
    public var identity: String? { nil }

    /// Stores a position without the identity of its stream.
    public func store(_ position: UInt64, in identity: String?) async throws {
        try await store(position)
    }
}
