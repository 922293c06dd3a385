extension ProtocolDispatcherCenter {
    /// Registers the maker of a service.
    ///
    /// A service is made when it is first asked for, once in each scope of its lifetime.
    ///
    /// ```swift
    /// center.provide((any Cart).self, for: .session) { scope in
    ///     StoredCart(prices: try scope.service((any Prices).self))
    /// } closing: { cart in
    ///     cart.save()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`; it refines `Sendable`.
    ///   - lifetime: In which scope it lives.
    ///   - priority: Where several provide it, higher ones come first.
    ///   - isReplacing: Whether this replaces all providers of the protocol, as a fake does in a test. What they made
    ///     lives on until its scope is closed, and is not returned any more.
    ///   - fileID: Where it is provided; leave it to the compiler.
    ///   - line: Where it is provided; leave it to the compiler.
    ///   - make: Makes it, and asks the scope for what it needs. Written on an actor, it is called there and nowhere else.
    ///   - close: Called when the scope is closed, where that happens.
    public func provide<P: Sendable>(
        _ type: P.Type,
        for lifetime: ServiceLifetime = .application,
        priority: Int = 0,
        replacing isReplacing: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        @_inheritActorContext _ make: @escaping @isolated(any) @Sendable (ServiceScope) throws -> P,
        closing close: (@Sendable (P) -> Void)? = nil
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        let link = ServiceError.Link(service: "\(type)", lifetime: lifetime, providedAt: location)
        let provider = ServiceProvider<P>(
            link, priority: priority, on: make.isolation, make: unchecked(make), close: close)
        application.providers.add(provider, replacing: isReplacing)
    }

    /// Removes the providers of a protocol.
    ///
    /// The services that they made live on until their scopes are closed.
    public func withdraw<P: Sendable>(_ type: P.Type) {
        application.providers.removeAll(of: type)
    }

    /// Begins a scope; it is closed with the center at the latest.
    ///
    /// - Parameters:
    ///   - lifetime: What lives in it.
    ///   - seed: Adds the services that the scope begins with; see `ServiceSeeds`.
    /// - Returns: The scope. Keep it: it ends when it is released.
    public func begin(_ lifetime: ServiceLifetime, _ seed: (inout ServiceSeeds) -> Void = { _ in }) -> ServiceScope {
        application.begin(lifetime, seed)
    }

    /// The service of a protocol that lives as long as the center; see `ServiceScope.service`.
    public func service<P: Sendable>(
        _ type: P.Type,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line
    ) throws -> P {
        try application.service(type, isolation: isolation, fileID: fileID, line: line)
    }

    /// The services of all providers of a protocol; see `ServiceScope.services`.
    public func services<P: Sendable>(
        _ type: P.Type,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line
    ) throws -> [P] {
        try application.services(type, isolation: isolation, fileID: fileID, line: line)
    }
}

/// The services that a scope begins with, such as the user whose session it is.
///
/// In the scope and in those in it, a seed is returned instead of what the center provides, also to the makers of services
/// that live there. Services that live longer do not see it. The scope keeps it until it is closed, and does not close it.
///
/// ```swift
/// let session = center.begin(.session) { $0.provide((any CurrentUser).self, user) }
/// let name = try session.service((any CurrentUser).self).name
/// ```
public struct ServiceSeeds: Sendable {
    private(set) var services: [ObjectIdentifier: any Sendable] = [:]

    init() {}

    /// Adds a service; a later one for the same protocol replaces it.
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`; it refines `Sendable`.
    ///   - service: The service.
    public mutating func provide<P: Sendable>(_ type: P.Type, _ service: P) {
        services[ObjectIdentifier(type)] = service
    }
}

/// How long a service lives: as long as the scope of this name in which it was made.
public struct ServiceLifetime: Sendable, Hashable, CustomStringConvertible {
    private let name: String

    /// As long as the center.
    public static let application = Self("application")

    /// From signing in to signing out.
    public static let session = Self("session")

    /// As long as one screen.
    public static let screen = Self("screen")

    /// Creates a lifetime; those of one name are equal.
    public init(_ name: String) {
        self.name = name
    }

    /// The name.
    public var description: String { name }
}

/// Why there is no service.
public struct ServiceError: Error, Hashable, CustomStringConvertible {
    /// What was wrong.
    public struct Reason: Sendable, Hashable {
        fileprivate let text: String

        /// It has no provider.
        public static let missing = Self(text: "nobody provides it")

        /// It has several providers, and one service was asked for.
        public static let doubled = Self(text: "it is provided more than once")

        /// To make it, it was needed itself.
        public static let cyclic = Self(text: "making it needs it itself")

        /// It lives in a scope of a name that neither this one nor those around it have; or what needs it lives longer.
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

    /// Those who provide it; of a cycle, all services that need one another, the last of which needs the first; of a
    /// service out of scope, the one whose making needs it, if there is one, and then itself.
    public let chain: [Link]

    /// One service of a chain.
    public struct Link: Sendable, Hashable {
        /// The name of the protocol.
        public let service: String

        /// How long it lives.
        public let lifetime: ServiceLifetime

        /// Where it is provided.
        public let providedAt: SourceLocation
    }

    /// Where the services of the chain are provided.
    public var providedAt: [SourceLocation] { chain.map(\.providedAt) }
}

extension ServiceError {
    init(_ reason: Reason, _ type: any Any.Type, _ askedAt: SourceLocation, _ chain: [Link]) {
        self.init(reason: reason, service: "\(type)", askedAt: askedAt, chain: chain)
    }

    /// One line for a developer.
    public var description: String {
        "no \(service) for \(askedAt): \(explanation)"
    }

    private var explanation: String {
        if reason == .cyclic, let first = chain.first {
            let path = chain.map { "\($0.service) (\($0.providedAt))" } + [first.service]
            return "\(reason.text): \(path.joined(separator: " → "))"
        }
        if reason == .outOfScope, chain.count == 2 {
            let (longer, shorter) = (chain[0], chain[1])
            return """
                \(longer.service) (\(longer.lifetime), provided at \(longer.providedAt)) needs \(shorter.service) \
                (\(shorter.lifetime), provided at \(shorter.providedAt)); a longer-lived service must not need a \
                shorter-lived one
                """
        }
        if reason == .outOfScope, let link = chain.first {
            return "\(reason.text); it lives as long as a \(link.lifetime); provided at \(link.providedAt)"
        }
        let places = providedAt.map(\.description).joined(separator: ", ")
        return chain.isEmpty ? reason.text : "\(reason.text); provided at \(places)"
    }
}
