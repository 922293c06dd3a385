extension ProtocolDispatcherCenter {
    /// Says how a service is made.
    ///
    /// It is made when it is first asked for, once in each scope of its lifetime.
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
    ///   - fileID: Where it is provided; leave it to the compiler.
    ///   - line: Where it is provided; leave it to the compiler.
    ///   - make: Makes it, and asks the scope for what it needs. Written on an actor, it is called there and nowhere else.
    ///   - close: Called when the scope is closed, on whoever closes it.
    public func provide<P: Sendable>(
        _ type: P.Type,
        for lifetime: ServiceLifetime = .application,
        priority: Int = 0,
        fileID: StaticString = #fileID,
        line: Int = #line,
        @_inheritActorContext _ make: @escaping @isolated(any) @Sendable (ServiceScope) throws -> P,
        closing close: (@Sendable (P) -> Void)? = nil
    ) {
        let location = SourceLocation(fileID: fileID, line: line)
        let provider = ServiceProvider<P>(
            at: location, for: lifetime, on: make.isolation, make: unchecked(make), close: close)
        application.providers.add(provider, priority: priority)
    }

    /// Provides a service no longer.
    ///
    /// What was made of it lives on until its scope is closed.
    public func withdraw<P: Sendable>(_ type: P.Type) {
        application.providers.removeAll(of: type)
    }

    /// Begins a scope; it is closed with the center at the latest.
    ///
    /// - Parameter lifetime: What shall live in it.
    /// - Returns: The scope. Keep it: it ends when it is released.
    public func begin(_ lifetime: ServiceLifetime) -> ServiceScope { application.begin(lifetime) }

    /// The service of a protocol that lives as long as the center; see `ServiceScope.service`.
    public func service<P: Sendable>(
        _ type: P.Type,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) throws -> P {
        try application.service(type, isolation: isolation, fileID: fileID, line: line)
    }

    /// The services of all who provide a protocol; see `ServiceScope.services`.
    public func services<P: Sendable>(
        _ type: P.Type,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) throws -> [P] {
        try application.services(type, isolation: isolation, fileID: fileID, line: line)
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
