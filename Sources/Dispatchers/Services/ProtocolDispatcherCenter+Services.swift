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
    ///   - make: Makes it, and asks the scope for what it needs. Unlike handlers it belongs to no actor, wherever it is written,
    ///     since services are asked for anywhere. One that needs an actor names it, as in `{ @MainActor scope in … }`: then it is
    ///     called there and nowhere else, and asking for the service elsewhere before it is made is an error.
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
    /// The services that they made live on until their scopes are closed.
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
/// In the scope and in those in it, a seed is returned instead of what the center provides, also to the makers of services
/// that live there. Services that live longer do not see it. The scope keeps it until it is closed, and does not close it.
///
/// ```swift
/// let session = center.begin(.session) { $0.provide((any CurrentUser).self, user) }
/// let name = try session.service((any CurrentUser).self).name
/// ```
public struct ServiceSeeds: Sendable {
    /// Values are of the type `Made<P>`, keys of the type `P`.
    private(set) var services: [ObjectIdentifier: any AnyObject & Sendable] = [:]

    init() {}

    /// Adds a service; a later one for the same protocol replaces it.
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`; it refines `Sendable`.
    ///   - service: The service.
    public mutating func provide<P: Sendable>(_ type: P.Type, _ service: P) {
        services[ObjectIdentifier(type)] = Made(service)
    }
}

/// A service that was made.
final class Made<P: Sendable>: Sendable {
    let service: P
    init(_ service: P) { self.service = service }
}
