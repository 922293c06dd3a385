public import SignalboxCore

/// The reason why a request was not answered.
///
/// Errors of the responder are thrown unchanged.
public struct RequestError: Error, Hashable, CustomStringConvertible {
    /// The kind of failure.
    @nonexhaustive public enum Reason: Sendable, Hashable {
        /// There is no responder.
        case unhandled
        /// There are several responders.
        case ambiguous
        /// The answer did not come in time; the responder is cancelled.
        case timedOut
        /// The task of the caller was cancelled, and the responder with it.
        case cancelled
        /// The center is closed.
        case closed
    }

    /// The kind of failure.
    public let reason: Reason

    /// The name of the request's type.
    public let request: String

    /// The source location of the request.
    public let requestedAt: SourceLocation

    /// The source locations of the responders' registrations.
    public let responders: [SourceLocation]

    /// One sentence for developers.
    public var description: String {
        let subject = "\(request), requested at \(requestedAt)"
        return switch reason {
        case .unhandled: "nothing answers \(subject)"
        case .ambiguous:
            "\(responders.count) responders answer \(subject): \(responders.map(\.description).joined(separator: ", "))"
        case .timedOut: "\(subject), was not answered in time"
        case .cancelled: "\(subject), was cancelled"
        case .closed: "\(subject), was not answered: the center is closed"
        }
    }
}
