import Synchronization

/// A part of an app's life, such as a session or a screen, with the services that live no longer than it.
///
/// A scope is begun in another, whose services it can use. It ends when it is closed, when the scope around it is closed, or
/// when the last reference to it is released: first the scopes in it, then its services, the last made first.
///
/// ```swift
/// center.provide((any Cart).self, for: .session) { _ in StoredCart() }
///
/// let session = center.begin(.session)
/// try session.service((any Cart).self).add("lamp")
/// session.close()
/// ```
public final class ServiceScope: Sendable {
    /// What lives in it.
    public let lifetime: ServiceLifetime

    let providers: ServiceProviders
    private let parent: ServiceScope?
    private let state: Protected<State>
    /// Its number in the process; later ones are larger.
    private let number = ServiceScope.last.wrappingAdd(1, ordering: .relaxed).newValue

    private static let last = Atomic(0)

    private struct State: Sendable {
        /// By provider, as `ServiceSlot`.
        var slots: [ObjectIdentifier: any AnyObject & Sendable] = [:]
        var closings: [@Sendable () -> Void] = []
        /// By their numbers.
        var children: [Int: Child] = [:]
        /// By type, as `Box`.
        var seeds: [ObjectIdentifier: any AnyObject & Sendable] = [:]
        /// What was asked for here, by type, as `Box`, and the version of the providers.
        var found: [ObjectIdentifier: any AnyObject & Sendable] = [:]
        var version = 0
        var isClosed = false
    }

    private struct Child: Sendable {
        weak let scope: ServiceScope?
    }

    init(
        _ lifetime: ServiceLifetime, in parent: ServiceScope? = nil, providers: ServiceProviders,
        seeds: ServiceSeeds = ServiceSeeds()
    ) {
        self.lifetime = lifetime
        self.parent = parent
        self.providers = providers
        state = Protected(State(seeds: seeds.services))
    }

    deinit {
        close()
    }

    /// Begins a scope in this one; if this one is closed, the new one is closed from the beginning.
    ///
    /// - Parameters:
    ///   - lifetime: What lives in it.
    ///   - seed: Adds the services that the scope begins with; see `ServiceSeeds`.
    /// - Returns: The scope. Keep it: it ends when it is released.
    public func begin(_ lifetime: ServiceLifetime, _ seed: (inout ServiceSeeds) -> Void = { _ in }) -> ServiceScope {
        var seeds = ServiceSeeds()
        seed(&seeds)
        let scope = ServiceScope(lifetime, in: self, providers: providers, seeds: seeds)
        let isClosed = state.withLock { state in
            if !state.isClosed { state.children[scope.number] = Child(scope: scope) }
            return state.isClosed
        }
        if isClosed { scope.close() }
        return scope
    }

