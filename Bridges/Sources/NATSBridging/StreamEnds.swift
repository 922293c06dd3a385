/// The beginning and the end of a stream, as the server says.
struct StreamEnds: Sendable, Hashable {
    /// A Boolean value that indicates whether a server leads the stream, so that messages can be appended.
    let hasLeader: Bool

    /// The time at which the stream was made, in nanoseconds: a stream that is removed and made again has another one.
    let created: Int64

    /// The position of the oldest entry; one more than `last` if the stream has none.
    let first: UInt64

    /// The position of the newest entry that was ever appended.
    let last: UInt64

    /// The identity of the stream.
    var identity: String { "\(created)" }
}
