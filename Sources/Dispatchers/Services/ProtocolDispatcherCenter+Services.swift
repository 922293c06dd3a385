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
        let makePlainly: @Sendable (ServiceScope) throws -> P = plain(make)
        let (location, isolation) = (SourceLocation(fileID: fileID, line: line), make.isolation)
        let provider = ServiceProvider(
            of: type, at: location, for: lifetime, priority: priority, on: isolation
        ) { scope in
            let service = try makePlainly(scope)
            return (Box(service), { close?(service) })
        }
        application.add(provider, of: type, replacing: isReplacing)
    }

    /// Removes the providers of a protocol.
    ///
    /// Their services live until their scopes are closed.
    public func withdraw<P: Sendable>(_ type: P.Type) { application.add(nil, of: type, replacing: true) }

    /// Begins a scope; it is closed with the center at the latest.
    ///
    /// - Parameters:
    ///   - lifetime: What lives in it.
    ///   - seed: Adds the services that the scope begins with; see `ServiceScope.provide`.
    /// - Returns: The scope. Keep it: it ends when it is released.
    public func begin(_ lifetime: ServiceLifetime, _ seed: (ServiceScope) -> Void = { _ in }) -> ServiceScope {
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

    /// The kind of problem.
    public let reason: Reason

    /// Where the service was looked up.
    public let askedAt: SourceLocation

    /// Where the services are provided that were being made, each of which needed the next, and the last one this one; of a
    /// service that is provided more than once, where that is.
    public let providedAt: [SourceLocation]

    /// One line for developers: the problem, the providers, and which service needed which.
    public let description: String

    init(
        _ reason: Reason, _ type: any Any.Type, _ askedAt: SourceLocation, of providers: [ServiceProvider] = []
    ) {
        let path = ServiceScope.making
        var text = "no \(type) for \(askedAt): \(reason.rawValue)"
        if reason == .outOfScope, !path.isEmpty { text += "; a longer-lived service must not need a shorter-lived one" }
        if !providers.isEmpty { text += "; provided: " + providers.map(\.name).joined(separator: ", ") }
        if !path.isEmpty { text += "; needed: " + (path.map(\.name) + ["\(type)"]).joined(separator: " → ") }
        (self.reason, self.askedAt, description) = (reason, askedAt, text)
        providedAt = (reason == .doubled ? providers : path).map(\.location)
    }
}

/// How a service is made and closed, and in which scopes it lives.
final class ServiceProvider: Sendable {
    /// A `Box` with a service, and what closes that.
    typealias Made = (service: any AnyObject & Sendable, close: @Sendable () -> Void)

    let type: any Any.Type
    let location: SourceLocation
    let lifetime: ServiceLifetime
    let priority: Int
    let isolation: (any Actor)?
    let make: @Sendable (ServiceScope) throws -> Made

    /// What an error calls it.
    var name: String { "\(type) (\(lifetime), provided at \(location))" }

    init(
        of type: any Any.Type, at location: SourceLocation, for lifetime: ServiceLifetime, priority: Int = 0,
        on isolation: (any Actor)? = nil, _ make: @escaping @Sendable (ServiceScope) throws -> Made
    ) {
        (self.type, self.location, self.lifetime) = (type, location, lifetime)
        (self.priority, self.isolation, self.make) = (priority, isolation, make)
    }
}

/// A value as an object, whose type is tested without looking for conformances.
final class Box<Value: Sendable>: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
