public import SignalboxCore

/// The reason why there is no service.
public struct ServiceError: Error, Hashable, CustomStringConvertible {
    /// The kind of problem.
    @nonexhaustive public enum Reason: Sendable, Hashable {
        /// The service has no provider.
        case missing

        /// The service has several providers, and one was looked up.
        case doubled

        /// Making it needs the service itself.
        case cyclic

        /// No scope of the service's lifetime is open here, or a service that lives longer needs it.
        case outOfScope

        /// The scope that it lives in is closed.
        case closed

        /// The service is made on another actor than that of the lookup.
        case isolated
    }

    /// The kind of problem.
    public let reason: Reason

    /// The source location of the lookup.
    public let askedAt: SourceLocation

    /// The source locations of providers.
    ///
    /// The providers are those of the services that were being made, each of which needed the next, and the last one
    /// this one. For a service that is provided more than once, they are those of its providers.
    public let providedAt: [SourceLocation]

    /// One line for developers: the problem, the providers, and which service needed which.
    public let description: String

    init(
        _ reason: Reason, _ type: any Any.Type, _ askedAt: SourceLocation, of providers: [ServiceProvider] = []
    ) {
        let path = ServiceScope.making
        self.reason = reason
        self.askedAt = askedAt
        providedAt = (reason == .doubled ? providers : path).map(\.location)
        description = Self.describe(reason, type, askedAt, of: providers, needing: path)
    }

    private static func describe(
        _ reason: Reason, _ type: any Any.Type, _ askedAt: SourceLocation, of providers: [ServiceProvider],
        needing path: [ServiceProvider]
    ) -> String {
        var text = "no service \(type), looked up at \(askedAt): \(reason.text)"
        if reason == .outOfScope, let provider = providers.first { text += ": \(provider.lifetime)" }
        if reason == .outOfScope, !path.isEmpty { text += "; a longer-lived service must not need a shorter-lived one" }
        if !providers.isEmpty { text += "; provided: " + providers.map(\.name).joined(separator: ", ") }
        if !path.isEmpty { text += "; needed: " + (path.map(\.name) + ["\(type)"]).joined(separator: " → ") }
        return text
    }
}

extension ServiceError.Reason {
    /// The problem, as the end of a sentence.
    fileprivate var text: String {
        switch self {
        case .missing: "nothing provides it"
        case .doubled: "it is provided more than once"
        case .cyclic: "making it needs it itself"
        case .outOfScope: "it needs a scope that is not open here"
        case .closed: "its scope is closed"
        case .isolated: "it is made on another actor; ask for it there first"
        }
    }
}
