import LogSupport

/// A connection to a cluster, opened when it is used, and again when the client library has given it up.
///
/// `@unchecked`: its session is used on its serial queue alone, and by `deinit`.
final class NATSConnection: @unchecked Sendable {
    private let options: JetStreamOptions
    private let onChange: (@Sendable () -> Void)?
    private let queue = CallQueue("NATSConnection")
    private var session: NATSSession?

    /// Creates a connection, without connecting.
    ///
    /// - Parameters:
    ///   - options: The servers.
    ///   - onChange: Called on a thread of the client library when another connection announces entries.
    init(_ options: JetStreamOptions, onChange: (@Sendable () -> Void)? = nil) {
        self.options = options
        self.onChange = onChange
    }

    /// Makes calls of the client library, each of which waits for an answer for a few seconds at most.
    ///
    /// - Parameter body: Makes the calls.
    /// - Returns: The result of the calls.
    /// - Throws: `JetStreamError` if no server can be reached, the error of the body, or `CancellationError`.
    @discardableResult
    func run<Result: Sendable>(_ body: @escaping @Sendable (NATSSession) throws -> Result) async throws -> Result {
        try await queue.run { _ in
            do {
                return try body(self.connected())
            } catch let error as JetStreamError {
                throw error.shared
            }
        }
    }

    private func connected() throws -> NATSSession {
        if let session, !session.isClosed { return session }
        session = nil
        let new = try NATSSession(options, onChange: onChange)
        session = new
        return new
    }
}
