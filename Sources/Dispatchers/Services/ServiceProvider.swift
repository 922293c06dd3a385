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

    /// How often they have changed.
    let version = Atomic(0)

    func providers<P: Sendable>(of type: P.Type) -> [ServiceProvider<P>] {
        let list = lists.withLock { $0[ObjectIdentifier(type)] }
        return (list as? List<P>)?.providers ?? []
    }

    /// Adds a provider, or removes all if there is none; one that replaces removes the others at the same moment.
    func add<P: Sendable>(_ provider: ServiceProvider<P>?, replacing isReplacing: Bool) {
        let id = ObjectIdentifier(P.self)
        let old = lists.withLock { lists in
            let old = lists[id]
            var providers = isReplacing ? [] : (old as? List<P>)?.providers ?? []
            if let provider {
                let index = providers.firstIndex { $0.priority < provider.priority } ?? providers.endIndex
                providers.insert(provider, at: index)
            }
            lists[id] = List(providers)
            version.wrappingAdd(1, ordering: .sequentiallyConsistent)
            return old
        }
        withExtendedLifetime(old) {}
    }
}

/// The making of one service in one scope, by one thread.
final class ServiceMaking: Sendable {
    let link: ServiceError.Link

    /// Locked while the service is made, as that of a `static let` is: those who wait for this very service wait for it.
    private let gate = Mutex(())

    init(_ link: ServiceError.Link) { self.link = link }

    /// Makes the service, if `claim` returns that it is the caller's to make.
    func perform<P: Sendable>(claiming claim: () -> Bool, _ make: () throws -> P) rethrows -> P? {
        try gate.withLock { _ in claim() ? try make() : nil }
    }

    /// Waits until it has ended.
    func wait() { gate.withLock { _ in } }
}

/// Which thread makes which services, and for which one it waits; so a cycle is found before a thread waits in it.
struct ServiceThreads: Sendable {
    /// Those of the process.
    static let shared = Protected(ServiceThreads())

    private var stacks: [Int: [ServiceMaking]] = [:]
    private var waits: [Int: ServiceMaking] = [:]

    /// What a thread makes, each for the one before.
    func path(on thread: Int) -> [ServiceError.Link] { stacks[thread]?.map(\.link) ?? [] }

    mutating func begin(_ making: ServiceMaking, on thread: Int) { stacks[thread, default: []].append(making) }

    mutating func end(on thread: Int) {
        stacks[thread]?.removeLast()
        if stacks[thread]?.isEmpty == true { stacks[thread] = nil }
    }

    /// Notes that a thread waits, unless it would wait for itself.
    ///
    /// - Returns: The services that need one another; none if the thread may wait.
    mutating func wait(for making: ServiceMaking, on thread: Int) -> [ServiceError.Link] {
        var cycle: [ServiceError.Link] = []
        var wanted: ServiceMaking? = making
        while let next = wanted, let (maker, stack) = stacks.first(where: { $0.value.contains { $0 === next } }) {
            cycle += stack.drop { $0 !== next }.map(\.link)
            if maker == thread { return cycle }
            wanted = waits[maker]
        }
        waits[thread] = making
        return []
    }

    mutating func endWait(on thread: Int) { waits[thread] = nil }
}
