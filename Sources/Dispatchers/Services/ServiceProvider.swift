import Synchronization

/// How a service is made and closed, and in which scopes it lives.
final class ServiceProvider<P: Sendable>: Sendable {
    let link: ServiceError.Link
    let priority: Int
    let isolation: (any Actor)?
    let make: @Sendable (ServiceScope) throws -> P
    let close: (@Sendable (P) -> Void)?

    init(
        _ link: ServiceError.Link, priority: Int, on isolation: (any Actor)?,
        make: @escaping @Sendable (ServiceScope) throws -> P, close: (@Sendable (P) -> Void)?
    ) {
        self.link = link
        self.priority = priority
        self.isolation = isolation
        self.make = make
        self.close = close
    }
}

/// The providers of all protocols in one center.
final class ServiceProviders: Sendable {
    /// The providers of one protocol, by priority and then in the order of their registration.
    private final class List<P: Sendable>: Sendable {
        let providers: [ServiceProvider<P>]
        init(_ providers: [ServiceProvider<P>]) { self.providers = providers }
    }

    /// Values are of the type `List<P>`, keys of the type `P`.
    private let lists = Protected([ObjectIdentifier: any AnyObject & Sendable]())

    func providers<P: Sendable>(of type: P.Type) -> [ServiceProvider<P>] {
        let list = lists.withLock { $0[ObjectIdentifier(type)] }
        return (list as? List<P>)?.providers ?? []
    }

    /// Adds a provider; one that replaces removes the others at the same moment.
    func add<P: Sendable>(_ provider: ServiceProvider<P>, replacing isReplacing: Bool) {
        let id = ObjectIdentifier(P.self)
        let old = lists.withLock { lists in
            let old = lists[id]
            var providers = isReplacing ? [] : (old as? List<P>)?.providers ?? []
            let index = providers.firstIndex { $0.priority < provider.priority } ?? providers.endIndex
            providers.insert(provider, at: index)
            lists[id] = List(providers)
            return old
        }
        withExtendedLifetime(old) {}
    }

    func removeAll<P: Sendable>(of type: P.Type) {
        let old = lists.withLock { $0.removeValue(forKey: ObjectIdentifier(type)) }
        withExtendedLifetime(old) {}
    }
}

/// The services that are being made in the process: one, and those that its maker asks for.
///
/// Makers run one at a time, as under one recursive lock. Therefore no two threads wait for each other's services, and a
/// service that needs itself is found on the stack.
final class ServiceMakers: Sendable {
    static let shared = ServiceMakers()

    private let gate = Protected(())
    /// The thread that makes services, or 0.
    private let thread = Atomic(0)
    private let stack = Protected([Making]())

    private struct Making: Sendable {
        let scope, provider: ObjectIdentifier
        let link: ServiceError.Link
    }

    /// What the current thread makes.
    var current: ServiceError.Link? { isCurrentThread ? stack.withLock { $0.last?.link } : nil }

    /// Runs the maker of a service, when no other thread runs one.
    ///
    /// - Returns: The services that need one another, if this one is being made already; then the maker is not called.
    func make<P: Sendable>(
        by provider: ServiceProvider<P>, in scope: ServiceScope, _ make: () throws -> Void
    ) throws -> [ServiceError.Link] {
        guard isCurrentThread else {
            return try gate.withLock { _ in
                thread.store(CurrentThread.Key.shared.current.number, ordering: .relaxed)
                defer { thread.store(0, ordering: .relaxed) }
                return try self.make(by: provider, in: scope, make)
            }
        }
        let (scope, id) = (ObjectIdentifier(scope), ObjectIdentifier(provider))
        let cycle = stack.withLock { stack in
            let cycle = stack.drop { $0.scope != scope || $0.provider != id }
            if cycle.isEmpty { stack.append(Making(scope: scope, provider: id, link: provider.link)) }
            return cycle.map(\.link)
        }
        guard cycle.isEmpty else { return cycle }
        defer { stack.withLock { _ = $0.popLast() } }
        try make()
        return []
    }

    private var isCurrentThread: Bool {
        thread.load(ordering: .relaxed) == CurrentThread.Key.shared.current.number
    }
}
