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
    /// What records that services are made, and what it calls their center.
    let trace: Trace
    let name: String?

    init(trace: Trace, name: String?) { (self.trace, self.name) = (trace, name) }

    /// Keys are of the type `P`; values are `Box<[ServiceProvider<P>]>`, by priority and then in the order of registration.
    private let lists = Protected([ObjectIdentifier: any AnyObject & Sendable]())

    /// How often they have changed.
    let version = Atomic(0)

    func providers<P: Sendable>(of type: P.Type) -> [ServiceProvider<P>] {
        let list = lists.withLock { $0[ObjectIdentifier(type)] }
        return (list as? Box<[ServiceProvider<P>]>)?.value ?? []
    }

    /// Adds a provider, or removes all if there is none; one that replaces removes the others at the same moment.
    func add<P: Sendable>(_ provider: ServiceProvider<P>?, replacing isReplacing: Bool) {
        let id = ObjectIdentifier(P.self)
        let old = lists.withLock { lists in
            let old = lists[id]
            var providers = isReplacing ? [] : (old as? Box<[ServiceProvider<P>]>)?.value ?? []
            if let provider {
                let index = providers.firstIndex { $0.priority < provider.priority } ?? providers.endIndex
                providers.insert(provider, at: index)
            }
            lists[id] = Box(providers)
            version.wrappingAdd(1, ordering: .sequentiallyConsistent)
            return old
        }
        withExtendedLifetime(old) {}
    }
}

/// A service in one scope, which the first thread makes that asks for it.
final class ServiceSlot<P: Sendable>: MadeService {
    let link: ServiceError.Link

    /// Locked while the service is made, as that of a `static let` is: those who wait for this very service wait for it.
    let gate = Mutex(())

    private let made = Protected(P?.none)

    init(_ link: ServiceError.Link) { self.link = link }

    /// The service, once it is made; to be set once.
    var service: P? {
        get { made.withLock { $0 } }
        set { made.withLock { $0 = newValue } }
    }
}

/// A service in one scope, whatever its type.
protocol MadeService: AnyObject, Sendable {
    var link: ServiceError.Link { get }
}

/// Which thread makes which services, and for which one it waits; so a cycle is found before a thread waits in it.
struct ServiceThreads: Sendable {
    /// Those of the process.
    static let shared = Protected(ServiceThreads())

    private var stacks: [Int: [any MadeService]] = [:]
    private var waits: [Int: any MadeService] = [:]

    /// What a thread makes, each for the one before.
    func path(on thread: Int) -> [ServiceError.Link] { stacks[thread]?.map(\.link) ?? [] }

    /// Notes that a thread has waited for a service, and makes it if no other has.
    mutating func begin(_ service: any MadeService, on thread: Int) {
        waits[thread] = nil
        stacks[thread, default: []].append(service)
    }

    mutating func end(on thread: Int) {
        stacks[thread]?.removeLast()
        if stacks[thread]?.isEmpty == true { stacks[thread] = nil }
    }

    /// Notes that a thread waits for a service, unless it would wait for itself.
    ///
    /// - Returns: The services that need one another; none if the thread may wait.
    mutating func wait(for service: any MadeService, on thread: Int) -> [ServiceError.Link] {
        var cycle: [ServiceError.Link] = []
        var wanted: (any MadeService)? = service
        while let next = wanted, let (maker, stack) = stacks.first(where: { $0.value.contains { $0 === next } }) {
            cycle += stack.drop { $0 !== next }.map(\.link)
            if maker == thread { return cycle }
            wanted = waits[maker]
        }
        waits[thread] = service
        return []
    }
}
