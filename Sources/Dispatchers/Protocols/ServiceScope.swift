import Synchronization

/// A stretch of an app's life, as a session or a screen, with the services that live no longer than it.
///
/// A scope begins within another, whose services it sees. It ends when it is closed, when the one around it is, or when the
/// last reference to it is released: first the scopes within it, then its services, in the reverse order of their making.
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

    let parent: ServiceScope?
    let providers: ServiceProviders
    private let state = Protected(State())
    private let seedTypes: Set<ObjectIdentifier>

    private struct State: Sendable {
        var makings: [ObjectIdentifier: ServiceMaking] = [:]
        var closings: [@Sendable () -> Void] = []
        /// By numbers that grow from child to child.
        var children: [Int: Child] = [:]
        var lastChild = 0
        var seeds: [ObjectIdentifier: any Sendable] = [:]
        var isClosed = false
    }

    private struct Child: Sendable {
        weak let scope: ServiceScope?
    }

    /// Its number among the scopes within the one around it.
    private let number = Atomic(0)

    init(
        _ lifetime: ServiceLifetime, within parent: ServiceScope?, providers: ServiceProviders,
        seeds: ServiceSeeds = ServiceSeeds()
    ) {
        self.lifetime = lifetime
        self.parent = parent
        self.providers = providers
        seedTypes = Set(seeds.services.keys)
        state.withLock { $0.seeds = seeds.services }
    }

    deinit {
        close()
    }

    /// Begins a scope within this one; it is closed from the beginning if this one is closed.
    ///
    /// - Parameters:
    ///   - lifetime: What shall live in it.
    ///   - seed: Says what the scope begins with, before anybody has it; see `ServiceSeeds`.
    /// - Returns: The scope. Keep it: it ends when it is released.
    public func begin(_ lifetime: ServiceLifetime, _ seed: (inout ServiceSeeds) -> Void = { _ in }) -> ServiceScope {
        var seeds = ServiceSeeds()
        seed(&seeds)
        let scope = ServiceScope(lifetime, within: self, providers: providers, seeds: seeds)
        let isClosed = state.withLock { state in
            if state.isClosed { return true }
            state.lastChild += 1
            scope.number.store(state.lastChild, ordering: .relaxed)
            state.children[state.lastChild] = Child(scope: scope)
            return false
        }
        if isClosed { scope.close() }
        return scope
    }

    /// Closes the scopes within this one, the latest first, and then its services, the last made first.
    ///
    /// Harmless when repeated.
    public func close() {
        let ended = state.withLock { state in
            let ended = state
            state = State()
            state.isClosed = true
            return ended
        }
        for child in ended.children.sorted(by: { $0.key > $1.key }) { child.value.scope?.close() }
        for close in ended.closings.reversed() { close() }
        parent?.forget(number.load(ordering: .relaxed))
    }

    /// The service of a provider, made now if it was not before.
    func service<P: Sendable>(
        of provider: ServiceProvider<P>, on actor: (any Actor)?, askedAt location: SourceLocation
    ) throws -> P {
        let thread = CurrentThread.Key.shared.current.number
        while true {
            let (isClosed, known) = state.withLock { ($0.isClosed, $0.makings[ObjectIdentifier(provider)]) }
            if isClosed { throw ServiceError(.closed, P.self, location, [provider.link]) }
            guard let known else {
                if let isolation = provider.isolation, isolation !== actor {
                    throw ServiceError(.isolated, P.self, location, [provider.link])
                }
                if let made = try make(provider, thread, location) { return made }
                continue
            }
            if let service = known.service as? P { return service }
            let cycle = ServiceThreads.shared.withLock { $0.wait(for: known, on: thread) }
            if !cycle.isEmpty { throw ServiceError(.cyclic, P.self, location, cycle.map(\.link)) }
            known.wait()
            ServiceThreads.shared.withLock { $0.endWait(on: thread) }
        }
    }

    /// Makes a service; `nil` when another thread was first.
    private func make<P: Sendable>(
        _ provider: ServiceProvider<P>, _ thread: Int, _ location: SourceLocation
    ) throws -> P? {
        let making = ServiceMaking(provider.link)
        let id = ObjectIdentifier(provider)
        let isMine = {
            // Both at one moment: who finds the making must find its maker, too.
            self.state.withLock { state in
                guard !state.isClosed, state.makings[id] == nil else { return false }
                ServiceThreads.shared.withLock { $0.begin(making, on: thread) }
                state.makings[id] = making
                return true
            }
        }
        let made = try making.perform(claiming: isMine) {
            defer { ServiceThreads.shared.withLock { $0.end(on: thread) } }
            do {
                return try provider.make(self)
            } catch {
                let failed = state.withLock { $0.makings.removeValue(forKey: id) }
                withExtendedLifetime(failed) {}
                throw error
            }
        }
        guard let service = made as? P else { return nil }
        // Without a closing of its own a service is released here all the same, in its turn.
        let close: @Sendable () -> Void = { provider.close?(service) }
        let isKept = state.withLock { state in
            if !state.isClosed { state.closings.append(close) }
            return !state.isClosed
        }
        guard isKept else {
            close()
            throw ServiceError(.closed, P.self, location, [provider.link])
        }
        return service
    }

    private func forget(_ child: Int) {
        state.withLock { _ = $0.children.removeValue(forKey: child) }
    }
}

