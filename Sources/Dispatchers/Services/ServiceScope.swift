// Services: one module gets an object of another one, by its protocol, for a lifetime.
//
// The questions that the files of this folder answer:
//
// - `ServiceScope`: how is a service looked up, made and closed?
// - `ProtocolDispatcherCenter+Services`: how does a center learn to make a service, and for which lifetime?
// - `ServiceError`: why is there no service?
// - `ServiceScopeInfo`: how are services listed?

import SignalboxCore
import Synchronization

/// The services of one lifetime, such as a session or a screen.
///
/// A child scope can use the services of its parent. A scope ends when it is closed, when its parent is closed, or when it is
/// released: first its children, then its services in reverse order of creation.
///
/// ```swift
/// center.provide((any Cart).self, for: .session) { _ in StoredCart() }
///
/// let session = center.begin(.session)
/// try session.service((any Cart).self).add("lamp")
/// session.close()
/// ```
public final class ServiceScope: Sendable {
    let lifetime: ServiceLifetime
    let parent: ServiceScope?
    let hub: Hub
    let state = Protected(State())

    /// The number of the scope in the process.
    ///
    /// Later ones are larger.
    let number = ServiceScope.last.wrappingAdd(1, ordering: .relaxed).newValue

    private static let last = Atomic(0)

    /// The providers of the services that are being made, each of which needs the next.
    @TaskLocal static var making: [ServiceProvider] = []

    struct State: Sendable {
        /// The providers of each type, by priority and then in the order of registration.
        ///
        /// In scopes other than the outermost one, the services that the scope begins with.
        var providers: [ObjectIdentifier: [ServiceProvider]] = [:]

        /// The service of each provider, as `Box`.
        var services: [ObjectIdentifier: any AnyObject & Sendable] = [:]

        /// The lock of each provider: one thread at a time makes its service here.
        ///
        /// Others that look it up wait.
        var locks: [ObjectIdentifier: RefusingLock] = [:]

        /// The providers of the services with the closures that close these, first made first.
        ///
        /// Providers are retained, since services are found by their identity.
        var made: [(provider: ServiceProvider, close: @Sendable () -> Void)] = []

        /// The scopes in this one, by their numbers.
        var children: [Int: WeakReference] = [:]
        var isClosed = false
    }

    /// The number of scopes around it.
    private let depth: Int

    init(_ lifetime: ServiceLifetime, in parent: ServiceScope? = nil, of hub: Hub) {
        depth = parent.map { $0.depth + 1 } ?? 0
        precondition(depth < Hub.deepestNesting, "service scopes are nested at most \(Hub.deepestNesting) deep")
        self.lifetime = lifetime
        self.parent = parent
        self.hub = hub
    }

    deinit { close() }

    /// Creates a child scope for a lifetime; if this scope is closed, the child is closed from the beginning.
    ///
    /// Scopes are nested at most 1,000 deep.
    ///
    /// - Parameters:
    ///   - lifetime: The lifetime of its services.
    ///   - seed: Adds the services that the scope begins with; see `provide`.
    /// - Returns: The scope. Keep it: it ends when it is released.
    public func begin(_ lifetime: ServiceLifetime, _ seed: (ServiceScope) -> Void = { _ in }) -> ServiceScope {
        let scope = ServiceScope(lifetime, in: self, of: hub)
        seed(scope)
        let isClosed = state.withLock { state in
            state.children[scope.number] = WeakReference(scope)
            return state.isClosed
        }
        if isClosed { scope.close() }
        return scope
    }

