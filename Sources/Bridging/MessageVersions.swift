import SignalboxCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The versions of a message's form that a process accepts.
///
/// ```swift
/// try bridge.carry(PriceChanged.self, as: "price", version: 2) { versions in
///     versions.accept(PriceV1.self, version: 1) { PriceChanged($0) }
/// }
/// ```
public struct MessageVersions<Message: Sendable>: Sendable {
    private var decoders: [Int: @Sendable ([UInt8]) throws -> Message] = [:]

    init() {}

    /// Accepts a version, which is decoded as another type and converted.
    ///
    /// Of two declarations of one version, the last counts.
    ///
    /// - Parameters:
    ///   - type: The type that has the form of the version.
    ///   - version: The version.
    ///   - convert: Converts the decoded value. An error that it throws makes the entry a `RemoteDeadLetter`.
    public mutating func accept<Other: Decodable & Sendable>(
        _ type: Other.Type, version: Int, _ convert: @escaping @Sendable (Other) throws -> Message
    ) {
        let decoder = JSONDecoder()
        decoders[version] = { bytes in try convert(decoder.decode(Other.self, from: Data(bytes))) }
    }

    /// Returns the message of an entry.
    ///
    /// - Parameters:
    ///   - entry: The entry, which may be anything.
    ///   - stream: The stream that it was read from.
    ///   - options: The limits.
    /// - Returns: The message.
    /// - Throws: The reason why the entry is a dead letter.
    func message(
        of entry: LogEntry, in stream: StreamName, _ options: BridgeOptions
    ) throws(EntryError) -> Message {
        guard entry.payload.count <= options.payloadLimit else {
            throw EntryError(.tooLarge(entry.payload.count), limit: options.payloadLimit)
        }
        guard entry.type == stream.text else { throw EntryError(.unknownType(String(entry.type.prefix(80)))) }
        guard let decode = decoders[entry.version] else { throw EntryError(.unknownVersion(entry.version)) }
        guard entry.depth <= options.cycleLimit else { throw EntryError(.cyclic, limit: options.cycleLimit) }
        do {
            return try decode(entry.payload)
        } catch {
            throw EntryError(.undecodable(String("\(error)".prefix(500))))
        }
    }
}

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

/// A type of messages that this process sends: its stream and its encoder.
struct SentType: Sendable {
    let lane: OutgoingLane
    let encoder = PayloadEncoder()

    /// Returns the entry of a message that is posted now.
    ///
    /// - Parameters:
    ///   - message: The message.
    ///   - depth: The number of posts that led to it.
    ///   - trace: The trace that records its post.
    /// - Returns: The entry, without a number.
    /// - Throws: `BridgeError`, or an error of the encoding.
    func entry(_ message: some Encodable, depth: Int, in trace: Trace) throws -> LogEntry {
        let payload: [UInt8]
        do {
            payload = try encoder.encode(message)
        } catch {
            lane.countRefusal()
            throw error
        }
        return try lane.entry(payload, depth: depth, traceparent: trace.context?.traceparent)
    }
}

/// Encodes messages and values.
struct PayloadEncoder: Sendable {
    private let encoder = JSONEncoder()

    /// Returns a value as JSON.
    func encode(_ value: some Encodable) throws -> [UInt8] { try Array(encoder.encode(value)) }
}
