/// A question that one responder answers.
///
/// ```swift
/// struct CurrentUser: Request { typealias Response = User }
///
/// center.respond(to: CurrentUser.self, by: self) { account, _ in account.user }
/// let user = try await center.request(CurrentUser())
/// ```
public protocol Request<Response>: Sendable {
    /// The type of the answer.
    associatedtype Response: Sendable
}

/// The receiver that answers the requests of a type.
///
/// A responder is registered in the way of a receiver of calls.
struct Responder<Question: Request>: Sendable {
    let answer: @Sendable (Question) async throws -> Question.Response
}

/// The identity of the topic of requests of a type that wait for their answer.
enum PendingRequest<Question: Request> {}
