import LogSupport

/// A connection to a server, opened when it is used, and again after an error.
///
/// `@unchecked`: its link is used on its serial queue alone, and by `deinit`.
final class PostgresConnection: @unchecked Sendable {
    /// The time that a call may take, after the connection is open: longer than the server's own limits.
    private static let patience = Duration.seconds(15)

    /// The settings that a log relies on, whatever the server, the database or the user has.
    private static let settings = """
        SET client_min_messages = 'warning';
        SET statement_timeout = '10s';
        SET lock_timeout = '5s';
        SET default_transaction_isolation = 'read committed';
        SET default_transaction_read_only = off;
        SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'
        """

    private let info: String
    private let patience: Duration
    private let queue = CallQueue("PostgresConnection")
    private var link: PostgresLink?

    init(_ info: String, patience: Duration = patience) {
        self.info = info
        self.patience = patience
    }

    /// Makes calls.
    ///
    /// A call that was cancelled or took too long may still go on in the server, until the limits of the server end it.
    ///
    /// - Parameter body: Makes the calls.
    /// - Returns: The result of the calls.
    /// - Throws: `PostgresError`, or `CancellationError`.
    @discardableResult
    func run<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresSession) throws -> Result
    ) async throws -> Result {
        try await queue.run { cancellation in
            let link = try self.link ?? self.connect(cancellation)
            self.link = link
            // A connection that was lost, or on which a statement goes on, is closed.
            defer { if !link.isIdle { self.link = nil } }
            do {
                return try body(self.session(link, cancellation))
            } catch let error as PostgresError {
                // The next connection makes the tables that were dropped.
                if error.isOfMissingTable { self.link = nil }
                throw error.shared
            }
        }
    }

    private func session(_ link: PostgresLink, _ cancellation: CallCancellation) -> PostgresSession {
        PostgresSession(link: link, limit: CallLimit(end: .now + patience, cancellation: cancellation))
    }

    /// Connects, and brings the tables up to date.
    private func connect(_ cancellation: CallCancellation) throws -> PostgresLink {
        let link = try PostgresLink(info)
        let session = session(link, cancellation)
        try session.execute(Self.settings)
        try PostgresSchema.create(in: session)
        return link
    }
}
