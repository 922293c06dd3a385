import SignalboxCore

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
    ///   - lifetime: The scope in which it lives.
    ///   - priority: Of several providers, those with a higher priority come first.
    ///   - isReplacing: `true` if this replaces all providers of the protocol, as a fake does in a test. Their
    ///     services live until their scopes are closed, and are not returned any more.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - make: Makes the service, and looks up what it needs in the scope. Unlike a handler, it belongs to no actor, wherever you
    ///     write it, because services are looked up on any actor. If it needs an actor, name it: `{ @MainActor scope in … }`. Then it
    ///     runs only on the main actor, and a lookup on another actor before the service is created is an error.
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
        let makePlainly: @Sendable (ServiceScope) throws -> P = withoutIsolation(make)
        let location = SourceLocation(fileID: fileID, line: line)
        let provider = ServiceProvider(
            of: type, at: location, for: lifetime, priority: priority, on: make.isolation
        ) { scope in
            let service = try makePlainly(scope)
            return MadeService(service: Box(service), close: { close?(service) })
        }
        application.add(provider, of: type, replacing: isReplacing)
    }

    /// Removes the providers of a protocol.
    ///
    /// Their services live until their scopes are closed.
    public func withdraw<P: Sendable>(_ type: P.Type) {
        application.add(nil, of: type, replacing: true)
    }

    /// Begins a scope; it is closed with the center at the latest.
    ///
    /// - Parameters:
    ///   - lifetime: The lifetime of its services.
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

/// The name of a kind of scope; a service lives as long as the scope of this kind that created it.
public struct ServiceLifetime: Sendable, Hashable, CustomStringConvertible {
    /// The name of the lifetime, which identifies it.
    public let description: String

    /// As long as the center.
    public static let application = Self("application")

    /// From signing in to signing out.
    public static let session = Self("session")

    /// As long as one screen.
    public static let screen = Self("screen")

    /// Creates a lifetime, which equals every other with the same name.
    public init(_ name: String) {
        description = name
    }
}

/// A service that was made, and the closure that closes it.
struct MadeService: Sendable {
    /// A `Box` with the service.
    let service: any AnyObject & Sendable
    let close: @Sendable () -> Void
}

/// The closure that makes a service, and the lifetime of the service.
final class ServiceProvider: Sendable {
    let type: any Any.Type
    let location: SourceLocation
    let lifetime: ServiceLifetime
    let priority: Int

    /// The actor on which the service has to be made.
    let isolation: (any Actor)?
    let make: @Sendable (ServiceScope) throws -> MadeService

    /// The name of the provider in errors.
    var name: String { "\(type) (\(lifetime), provided at \(location))" }

    init(
        of type: any Any.Type, at location: SourceLocation, for lifetime: ServiceLifetime, priority: Int = 0,
        on isolation: (any Actor)? = nil, _ make: @escaping @Sendable (ServiceScope) throws -> MadeService
    ) {
        self.type = type
        self.location = location
        self.lifetime = lifetime
        self.priority = priority
        self.isolation = isolation
        self.make = make
    }
}

/// A value as an object, whose type is tested without looking for conformances.
final class Box<Value: Sendable>: Sendable {
    let value: Value

    init(_ value: Value) {
        self.value = value
    }
}
