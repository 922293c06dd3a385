import Synchronization

/// A part of an app's life, such as a session or a screen, with the services that live no longer than it.
///
/// A scope is begun in another, whose services it can use. It ends when it is closed, when the scope around it is closed, or
/// when the last reference to it is released: first the scopes in it, then its services, in the reverse order of their making.
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
    private let seedTypes: Set<ObjectIdentifier>
    /// Its number in the process; later ones are larger.
    private let number = ServiceScope.last.wrappingAdd(1, ordering: .relaxed).newValue

    private static let last = Atomic(0)

    private struct State: Sendable {
        /// By provider, as `Made`.
        var services: [ObjectIdentifier: any AnyObject & Sendable] = [:]
        /// By provider, while it is made.
        var makings: [ObjectIdentifier: ServiceMaking] = [:]
        var closings: [@Sendable () -> Void] = []
        /// By their numbers.
        var children: [Int: Child] = [:]
        /// By type, as `Made`.
        var seeds: [ObjectIdentifier: any AnyObject & Sendable] = [:]
        /// What was asked for here, by type, as `Made`, and the version of the providers.
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
        seedTypes = Set(seeds.services.keys)
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
    /// Takes time linear in what is in this one, and constant in its siblings. Harmless when repeated.
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

    /// The service of a protocol, which is made now if it was not made before.
    ///
    /// A service is made once in the scope of its lifetime; other threads that ask for the same one wait meanwhile. Its maker
    /// gets that scope to ask for what it needs, so a service cannot keep one that lives shorter.
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where it is asked for; leave it to the compiler.
    ///   - line: Where it is asked for; leave it to the compiler.
    /// - Returns: The service.
    /// - Throws: A `ServiceError` that names the places, or what the maker throws.
    public func service<P: Sendable>(
        _ type: P.Type,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line
    ) throws -> P {
        let version = providers.version.load(ordering: .sequentiallyConsistent)
        let found = state.withLock { $0.version == version ? $0.found[ObjectIdentifier(type)] : nil }
        if let found = found as? Made<P> { return found.service }
        let new = Made(try find(type, on: isolation, SourceLocation(fileID: fileID, line: line)))
        // What was found for another version of the providers is released outside of the lock.
        var old: [ObjectIdentifier: any AnyObject & Sendable] = [:]
        state.withLock { state in
            if state.isClosed { return }
            if state.version != version { swap(&state.found, &old) }
            state.version = version
            state.found[ObjectIdentifier(type)] = new
        }
        return new.service
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
        let thread = CurrentThread.Key.shared.current.number
        return ServiceError(
            reason: reason, service: "\(type)", askedAt: askedAt,
            path: path ?? ServiceThreads.shared.withLock { $0.path(on: thread) }, providers: providers)
    }

    /// The services of all providers of a protocol, by priority and then in the order of their registration.
    ///
    /// Before them come the seeds of this scope and of those around it.
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where they are asked for; leave it to the compiler.
    ///   - line: Where they are asked for; leave it to the compiler.
    /// - Returns: The services; none without providers.
    /// - Throws: A `ServiceError` that names the places, or what a maker throws.
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

    /// The seeds of this scope and of those around it.
    private func seeds<P: Sendable>(of type: P.Type, _ location: SourceLocation) throws -> [P] {
        var seeds: [P] = []
        var scope: ServiceScope? = self
        while let candidate = scope {
            if candidate.seedTypes.contains(ObjectIdentifier(type)) {
                let seed = candidate.state.withLock { $0.seeds[ObjectIdentifier(type)] }
                // A scope that is closed has released its seeds.
                guard let seed = seed as? Made<P> else { throw error(.closed, type, location) }
                seeds.append(seed.service)
            }
            scope = candidate.parent
        }
        return seeds
    }

    /// This scope or the nearest one around it that has the lifetime of a provider.
    private func scope<P: Sendable>(of provider: ServiceProvider<P>, _ location: SourceLocation) throws -> ServiceScope
    {
        var scope: ServiceScope? = self
        while let candidate = scope {
            if candidate.lifetime == provider.link.lifetime { return candidate }
            scope = candidate.parent
        }
        throw error(.outOfScope, P.self, location, [provider.link])
    }

    /// The service of a provider, which is made now if it was not made before.
    private func service<P: Sendable>(
        of provider: ServiceProvider<P>, on actor: (any Actor)?, _ location: SourceLocation
    ) throws -> P {
        let thread = CurrentThread.Key.shared.current.number
        while true {
            if let service = try made(by: provider, location) { return service }
            guard let making = state.withLock({ $0.makings[ObjectIdentifier(provider)] }) else {
                if let service = try make(by: provider, on: actor, thread, location) { return service }
                continue
            }
            let cycle = ServiceThreads.shared.withLock { $0.wait(for: making, on: thread) }
            guard cycle.isEmpty else { throw error(.cyclic, P.self, location, [], cycle) }
            making.wait()
            ServiceThreads.shared.withLock { $0.endWait(on: thread) }
        }
    }

    private func made<P: Sendable>(by provider: ServiceProvider<P>, _ location: SourceLocation) throws -> P? {
        let (isClosed, made) = state.withLock { ($0.isClosed, $0.services[ObjectIdentifier(provider)]) }
        if isClosed { throw error(.closed, P.self, location, [provider.link]) }
        return (made as? Made<P>)?.service
    }

    /// Makes a service; `nil` if another thread was first.
    private func make<P: Sendable>(
        by provider: ServiceProvider<P>, on actor: (any Actor)?, _ thread: Int, _ location: SourceLocation
    ) throws -> P? {
        if let isolation = provider.isolation, isolation !== actor {
            throw error(.isolated, P.self, location, [provider.link])
        }
        let (id, making) = (ObjectIdentifier(provider), ServiceMaking(provider.link))
        let isMine = {
            // Both at one moment: a thread that finds the making finds its maker, too.
            self.state.withLock { state in
                guard !state.isClosed, state.services[id] == nil, state.makings[id] == nil else { return false }
                ServiceThreads.shared.withLock { $0.begin(making, on: thread) }
                state.makings[id] = making
                return true
            }
        }
        return try making.perform(claiming: isMine) {
            defer {
                ServiceThreads.shared.withLock { $0.end(on: thread) }
                state.withLock { $0.makings[id] = nil }
            }
            let service = try provider.make(self)
            // A service without a closing of its own is released in its turn, too.
            let close: @Sendable () -> Void = { provider.close?(service) }
            let isKept = state.withLock { state in
                if state.isClosed { return false }
                state.services[id] = Made(service)
                state.closings.append(close)
                return true
            }
            if isKept { return service }
            close()
            throw error(.closed, P.self, location, [provider.link])
        }
    }
}
