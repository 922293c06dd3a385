public import Bridging
import Synchronization

/// A log in a cluster of NATS servers with JetStream, which survives the loss of a server.
///
/// Each stream of the log is a stream of JetStream in files, with as many copies as the options say; the position of an entry is its
/// sequence number. An append returns when most of the copies have the entry.
///
/// ```swift
/// let log = try JetStreamLog("nats://n1:4222,nats://n2:4222,nats://n3:4222")
/// let bridge = MessageBridge(center, over: log, as: "shop-2")
/// ```
///
/// For a connection that is encrypted, and whose server is verified, name the trusted certificates:
///
/// ```swift
/// var options = JetStreamOptions("tls://n1:4222,tls://n2:4222,tls://n3:4222")
/// options.trustedCertificates = "/etc/ssl/nats.crt"
/// options.credentials = "/etc/shop.creds"
/// let log = try JetStreamLog(options)
/// ```
///
/// The user needs the subjects `signalbox.>`, `$JS.API.>` and `_INBOX.>`. A log has two connections: one appends, the other reads. They
/// are opened when they are used, and connect again after an error, in intervals of random lengths. Entries are announced to the other
/// processes; readers also ask in the intervals of `BridgeOptions.polling`.
public final class JetStreamLog: MessageLog {
    private struct State: Sendable {
        /// The newest ends of the streams that this process has seen.
        var ends: [StreamName: StreamEnds] = [:]

        /// The streams to which this process has appended, and which were there at the last append.
        var made: Set<StreamName> = []
        var observations = CursorObservations()
    }

    private let writer: NATSConnection
    private let reader: NATSConnection
    private let listeners = ChangeListeners()
    private let state = Mutex(State())

    /// Creates a log.
    ///
    /// It does not connect yet.
    ///
    /// - Parameter options: The servers, and the way to them.
    /// - Throws: `JetStreamError` if an address is not valid, or a file of the options cannot be used. The error does not have the
    ///   addresses, which may have passwords.
    public init(_ options: JetStreamOptions) throws(JetStreamError) {
        guard !options.servers.isEmpty else { throw JetStreamError("there is no address of a server") }
        _ = try NATSSettings(options)
        writer = NATSConnection(options)
        reader = NATSConnection(options) { [listeners] in listeners.notify() }
    }

    /// Creates a log with the default options.
    ///
    /// - Parameter servers: The addresses of the servers, separated by commas.
    /// - Throws: `JetStreamError` if an address is not valid.
    public convenience init(_ servers: String) throws(JetStreamError) {
        try self.init(JetStreamOptions(servers))
    }

    /// Appends entries to a stream, one after the other.
    ///
    /// If the call throws, the first ones may have been appended.
    public func append(_ entries: [LogEntry], to stream: StreamName) async throws {
        try await writer.run { [self] session in
            try make(stream, in: session)
            do {
                for entry in entries {
                    note(try session.append(entry.bytes, Self.identity(of: entry), to: stream), in: stream)
                }
            } catch let error as JetStreamError {
                // The stream may have been removed: the next call makes it again.
                state.withLock { _ = $0.made.remove(stream) }
                throw error
            }
            session.announce()
        }
    }

    /// Returns entries of a stream.
    public func page(of stream: StreamName, after position: UInt64, limit: Int) async throws -> LogPage {
        try await reader.run { [self] session in
            guard let ends = try session.ends(of: NATSSession.serverName(of: stream)) else {
                guard isNew(stream) else { throw JetStreamError("the server does not have the stream any more") }
                return LogPage(first: 1, last: 0, entries: [])
            }
            guard note(ends, of: stream) else { throw JetStreamError("the server does not have all entries yet") }
            var page = LogPage(first: ends.first, last: ends.last, entries: [])
            guard limit > 0, position < ends.last else { return page }
            let begin = max(position + 1, ends.first)
            guard begin <= ends.last else { return page }
            let count = Int(min(UInt64(limit), ends.last - begin + 1))
            page.entries = try session.entries(of: stream, from: begin, count: count)
            return page
        }
    }

