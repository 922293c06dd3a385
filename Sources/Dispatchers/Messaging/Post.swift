/// What is known about a post besides its message.
///
/// Why the subject is not retained: whoever posts holds it until the post returns, and so does a parcel that is delivered
/// later; whoever wants it for longer takes it out.
struct Posting {
    let type: any Sendable.Type
    let location: SourceLocation

    /// The actor that is current, whose handlers may therefore be called.
    let actor: ObjectIdentifier?

    private let lentSubject: Unmanaged<any AnyObject & Sendable>?

    init(
        of type: any Sendable.Type, about subject: (any AnyObject & Sendable)?, at location: SourceLocation,
        on actor: ObjectIdentifier?
    ) {
        self.type = type
        self.location = location
        self.actor = actor
        lentSubject = if let subject { .passUnretained(subject) } else { nil }
    }

    /// What the message is about.
    var subject: (any AnyObject & Sendable)? { lentSubject?.takeUnretainedValue() }

    /// The message as the first of those that it leads to.
    var origin: OldOrigin { OldOrigin(type: type, at: location, becauseOf: nil) }
}

/// A message on its way, borrowed from the one who posts it.
///
/// Why the address is sound: it is taken by `withUnsafePointer(to:)` around the whole delivery, and whoever wants the
/// message for longer takes a copy, `boxed`. It is read as the type of the posting, of which it is, or, if that is a class,
/// a subclass.
struct Post {
    let message: UnsafeRawPointer
    let posting: Posting

    /// A copy of the message.
    var boxed: any Sendable { copy(of: posting.type, at: message) }
}

private func copy<Message: Sendable>(of type: Message.Type, at address: UnsafeRawPointer) -> any Sendable {
    address.assumingMemoryBound(to: Message.self).pointee
}

/// Calls a function with the address and the type of a message in a box.
func withOpened<Result>(
    _ message: any Sendable, _ body: (UnsafeRawPointer, any Sendable.Type) throws -> Result
) rethrows -> Result {
    func open<Message: Sendable>(_ message: Message) throws -> Result {
        try withUnsafePointer(to: message) { try body($0, Message.self) }
    }
    return try open(message)
}

/// Where a message was posted, and because of which other.
struct OldOrigin: Sendable {
    let type: any Any.Type
    let location: SourceLocation
    /// How many messages led to this one.
    private(set) var depth: Int
    /// Whether it stems from the report of a dead letter or of a refused post, and must not be the reason of another.
    private(set) var isReport: Bool
    private let cause: Cause?

    private final class Cause: Sendable {
        let origin: OldOrigin
        init(_ origin: OldOrigin) { self.origin = origin }
    }

    init(type: any Any.Type, at location: SourceLocation, becauseOf cause: OldOrigin?) {
        self.type = type
        self.location = location
        self.depth = cause.map { $0.depth + 1 } ?? 0
        self.isReport = cause?.isReport ?? false
        self.cause = cause.map(Cause.init)
    }

    /// The message and all that led to it, the first first.
    var chain: [OldOrigin] {
        Array(sequence(first: self) { $0.cause?.origin }).reversed()
    }

    /// The origin as the cause of what is posted while it is reported: a new beginning.
    var reported: OldOrigin {
        var copy = self
        copy.depth = 0
        copy.isReport = true
        return copy
    }
}
