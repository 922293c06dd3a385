import Synchronization

/// One who provides a service: how it is made and closed, and for how long it lives.
final class ServiceProvider<P: Sendable>: AnyServiceProvider {
    let location: SourceLocation
    let lifetime: ServiceLifetime
    let isolation: (any Actor)?
    let make: @Sendable (ServiceScope) throws -> P
    let close: (@Sendable (P) -> Void)?

    /// What an error says of it.
    var link: ServiceError.Link { ServiceError.Link(service: "\(P.self)", lifetime: lifetime, providedAt: location) }

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

    /// Adds one, and where it replaces all who provide the same, takes them out at the same moment.
    func add<P: Sendable>(_ provider: ServiceProvider<P>, priority: Int, replacing isReplacing: Bool) {
        let removed = registry.withLock { registry -> [any AnyServiceProvider] in
            let topic = ObjectIdentifier(P.self)
            let removed = isReplacing ? registry.removeAll(registry[topic].map(\.key)) : []
            _ = registry.insert(provider, on: topic, priority: priority)
            return removed
        }
        withExtendedLifetime(removed) {}
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

/// The making of one service in one scope: it happens once, however many threads ask.
final class ServiceMaking: Sendable {
    let link: ServiceError.Link

    /// Locked while the service is made, as a `static let` does it.
    ///
    /// Nobody locks it but its maker and those who wait for this very service. That nobody waits for himself, `ServiceThreads` sees to before.
    private let gate = Mutex(())
    private let made = Protected((any Sendable)?.none)

    init(_ link: ServiceError.Link) {
        self.link = link
    }

    /// What was made.
    var service: (any Sendable)? { made.withLock { $0 } }

    /// Makes the service, where `claim` says that it is the caller's to make.
    func perform(claiming claim: () -> Bool, _ make: () throws -> any Sendable) rethrows -> (any Sendable)? {
        try gate.withLock { _ in
            guard claim() else { return nil }
            let service = try make()
            made.withLock { $0 = service }
            return service
        }
    }

    /// Waits until it has been made, or was given up.
    func wait() {
        gate.withLock { _ in }
    }
}

/// Which thread makes which services, and for which one it waits: what finds cycles before anybody waits in one.
struct ServiceThreads: Sendable {
    /// Those of the process.
    static let shared = Protected(ServiceThreads())

    private var stacks: [Int: [ServiceMaking]] = [:]
    private var waits: [Int: ServiceMaking] = [:]

    mutating func begin(_ making: ServiceMaking, on thread: Int) {
        stacks[thread, default: []].append(making)
    }

    mutating func end(on thread: Int) {
        stacks[thread]?.removeLast()
        if stacks[thread]?.isEmpty == true { stacks[thread] = nil }
    }

    /// What a thread makes now.
    func making(on thread: Int) -> ServiceMaking? { stacks[thread]?.last }

    /// Notes that a thread waits, unless it would wait for itself.
    ///
    /// - Returns: The cycle of makings that need one another; empty when the thread may wait.
    mutating func wait(for making: ServiceMaking, on thread: Int) -> [ServiceMaking] {
        var cycle: [ServiceMaking] = []
        var wanted: ServiceMaking? = making
        while let next = wanted, let (maker, stack) = stacks.first(where: { $0.value.contains { $0 === next } }) {
            cycle += stack.drop { $0 !== next }
            if maker == thread { return cycle }
            wanted = waits[maker]
        }
        waits[thread] = making
        return []
    }

    mutating func endWait(on thread: Int) { waits[thread] = nil }
}
