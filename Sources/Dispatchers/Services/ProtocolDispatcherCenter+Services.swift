extension ProtocolDispatcherCenter {
    /// Registers a closure that makes a service.
    ///
    /// A service is made when it is first looked up, once in each scope of its lifetime.
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
    ///   - priority: Of several providers, those with a higher priority come first.
    ///   - isReplacing: Whether this replaces all providers of the protocol, as a fake does in a test. Their
    ///     services live until their scopes are closed, and are not returned any more.
    ///   - fileID: Where it is provided; leave it to the compiler.
    ///   - line: Where it is provided; leave it to the compiler.
    ///   - make: Makes the service, and looks up what it needs in the scope. Unlike a handler, it belongs to no actor, wherever you
    ///     write it, because services are looked up on any actor. If it needs an actor, name it: `{ @MainActor scope in … }`. Then it
    ///     runs only there, and looking the service up elsewhere before it is made is an error.
    ///   - close: Called when the scope is closed, where that happens.
    public func provide<P: Sendable>(
        _ type: P.Type,
        for lifetime: ServiceLifetime = .application,
        priority: Int = 0,
        replacing isReplacing: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ make: @escaping @isolated(any) @Sendable (ServiceScope) throws -> P,
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
    /// Their services live until their scopes are closed.
    public func withdraw<P: Sendable>(_ type: P.Type) {
        application.providers.add(ServiceProvider<P>?.none, replacing: true)
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
/// In the scope and in those inside it, a seed is returned instead of what the center provides, also to closures that make
/// services there. Services that live longer do not see it. The scope retains it until it is closed, and does not close it.
///
/// ```swift
/// let session = center.begin(.session) { $0.provide((any CurrentUser).self, user) }
/// let name = try session.service((any CurrentUser).self).name
/// ```
public struct ServiceSeeds: Sendable {
    /// Values are of the type `Box<P>`, keys of the type `P`.
    private(set) var services: [ObjectIdentifier: any AnyObject & Sendable] = [:]

    init() {}

    /// Adds a service; a later one for the same protocol replaces it.
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`; it refines `Sendable`.
    ///   - service: The service.
    public mutating func provide<P: Sendable>(_ type: P.Type, _ service: P) {
        services[ObjectIdentifier(type)] = Box(service)
    }
}

/// A value as an object, whose type is tested without looking for conformances.
final class Box<Value: Sendable>: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}

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
    /// The kind of problem, with a sentence.
    public enum Reason: String, Sendable {
        /// It has no provider.
        case missing = "nothing provides it"

        /// It has several providers, and one service was looked up.
        case doubled = "it is provided more than once"

        /// Making it needs the service itself.
        case cyclic = "making it needs it itself"

        /// It lives in a scope of a name that neither this one nor those around it have; or what needs it lives longer.
        case outOfScope = "no scope of its lifetime is open here"

        /// The scope that it lives in is closed.
        case closed = "its scope is closed"

        /// It is made on another actor than it was looked up on.
        case isolated = "it is made on another actor; ask for it there first"
    }

    /// A service and its provider.
    public struct Link: Sendable, Hashable, CustomStringConvertible {
        /// The name of the protocol.
        public let service: String

        /// How long it lives.
        public let lifetime: ServiceLifetime

        /// Where it is provided.
        public let providedAt: SourceLocation

        /// The service, its lifetime and its source location.
        public var description: String { "\(service) (\(lifetime), provided at \(providedAt))" }
    }

    /// The kind of problem.
    public let reason: Reason

    /// The name of the protocol.
    public let service: String

    /// Where it was looked up.
    public let askedAt: SourceLocation

    /// The services that were being made, each of which needed the next; the last one needed this one.
    public let path: [Link]

    /// Its providers.
    public let providers: [Link]

    /// One line for developers: the problem, the providers, and which service needed which.
    public var description: String {
        var text = "no \(service) for \(askedAt): \(reason.rawValue)"
        if reason == .outOfScope, !path.isEmpty { text += "; a longer-lived service must not need a shorter-lived one" }
        if !providers.isEmpty { text += "; provided: " + providers.map(\.description).joined(separator: ", ") }
        if path.isEmpty { return text }
        return text + "; needed: " + (path.map(\.description) + [service]).joined(separator: " → ")
    }
}
