/// How long a service lives: as long as the scope of this name in which it was made.
public struct ServiceLifetime: Sendable, Hashable, CustomStringConvertible {
    /// The name.
    public let description: String

    /// As long as the center.
    public static let application = Self("application")

    /// From signing in to signing out.
    public static let session = Self("session")

    /// As long as one screen.
    public static let screen = Self("screen")

    /// Creates a lifetime; those of one name are equal.
    public init(_ name: String) { description = name }
}

/// Why there is no service.
public struct ServiceError: Error, Hashable, CustomStringConvertible {
    /// What was wrong, with a sentence that says so.
    public enum Reason: String, Sendable {
        /// It has no provider.
        case missing = "nothing provides it"

        /// It has several providers, and one service was asked for.
        case doubled = "it is provided more than once"

        /// To make it, it was needed itself.
        case cyclic = "making it needs it itself"

        /// It lives in a scope of a name that neither this one nor those around it have; or what needs it lives longer.
        case outOfScope = "no scope of its lifetime is open here"

        /// The scope that it lives in is closed.
        case closed = "its scope is closed"

        /// It is made on another actor than it was asked for on.
        case isolated = "it is made on another actor; ask for it there first"
    }

    /// A service, and who provides it.
    public struct Link: Sendable, Hashable, CustomStringConvertible {
        /// The name of the protocol.
        public let service: String

        /// How long it lives.
        public let lifetime: ServiceLifetime

        /// Where it is provided.
        public let providedAt: SourceLocation

        /// The service, its lifetime and its place.
        public var description: String { "\(service) (\(lifetime), provided at \(providedAt))" }
    }

    /// What was wrong.
    public let reason: Reason

    /// The name of the protocol.
    public let service: String

    /// Where it was asked for.
    public let askedAt: SourceLocation

    /// The services that were being made, each of which needed the next; the last one needed this one.
    public let path: [Link]

    /// Those that provide it.
    public let providers: [Link]

    /// One line for a developer: what was wrong, who provides it, and who needed whom.
    public var description: String {
        var text = "no \(service) for \(askedAt): \(reason.rawValue)"
        if reason == .outOfScope, !path.isEmpty { text += "; a longer-lived service must not need a shorter-lived one" }
        if !providers.isEmpty { text += "; provided: " + providers.map(\.description).joined(separator: ", ") }
        if path.isEmpty { return text }
        return text + "; needed: " + (path.map(\.description) + [service]).joined(separator: " → ")
    }
}
