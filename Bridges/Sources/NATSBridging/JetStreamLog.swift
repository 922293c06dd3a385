public import Bridging
import LogSupport
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
/// With addresses of `tls://`, the connection is encrypted, and the server is verified with the certificates of the system, or with those
/// that you name. So it is with `nats://` if the options have certificates or credentials:
///
/// ```swift
/// var options = JetStreamOptions("tls://n1:4222,tls://n2:4222,tls://n3:4222")
/// options.trustedCertificates = "/etc/ssl/nats.crt"
/// options.credentials = "/etc/shop.creds"
/// let log = try JetStreamLog(options)
/// ```
///
/// A server acknowledges an entry up to two minutes before it is on the disk. So an entry survives the loss of power only if another
/// server has a copy: use three servers whose power does not fail at once, and three `replicas`. A single server needs
/// `sync_interval: always` in its part `jetstream`, which nats-server knows since version 2.10; an older one, such as 2.9.10, does not
/// start with it. Readers report a restart of the stream if the last entries are missing for more than ten seconds; entries that got the
/// positions of lost ones before are not seen.
///
/// A stream that is removed and made again has another time of creation: readers post a `RemoteGap`, and read it from its beginning. While
/// the storage of the server is full, entries wait, and a reader of a group goes on with its position in memory.
///
/// The server forgets the identities of removed entries when it is killed after a trim. An entry that was appended and trimmed, and whose
/// acknowledgment was lost, is then appended again: a process that received it skips the second one.
///
/// The user needs the subjects `signalbox.>`, `$JS.API.>` and `_INBOX.>`. A log has three connections: one appends, one reads, and one
/// holds the cursors of groups. They are opened when they are used, and connect again after an error, in intervals of random lengths.
/// Entries are announced to the other processes; readers also ask in the intervals of `BridgeOptions.polling`.
public final class JetStreamLog: MessageLog {
    private struct State: Sendable {
        /// The streams to which this process has appended, and which were there at the last append.
        var made: Set<StreamName> = []
        var observations = CursorObservations()
    }

    /// The largest number of entries that one call of the connection appends, since appends to other streams wait for it.
    private static let entriesOfACall = 8

    private let options: JetStreamOptions
    private let writer: NATSConnection
    private let reader: NATSConnection

    /// A connection for cursors, so that a lease is extended while an append waits.
    private let holder: NATSConnection
    private let listeners = ChangeListeners()
    private let state = Mutex(State())
    let attempts = Mutex(AppendAttempts())

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
        self.options = options
        writer = NATSConnection(options)
        holder = NATSConnection(options)
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
        for run in try EntryRun.runs(of: entries) {
            do {
                try await append(run, to: stream)
            } catch let error where !(error is LogRefusal) {
                // The stream may have been removed: the next call makes it again.
                state.withLock { _ = $0.made.remove(stream) }
                throw error
            }
        }
    }

    private func append(_ run: EntryRun, to stream: StreamName) async throws {
        if !state.withLock({ $0.made.contains(stream) }) {
            try await writer.run { try self.make(stream, in: $0) }
        }
        let attempt = attempts.withLock { $0.begin(run.sender, through: run.lastNumber, in: stream, at: .now) }
        let new = try await newEntries(of: run, since: attempt, in: stream)
        do {
            try await appendInTurn(new, to: stream)
        } catch let refusal as LogRefusal where run.entries.count == 1 {
            attempts.withLock { $0.end(run.sender, through: run.lastNumber, in: stream) }
            throw refusal
        }
        attempts.withLock { $0.end(run.sender, through: run.lastNumber, in: stream) }
    }

    /// Appends entries one after the other, some of them in each call of the connection, and then announces them.
    private func appendInTurn(_ entries: [LogEntry], to stream: StreamName) async throws {
        var rest = entries[...]
        repeat {
            let some = rest.prefix(Self.entriesOfACall)
            rest = rest.dropFirst(Self.entriesOfACall)
            let isLast = rest.isEmpty
            try await writer.run { session in
                for entry in some {
                    let position = try session.append(entry.bytes, Self.identity(of: entry), to: stream)
                    self.attempts.withLock { $0.note(position, of: stream) }
                }
                if isLast { session.announce() }
            }
        } while !rest.isEmpty
    }

    /// Returns the entries that no earlier attempt has appended.
    ///
    /// The server knows those of its duplicate window. For an attempt that began earlier, they are looked for in the stream.
    private func newEntries(
        of run: EntryRun, since attempt: AppendAttempts.Attempt, in stream: StreamName
    ) async throws -> [LogEntry] {
        guard .now - attempt.begin > options.duplicateWindow / 2 else { return run.entries }
        var appended: Set<UInt64> = []
        var position = attempt.position
        while true {
            let page = try await page(of: stream, after: position, limit: 256)
            for stored in page.entries where stored.entry.sender == run.sender { appended.insert(stored.entry.number) }
            guard let last = page.entries.last else { break }
            position = last.position
        }
        return run.entries.filter { !appended.contains($0.number) }
    }

    /// Returns entries of a stream: fewer than the limit if they are large.
    public func page(of stream: StreamName, after position: UInt64, limit: Int) async throws -> LogPage {
        try await reader.run { session in
            guard let ends = try session.ends(of: NATSSession.serverName(of: stream)) else {
                return LogPage(first: 1, last: 0, entries: [])
            }
            var page = LogPage(first: ends.first, last: ends.last, entries: [], identity: ends.identity)
            guard limit > 0, position < ends.last else { return page }
            let begin = max(position + 1, ends.first)
            guard begin <= ends.last else { return page }
            let count = Int(min(UInt64(limit), ends.last - begin + 1))
            page.entries = try session.entries(of: stream, ends.identity, from: begin, count: count)
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
        let held = try await holder.run { session in
            try self.takeCursor(subject, of: stream, for: reader, lease: lease, in: session)
        }
        guard let held else { return nil }
        return JetStreamCursor(holder, subject, holding: held.record, revision: held.revision)
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
    /// Makes a stream, unless it is there.
    private func make(_ stream: StreamName, in session: NATSSession) throws {
        let ends = try session.makeStream(NATSSession.serverName(of: stream), NATSSession.subject(of: stream))
        attempts.withLock { $0.note(ends.last, of: stream) }
        state.withLock { _ = $0.made.insert(stream) }
    }

    /// Takes a cursor; `nil` while another reader holds it.
    private func takeCursor(
        _ subject: String, of stream: StreamName, for reader: String, lease: Duration, in session: NATSSession
    ) throws -> (record: CursorRecord, revision: UInt64)? {
        try session.makeCursors()
        let found = try session.cursor(subject)
        if let found, !found.record.reader.isEmpty, found.record.reader != reader {
            guard hasEnded(found.revision, of: subject, lease: lease) else { return nil }
        }
        var record = try found?.record ?? firstRecord(of: stream, in: session)
        record.term += 1
        record.reader = reader
        record.renewals = 0
        guard let revision = try session.change(subject, to: record, from: found?.revision) else { return nil }
        return (record, revision)
    }

    /// Returns the cursor of a new group, which begins before the oldest entry.
    private func firstRecord(of stream: StreamName, in session: NATSSession) throws -> CursorRecord {
        let ends = try session.ends(of: NATSSession.serverName(of: stream))
        var record = CursorRecord(position: (ends?.first ?? 1) - 1, term: 0, reader: "")
        record.identity = ends?.identity
        return record
    }

    private func hasEnded(_ revision: UInt64, of subject: String, lease: Duration) -> Bool {
        state.withLock { $0.observations.hasEnded(revision, of: subject, lease: lease, at: .now) }
    }
}
