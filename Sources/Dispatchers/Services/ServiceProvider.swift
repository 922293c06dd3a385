import SignalboxCore

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
