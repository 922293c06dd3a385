/// One who provides a service: how it is made and closed, and for how long it lives.
final class ServiceProvider<P: Sendable>: AnyServiceProvider {
    let location: SourceLocation
    let lifetime: ServiceLifetime
    let isolation: (any Actor)?
    let make: @Sendable (ServiceScope) throws -> P
    let close: (@Sendable (P) -> Void)?

    init(
        at location: SourceLocation, for lifetime: ServiceLifetime, on isolation: (any Actor)?,
        make: @escaping @Sendable (ServiceScope) throws -> P, close: (@Sendable (P) -> Void)?
    ) {
        self.location = location
        self.lifetime = lifetime
        self.isolation = isolation
        self.make = make
        self.close = close
    }
}

/// One who provides some service.
protocol AnyServiceProvider: AnyObject, Sendable {
    var location: SourceLocation { get }
}

/// Who provides what, in the order in which it was said.
final class ServiceProviders: Sendable {
    private let registry = Protected(Registry<ObjectIdentifier, any AnyServiceProvider>())

    func add<P: Sendable>(_ provider: ServiceProvider<P>, priority: Int) {
        registry.withLock { _ = $0.insert(provider, on: ObjectIdentifier(P.self), priority: priority) }
    }

    func providers<P: Sendable>(of type: P.Type) -> [ServiceProvider<P>] {
        registry.withLock { $0[ObjectIdentifier(type)] }.compactMap { $0.element as? ServiceProvider<P> }
    }

    func removeAll<P: Sendable>(of type: P.Type) {
        let removed = registry.withLock { registry in
            registry.removeAll(registry[ObjectIdentifier(type)].map(\.key))
        }
        withExtendedLifetime(removed) {}
    }
}