extension ServiceScope {
    /// The service of a protocol, made now if it was not before.
    ///
    /// A service is made once in the scope of its lifetime, however many threads ask; they wait while it is being made. It
    /// is given that scope to ask for what it needs itself, so that it cannot hold on to what lives shorter.
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where it is asked for; leave it to the compiler.
    ///   - line: Where it is asked for; leave it to the compiler.
    /// - Returns: The service.
    /// - Throws: A `ServiceError` that names the places, or what its maker throws.
    public func service<P: Sendable>(
        _ type: P.Type,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) throws -> P {
        let location = SourceLocation(fileID: fileID, line: line)
        if let seed = try seeds(of: type, location).first { return seed }
        let providers = providers.providers(of: type)
        guard let provider = providers.first else { throw ServiceError(.missing, type, location, []) }
        guard providers.count == 1 else {
            throw ServiceError(.doubled, type, location, providers.map(\.link))
        }
        return try service(within: provider, on: isolation, location)
    }

    /// The services of all who provide a protocol, in the order of their priorities, and then of the providing; before them
    /// what the scopes began with, of this one and of those around it.
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: Where they are asked for; leave it to the compiler.
    ///   - line: Where they are asked for; leave it to the compiler.
    /// - Returns: The services; none when nobody provides one.
    /// - Throws: A `ServiceError` that names the places, or what a maker throws.
    public func services<P: Sendable>(
        _ type: P.Type,
        isolation: isolated (any Actor)? = #isolation,
        fileID: StaticString = #fileID,
        line: Int = #line
    ) throws -> [P] {
        let location = SourceLocation(fileID: fileID, line: line)
        var services = try seeds(of: type, location)
        for provider in providers.providers(of: type) {
            services.append(try service(within: provider, on: isolation, location))
        }
        return services
    }

    /// What this scope and those around it began with.
    private func seeds<P: Sendable>(of type: P.Type, _ location: SourceLocation) throws -> [P] {
        var seeds: [P] = []
        var scope: ServiceScope? = self
        while let candidate = scope {
            if candidate.seedTypes.contains(ObjectIdentifier(type)) {
                let seed = candidate.state.withLock { $0.seeds[ObjectIdentifier(type)] }
                // A scope that is closed has given its seeds away.
                guard let seed = seed as? P else { throw ServiceError(.closed, type, location, []) }
                seeds.append(seed)
            }
            scope = candidate.parent
        }
        return seeds
    }

    private func service<P: Sendable>(
        within provider: ServiceProvider<P>, on actor: (any Actor)?, _ location: SourceLocation
    ) throws -> P {
        var scope: ServiceScope? = self
        while let candidate = scope, candidate.lifetime != provider.lifetime { scope = candidate.parent }
        guard let scope else {
            let thread = CurrentThread.Key.shared.current.number
            let needing = ServiceThreads.shared.withLock { $0.making(on: thread) }
            throw ServiceError(.outOfScope, P.self, location, [needing?.link, provider.link].compactMap { $0 })
        }
        return try scope.service(of: provider, on: actor, askedAt: location)
    }
}
