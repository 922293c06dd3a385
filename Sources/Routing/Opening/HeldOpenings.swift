import SignalboxCore

/// The openings that a router with `startsHeld: true` opens when it begins.
public enum BeginPolicy: Sendable, Hashable {
    /// The newest one; the outcome of the others is ``RouteOutcome/Result/superseded(by:)``.
    case newest

    /// All of them, one after the other, the oldest first.
    case all
}

/// An opening that a router could not hold until its ``Router/begin(_:)``.
public struct HoldingError: Error, Sendable, Hashable {
    /// The reasons why an opening was not held.
    @nonexhaustive public enum Reason: Sendable, Hashable {
        /// As many openings as the router holds wait already.
        case full
    }

    /// The reason why the opening was not held.
    public let reason: Reason

    /// The URL, or the path, as it was opened.
    public let url: String

    /// The source location of the opening.
    public let location: SourceLocation
}

extension HoldingError: CustomStringConvertible {
    /// URL, source location and remedy in one sentence.
    public var description: String {
        """
        \(url.quoted) (\(location)) was not opened: \(HeldOpenings.limit) openings wait already for `begin` of the router; \
        call it once the routes are registered.
        """.printed
    }
}

/// The openings of a router that has not begun.
final class HeldOpenings: Sendable {
    struct Opening: Sendable {
        let request: OpenRequest
        let location: SourceLocation
    }

    enum Decision: Sendable {
        case held, full, begun
    }

    /// The most openings that wait.
    static let limit = 16

    private let state = Protected(State())

    private struct State: Sendable {
        var waiting: [Opening] = []
        var hasBegun = false
    }

    deinit {
        let lost = waiting
        guard let first = lost.first else { return }
        DefaultLog.write("openings were not begun", at: first.location) {
            """
            A router was released before its `begin`; \(lost.count) openings that it held were not opened, the first of \
            \(first.request.url.quoted) (\(first.location)).
            """.printed
        }
    }

    /// The openings that wait, the oldest first.
    var waiting: [Opening] { state.withLock { $0.waiting } }

    /// A Boolean value that indicates whether the router has begun.
    var hasBegun: Bool { state.withLock { $0.hasBegun } }

    /// Adds an opening, if the router has not begun and there is room.
    func add(_ opening: Opening) -> Decision {
        state.withLock { state in
            if state.hasBegun { return .begun }
            if state.waiting.count >= Self.limit { return .full }
            state.waiting.append(opening)
            return .held
        }
    }

    /// Begins; returns the openings that waited.
    func begin() -> [Opening] {
        state.withLock { state in
            state.hasBegun = true
            let waiting = state.waiting
            state.waiting = []
            return waiting
        }
    }
}
