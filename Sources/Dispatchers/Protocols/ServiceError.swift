/// Why there is no service.
public struct ServiceError: Error, Hashable, CustomStringConvertible {
    /// What was wrong.
    public struct Reason: Sendable, Hashable {
        fileprivate let text: String

        /// Nobody provides it.
        public static let missing = Self(text: "nobody provides it")

        /// Several provide it, and one was asked for.
        public static let doubled = Self(text: "it is provided more than once")

        /// To make it, it was needed itself.
        public static let cyclic = Self(text: "making it needs it itself")

        /// It lives in a scope of a name that neither this one nor those around it have.
        public static let outOfScope = Self(text: "no scope of its lifetime is open here")

        /// The scope that it lives in is closed.
        public static let closed = Self(text: "its scope is closed")

        /// It is made on another actor than it was asked for on.
        public static let isolated = Self(text: "it is made on another actor; ask for it there first")
    }

    /// What was wrong.
    public let reason: Reason

    /// The name of the protocol.
    public let service: String

    /// Where it was asked for.
    public let askedAt: SourceLocation

    /// Where it is provided; of a cycle, all services that need one another, the last of which needs the first.
    public let providedAt: [SourceLocation]

    /// One line for a developer.
    public var description: String {
        let places = providedAt.isEmpty ? "" : "; provided at \(providedAt.map(\.description).joined(separator: ", "))"
        return "no \(service) for \(askedAt): \(reason.text)\(places)"
    }
}

extension ServiceError {
    init(_ reason: Reason, _ type: any Any.Type, _ askedAt: SourceLocation, _ providedAt: [SourceLocation]) {
        self.init(reason: reason, service: "\(type)", askedAt: askedAt, providedAt: providedAt)
    }
}
