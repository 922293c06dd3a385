/// A question that one responder answers.
///
/// ```swift
/// struct CurrentUser: Request { typealias Response = User }
///
/// center.respond(to: CurrentUser.self, by: self) { account, _ in account.user }
/// let user = try await center.request(CurrentUser())
/// ```
public protocol Request<Response>: Sendable {
    /// What the answer is.
    associatedtype Response: Sendable
}

/// The reason why a request was not answered; what a responder itself throws comes as it is.
public struct RequestError: Error, Hashable, CustomStringConvertible {
    /// What went wrong.
    public struct Reason: Sendable, Hashable {
        /// Nobody responds to such requests.
        public static let unhandled = Reason(text: "nobody responds to it")
        /// Several respond to such requests.
        public static let ambiguous = Reason(text: "several respond to it")
        /// The answer did not come in time; the responder is cancelled.
        public static let timedOut = Reason(text: "the answer did not come in time")
        /// The task that asked was cancelled; the responder is cancelled too.
        public static let cancelled = Reason(text: "it was cancelled")
        /// The center is closed.
        public static let closed = Reason(text: "the center is closed")

        fileprivate let text: String
    }

    /// What went wrong.
    public let reason: Reason

    /// The name of the request's type.
    public let request: String

    /// Where the request was made.
    public let requestedAt: SourceLocation

    /// Where those who could answer were registered.
    public let responders: [SourceLocation]

    /// One sentence for a developer.
    public var description: String {
        let places =
            responders.isEmpty ? "" : ", registered at \(responders.map(\.description).joined(separator: ", "))"
        return "the \(request) requested at \(requestedAt) was not answered: \(reason.text)\(places)"
    }
}
