import SignalboxCore

/// A typed route whose screen answers a question.
///
/// ```swift
/// struct PickCity: AnsweringRoute {
///     typealias Answer = City
///     static let pattern = "/pick-city"
/// }
/// try router.register { $0.on(PickCity.self) { _, match in show(CityPicker(onPick: { match.answer($0) })) } }
/// let city = try await router.ask(PickCity())
/// ```
public protocol AnsweringRoute: TypedRoute {
    /// The type of the answer.
    associatedtype Answer: Sendable
}

/// Asking, for screens that have a result.
extension Router {
    /// Opens a route, and awaits the answer of its handler or its screen.
    ///
    /// The handler passes its match to the screen, which calls ``RouteMatch/answer(_:)``. The question ends without an
    /// answer when the last match of it is released. A navigation that is parked or held keeps its question as long as it is in memory, and
    /// asks it again when it is resumed or the router begins.
    ///
    /// Ends once, with whatever comes first. The opening is reported to the functions of `onOutcome`, as any other.
    ///
    /// - Returns: The answer, or `nil` if nothing that could answer is left.
    /// - Throws: A ``RouteURLError`` if the route cannot be written as a URL; an ``AskError`` if the opening is neither
    ///   handled, parked nor held, or the answer has another type; a `CancellationError` if the task is cancelled, once
    ///   the guard or the handler that runs has returned.
    public func ask<Route: AnsweringRoute>(
        _ route: Route, extras: [String: String] = [:], payload: (any Sendable)? = nil,
        fileID: StaticString = #fileID, line: Int = #line
    ) async throws -> Route.Answer? {
        let target = try redirectTarget(for: route)
        let request = OpenRequest(url: target, isPath: target.begins(with: "/"), extras: extras, payload: payload)
        let answer = AwaitedAnswer(to: target, of: Route.Answer.self)
        return try await withTaskCancellationHandler {
            await open(request, asking: answer, at: SourceLocation(fileID: fileID, line: line))
            // The type of an answer may be optional, too.
            guard let value = try await answer.value else { return nil }
            return value as? Route.Answer
        } onCancel: {
            answer.end(.failure(CancellationError()))
        }
    }

    /// Opens what is requested with a question, which ends if nothing can answer it later.
    ///
    /// The outcome and the request are released before the answer is awaited, since they may keep the question.
    private func open(_ request: OpenRequest, asking answer: AwaitedAnswer, at location: SourceLocation) async {
        var request = request
        request.question = RouteQuestion(answer)
        let outcome = await open(request, at: location)
        switch outcome.result {
        case .handled, .parked, .held: break
        default: answer.end(.failure(AskError(.notOpened, url: request.url, outcome: outcome)))
        }
    }
}

extension RouteMatch {
    /// A Boolean value that indicates whether the URL was opened by ``Router/ask(_:extras:payload:fileID:line:)``, and the
    /// question has not ended.
    public var isAsked: Bool { question?.isOpen ?? false }

    /// Answers the question of `ask`, by which the URL was opened.
    ///
    /// A question is answered once. Any thread may answer it, as long as the match is retained.
    ///
    /// - Parameter answer: A value of the type that the route answers with. With another type, `ask` throws an
    ///   ``AskError``.
    /// - Returns: What became of the answer. It is no `Bool`, since a handler that returns `false` declines.
    @discardableResult
    public func answer(_ answer: some Sendable) -> AnswerResult { question?.answer(answer) ?? .notAsked }
}

/// The result of answering a question of `ask`.
public enum AnswerResult: Sendable, Hashable {
    /// The caller of `ask` gets the answer.
    case delivered

    /// The URL was not opened by `ask`.
    case notAsked

    /// The question had ended: it was answered before, or its caller was cancelled.
    case ended

    /// The answer is of another type, and `ask` throws an error.
    case wrongType
}

/// An error that says why a question has no answer.
public struct AskError: Error, Sendable {
    /// The reasons why a question has no answer.
    @nonexhaustive public enum Reason: Sendable, Hashable {
        /// The opening was neither handled, parked nor held.
        case notOpened

        /// The answer is of another type than the route's.
        case wrongType
    }

    /// The reason why the question has no answer.
    public let reason: Reason

    /// The URL, or the path, of the route.
    public let url: String

    /// The outcome of an opening that was not handled.
    public let outcome: RouteOutcome?

    private let types: [String]

    fileprivate init(_ reason: Reason, url: String, outcome: RouteOutcome? = nil, types: [String] = []) {
        self.reason = reason
        self.url = url
        self.outcome = outcome
        self.types = types
    }
}

extension AskError: CustomStringConvertible {
    /// URL and reason in one sentence.
    public var description: String {
        switch reason {
        case .notOpened: "\(url.quoted) was asked for an answer, and was not opened: \(outcome?.description ?? "")."
        case .wrongType:
            "\(url.quoted) was answered with \(types[0].printed); answer with \(types[1].printed), as its route says."
        }
    }
}

/// The right to answer a question: all requests and matches of one `ask` refer to it.
///
/// The question ends without an answer when the last reference is released.
final class RouteQuestion: Sendable {
    private let awaited: AwaitedAnswer

    init(_ awaited: AwaitedAnswer) { self.awaited = awaited }

    deinit { awaited.end(.success(nil)) }

    var isOpen: Bool { awaited.isOpen }

    func answer(_ answer: some Sendable) -> AnswerResult {
        if awaited.accepts(answer) { return awaited.end(.success(answer)) ? .delivered : .ended }
        let types = ["\(type(of: answer))", awaited.typeName]
        return awaited.end(.failure(AskError(.wrongType, url: awaited.url, types: types))) ? .wrongType : .ended
    }
}

/// The answer that one caller of `ask` awaits; it ends once.
final class AwaitedAnswer: Sendable {
    typealias End = Result<(any Sendable)?, any Error>

    let url: String
    let typeName: String

    /// Returns whether a value is of the type of the answer.
    let accepts: @Sendable (any Sendable) -> Bool

    private let state = Protected(State())

    private struct State: Sendable {
        var isOpen = true

        /// The end, until it is read: an error may refer to the question.
        var end: End?
        var continuation: CheckedContinuation<End, Never>?
    }

    init<Answer: Sendable>(to url: String, of type: Answer.Type) {
        self.url = url
        typeName = "\(type)"
        accepts = { $0 is Answer }
    }

    var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Ends the wait; returns whether it had not ended.
    @discardableResult
    func end(_ end: End) -> Bool {
        let (isFirst, continuation) = state.withLock { state in
            let isFirst = state.isOpen
            state.isOpen = false
            let continuation = state.continuation.take()
            if isFirst, continuation == nil { state.end = end }
            return (isFirst, continuation)
        }
        continuation?.resume(returning: end)
        return isFirst
    }

    /// The answer, or `nil` if the question ended without one; only one caller awaits it, once.
    var value: (any Sendable)? {
        get async throws {
            let end = await withCheckedContinuation { continuation in
                let end = state.withLock { state in
                    if state.isOpen { state.continuation = continuation }
                    return state.end.take()
                }
                if let end { continuation.resume(returning: end) }
            }
            return try end.get()
        }
    }
}