    /// Adds an existing object as a service of this scope, such as the signed-in user.
    ///
    /// In the scope and in those inside it, it is returned instead of what the center provides, also to closures that make
    /// services there. Services that live longer do not see it. The scope retains it until it is closed, and does not close
    /// it. A later one for the same protocol replaces it.
    ///
    /// ```swift
    /// let session = center.begin(.session) { $0.provide((any CurrentUser).self, user) }
    /// let name = try session.service((any CurrentUser).self).name
    /// ```
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`; it refines `Sendable`.
    ///   - service: The service.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    public func provide<P: Sendable>(_ type: P.Type, _ service: P, fileID: StaticString = #fileID, line: Int = #line) {
        let location = SourceLocation(fileID: fileID, line: line)
        let provider = ServiceProvider(of: type, at: location, for: lifetime) { _ in
            MadeService(service: Box(service), close: {})
        }
        add(provider, of: type, replacing: true)
    }

    /// Adds a provider of a type.
    ///
    /// - Parameters:
    ///   - new: The provider, if there is one to add.
    ///   - type: The type of the service.
    ///   - isReplacing: `true` if the other providers are removed at the same time.
    func add(_ new: ServiceProvider?, of type: any Any.Type, replacing isReplacing: Bool) {
        let old = state.withLock { state in
            let old = state.providers[ObjectIdentifier(type)] ?? []
            if state.isClosed { return old }
            var all = isReplacing ? [] : old
            if let new { all.insert(new, at: all.firstIndex { $0.priority < new.priority } ?? all.count) }
            state.providers[ObjectIdentifier(type)] = all
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// Closes the child scopes, the latest first, and then the services in reverse order of creation.
    ///
    /// Takes time linear in the content of this scope, whatever its siblings. Calling it again does nothing.
    public func close() {
        var ended = State(isClosed: true)
        state.withLock { swap(&$0, &ended) }
        for number in ended.children.keys.sorted(by: >) { (ended.children[number]?.object as? ServiceScope)?.close() }
        for service in ended.made.reversed() { service.close() }
        parent?.state.withLock { _ = $0.children.removeValue(forKey: number) }
    }

    /// The service of a protocol, which is made if it does not exist yet.
    ///
    /// A service is made once in the scope of its lifetime; other threads that look it up wait meanwhile. The closure
    /// that makes it gets that scope for its own lookups, so a service cannot retain one that lives shorter.
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    /// - Returns: The service.
    /// - Throws: A `ServiceError` with source locations, or the error of the closure that makes it.
    public func service<P: Sendable>(
        _ type: P.Type,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line
    ) throws -> P {
        let location = SourceLocation(fileID: fileID, line: line)
        let providers = try providers(of: type, location)
        guard let provider = providers.first, providers.count == 1 else {
            throw ServiceError(providers.isEmpty ? .missing : .doubled, type, location, of: providers)
        }
        let service = try service(of: provider, on: isolation, location) as? Box<P>
        guard let service else { throw ServiceError(.missing, type, location) }
        return service.value
    }

    /// The services of all providers of a protocol, by priority and then in the order of their registration.
    ///
    /// The seeds of this scope and of those around it come first.
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    /// - Returns: The services; none without providers.
    /// - Throws: A `ServiceError` with source locations, or the error of a closure that makes one.
    public func services<P: Sendable>(
        _ type: P.Type,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line
    ) throws -> [P] {
        let location = SourceLocation(fileID: fileID, line: line)
        return try providers(of: type, inAll: true, location).compactMap {
            (try service(of: $0, on: isolation, location) as? Box<P>)?.value
        }
    }
}

// Making services, each once in the scope of its lifetime.
extension ServiceScope {
    /// Returns the providers of a type in the nearest scope that has some, or in all.
    private func providers(
        of type: any Any.Type, inAll: Bool = false, _ location: SourceLocation
    ) throws -> [ServiceProvider] {
        var providers: [ServiceProvider] = []
        var next = Optional(self)
        while let scope = next, inAll || providers.isEmpty {
            let (found, isClosed) = scope.state.withLock { ($0.providers[ObjectIdentifier(type)], $0.isClosed) }
            if isClosed { throw ServiceError(.closed, type, location) }
            if let found { providers = providers.isEmpty ? found : providers + found }
            next = scope.parent
        }
        return providers
    }

    /// Returns the service of a provider, as a `Box`, in this scope or the nearest one around it that has its lifetime.
    private func service(
        of provider: ServiceProvider, on actor: (any Actor)?, _ location: SourceLocation
    ) throws -> any AnyObject & Sendable {
        var next = Optional(self)
        while let scope = next, scope.lifetime != provider.lifetime { next = scope.parent }
        guard let scope = next else { throw ServiceError(.outOfScope, provider.type, location, of: [provider]) }
        let id = ObjectIdentifier(provider)
        if let service = scope.state.withLock({ $0.services[id] }) { return service }
        if let isolation = provider.isolation, isolation !== actor {
            throw ServiceError(.isolated, provider.type, location, of: [provider])
        }
        var made: Result<any AnyObject & Sendable, any Error>?
        let isAllowed = scope.lock(of: id).withLock { made = Result { try scope.make(provider, location) } }
        guard isAllowed, let made else { throw ServiceError(.cyclic, provider.type, location) }
        return try made.get()
    }

    /// Returns the lock under which the service of a provider is made.
    private func lock(of provider: ObjectIdentifier) -> RefusingLock {
        state.withLock { state in
            if let known = state.locks[provider] { return known }
            let new = RefusingLock()
            state.locks[provider] = new
            return new
        }
    }

    /// Makes a service that lives in this scope, unless another thread has done so or the scope was closed.
    private func make(_ provider: ServiceProvider, _ location: SourceLocation) throws -> any AnyObject & Sendable {
        let (known, isClosed) = state.withLock { ($0.services[ObjectIdentifier(provider)], $0.isClosed) }
        if let known { return known }
        if isClosed { throw ServiceError(.closed, provider.type, location, of: [provider]) }
        let event = TraceEvent(.service, of: provider.type, at: location, to: provider.location, in: hub.name)
        let made = try Self.$making.withValue(Self.making + [provider]) {
            try hub.trace.run(hub.trace.begin(event)) { () throws in try provider.make(self) }
        }
        guard keep(made, of: provider) else {
            made.close()
            throw ServiceError(.closed, provider.type, location, of: [provider])
        }
        return made.service
    }

    /// Keeps a service until the scope is closed.
    ///
    /// - Returns: `false` if the scope is closed.
    private func keep(_ made: MadeService, of provider: ServiceProvider) -> Bool {
        state.withLock { state in
            if state.isClosed { return false }
            state.services[ObjectIdentifier(provider)] = made.service
            state.made.append((provider, made.close))
            return true
        }
    }
}