    /// Returns a sequence with an element for each announcement of another process.
    public func changes() -> AsyncStream<Void> { listeners.changes() }

    /// Takes the cursor of a group.
    ///
    /// A lease has ended when this process has seen the cursor unchanged for its time. The clocks of machines are not compared.
    public func cursor(
        of group: GroupName, in stream: StreamName, for reader: String, lease: Duration
    ) async throws -> (any LogCursor)? {
        let subject = NATSSession.cursorSubject(of: group, in: stream)
        let held = try await writer.run { [self] session -> (CursorRecord, UInt64)? in
            try session.makeCursors()
            let found = try session.cursor(subject)
            var record = found?.record ?? CursorRecord(position: 0, term: 0, reader: "")
            if let found, !found.record.reader.isEmpty, found.record.reader != reader {
                guard hasEnded(found.revision, of: subject, lease: lease) else { return nil }
            }
            if found == nil {
                // A new group begins before the oldest entry.
                let ends = try session.ends(of: NATSSession.serverName(of: stream))
                record.position = (ends?.first ?? 1) - 1
            }
            record.term += 1
            record.reader = reader
            record.renewals = 0
            guard let revision = try session.change(subject, to: record, from: found?.revision) else { return nil }
            return (record, revision)
        }
        guard let (record, revision) = held else { return nil }
        return JetStreamCursor(writer, subject, holding: record, revision: revision)
    }

    /// Removes the oldest entries of a stream.
    public func trim(_ stream: StreamName, keeping retention: LogRetention) async throws {
        try await writer.run { session in
            try session.trim(NATSSession.serverName(of: stream), keeping: retention.entryCount)
        }
    }

    /// Returns the identity of an entry as the text of a header, which has no control characters.
    private static func identity(of entry: LogEntry) -> String {
        var text = "\(entry.number)-"
        for byte in entry.sender.utf8 {
            let isPlain = byte > 0x20 && byte < 0x7f && byte != UInt8(ascii: "%")
            text += isPlain ? String(UnicodeScalar(byte)) : "%" + String(byte, radix: 16) + ";"
        }
        return text
    }
}

extension JetStreamLog {
    /// Makes a stream, unless it was there at the last append.
    private func make(_ stream: StreamName, in session: NATSSession) throws {
        guard !state.withLock({ $0.made.contains(stream) }) else { return }
        let ends = try session.makeStream(NATSSession.serverName(of: stream), NATSSession.subject(of: stream))
        note(ends, of: stream)
        state.withLock { _ = $0.made.insert(stream) }
    }

    /// Returns `true` if this process has not seen the stream.
    private func isNew(_ stream: StreamName) -> Bool { state.withLock { $0.ends[stream] == nil } }

    /// Notes the ends of a stream.
    ///
    /// - Returns: `false` if this process has seen later entries of the same stream. A server that has just become the leader may not have
    ///   all of them yet.
    @discardableResult
    private func note(_ ends: StreamEnds, of stream: StreamName) -> Bool {
        state.withLock { state in
            if let known = state.ends[stream], known.created == ends.created, known.last > ends.last { return false }
            state.ends[stream] = ends
            return true
        }
    }

    /// Notes an entry that was appended.
    private func note(_ position: UInt64, in stream: StreamName) {
        state.withLock { state in
            guard let known = state.ends[stream], known.last < position else { return }
            state.ends[stream] = StreamEnds(
                created: known.created, hasLeader: known.hasLeader, first: known.first, last: position)
        }
    }

    private func hasEnded(_ revision: UInt64, of subject: String, lease: Duration) -> Bool {
        let now = ContinuousClock.now
        return state.withLock { $0.observations.hasEnded(revision, of: subject, lease: lease, at: now) }
    }
}
