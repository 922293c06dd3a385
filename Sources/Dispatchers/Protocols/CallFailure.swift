/// A receiver that threw, or that could not be called.
public struct CallFailure: Error, CustomStringConvertible {
    /// The name of the protocol.
    public let called: String

    /// What the receiver threw, or a `CallIsolationError`.
    public let error: any Error

    /// Where the receiver was registered.
    public let registeredAt: SourceLocation

    /// Where the call was written.
    public let calledAt: SourceLocation

    /// One line for a developer.
    public var description: String {
        "the \(called) registered at \(registeredAt) failed on the call at \(calledAt): \(error)"
    }
}

/// All receivers that threw during one call, in their order.
public struct CallFailures: Error, CustomStringConvertible {
    /// The failures, at least one.
    public let failures: [CallFailure]

    /// One line for a developer and failure.
    public var description: String { failures.map(\.description).joined(separator: "\n") }
}

/// Why a receiver was not called: it runs on an actor on which the call may not be made.
public struct CallIsolationError: Error, Hashable, CustomStringConvertible {
    /// One line for a developer.
    public var description: String {
        "the receiver runs on another actor than the call; write the call off any actor, or collect with await"
    }
}

/// What becomes of a call when a receiver throws.
public struct CallFailurePolicy: Sendable, Hashable {
    private enum Kind { case stop, throwAtEnd, report }

    private let kind: Kind

    /// Calls no more receivers, and throws the error on.
    public static let stopAtFirst = Self(kind: .stop)

    /// Calls the others, and then throws `CallFailures`.
    public static let throwAtEnd = Self(kind: .throwAtEnd)

    /// Calls the others, and tells the center's error handler.
    public static let report = Self(kind: .report)

    var stops: Bool { kind == .stop }
    var reports: Bool { kind == .report }
}