    /// Closes the scopes in this one, the latest first, and then its services, the last made first.
    ///
    /// Takes time linear in the content of this scope, whatever its siblings. Calling it again does nothing.
    public func close() {
        let ended = state.withLock { state in
            let ended = state
            state = State()
            state.isClosed = true
            return ended
        }
        for child in ended.children.sorted(by: { $0.key > $1.key }) { child.value.scope?.close() }
        for close in ended.closings.reversed() { close() }
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
    ///   - fileID: Where it is asked for; leave it to the compiler.
    ///   - line: Where it is asked for; leave it to the compiler.
    /// - Returns: The service.
    /// - Throws: A `ServiceError` with source locations, or the error of the closure that makes it.
    public func service<P: Sendable>(
        _ type: P.Type,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line
    ) throws -> P {
        let version = providers.version.load(ordering: .sequentiallyConsistent)
        let found = state.withLock { $0.version == version ? $0.found[ObjectIdentifier(type)] : nil }
        if let found = found as? Box<P> { return found.value }
        let new = Box(try find(type, on: isolation, SourceLocation(fileID: fileID, line: line)))
        // What was found for another version of the providers is released outside of the lock.
        var old: [ObjectIdentifier: any AnyObject & Sendable] = [:]
        state.withLock { state in
            if state.isClosed { return }
            if state.version != version { swap(&state.found, &old) }
            state.version = version
            state.found[ObjectIdentifier(type)] = new
        }
        return new.value
    }

    /// The service of a protocol: the seed that is nearest, or that of the one provider.
    private func find<P: Sendable>(_ type: P.Type, on actor: (any Actor)?, _ location: SourceLocation) throws -> P {
        if let seed = try seeds(of: type, location).first { return seed }
        let providers = providers.providers(of: type)
        guard let provider = providers.first, providers.count == 1 else {
            throw error(providers.isEmpty ? .missing : .doubled, type, location, providers.map(\.link))
        }
        return try scope(of: provider, location).service(of: provider, on: actor, location)
    }

    /// An error, with what the current thread makes as the path.
    private func error(
        _ reason: ServiceError.Reason, _ type: any Any.Type, _ askedAt: SourceLocation,
        _ providers: [ServiceError.Link] = [], _ path: [ServiceError.Link]? = nil
    ) -> ServiceError {
        let thread = CurrentThread.current.number
        return ServiceError(
            reason: reason, service: "\(type)", askedAt: askedAt,
            path: path ?? ServiceThreads.shared.withLock { $0.path(on: thread) }, providers: providers)
    }

    /// The services of all providers of a protocol, by priority and then in the order of their registration.
    ///
    /// The seeds of this scope and of those around it come first.
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where they are asked for; leave it to the compiler.
    ///   - line: Where they are asked for; leave it to the compiler.
    /// - Returns: The services; none without providers.
    /// - Throws: A `ServiceError` with source locations, or the error of a closure that makes one.
    public func services<P: Sendable>(
        _ type: P.Type,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line
    ) throws -> [P] {
        let location = SourceLocation(fileID: fileID, line: line)
        var services = try seeds(of: type, location)
        for provider in providers.providers(of: type) {
            services.append(try scope(of: provider, location).service(of: provider, on: isolation, location))
        }
        return services
    }

    /// This scope and those around it.
    private var outward: some Sequence<ServiceScope> { sequence(first: self, next: \.parent) }

    /// The seeds of this scope and of those around it.
    private func seeds<P: Sendable>(of type: P.Type, _ location: SourceLocation) throws -> [P] {
        // A scope that is closed has released its seeds.
        if state.withLock({ $0.isClosed }) { throw error(.closed, type, location) }
        return outward.compactMap { scope in
            (scope.state.withLock { $0.seeds[ObjectIdentifier(type)] } as? Box<P>)?.value
        }
    }

    /// This scope or the nearest one around it that has the lifetime of a provider.
    private func scope<P: Sendable>(of provider: ServiceProvider<P>, _ location: SourceLocation) throws -> ServiceScope
    {
        if let scope = outward.first(where: { $0.lifetime == provider.link.lifetime }) { return scope }
        throw error(.outOfScope, P.self, location, [provider.link])
    }

    /// The service of a provider, which is made now if it was not made before.
    private func service<P: Sendable>(
        of provider: ServiceProvider<P>, on actor: (any Actor)?, _ location: SourceLocation
    ) throws -> P {
        let found = state.withLock { state -> (any AnyObject & Sendable)? in
            if state.isClosed { return nil }
            let slot = state.slots[ObjectIdentifier(provider)] ?? ServiceSlot<P>(provider.link)
            state.slots[ObjectIdentifier(provider)] = slot
            return slot
        }
        guard let slot = found as? ServiceSlot<P> else { throw error(.closed, P.self, location, [provider.link]) }
        if let service = slot.service { return service }
        if let isolation = provider.isolation, isolation !== actor {
            throw error(.isolated, P.self, location, [provider.link])
        }
        let thread = CurrentThread.current.number
        let cycle = ServiceThreads.shared.withLock { $0.wait(for: slot, on: thread) }
        guard cycle.isEmpty else { throw error(.cyclic, P.self, location, [], cycle) }
        return try slot.gate.withLock { _ in
            ServiceThreads.shared.withLock { $0.begin(slot, on: thread) }
            defer { ServiceThreads.shared.withLock { $0.end(on: thread) } }
            if let service = slot.service { return service }
            let subject = Trace.Subject(
                .service, of: P.self, at: location, to: provider.link.providedAt, in: providers.name)
            let service = try providers.trace.record(subject) { () throws in try provider.make(self) }
            let isKept = state.withLock { state in
                // A service without a closing of its own is released in its turn, too.
                if !state.isClosed { state.closings.append { provider.close?(service) } }
                return !state.isClosed
            }
            guard isKept else {
                provider.close?(service)
                throw error(.closed, P.self, location, [provider.link])
            }
            slot.service = service
            return service
        }
    }
}
