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
    let providers: ServiceProviders
    private let lifetime: ServiceLifetime
    private let parent: ServiceScope?
    private let state = Protected(State())
    /// Its number in the process; later ones are larger.
    private let number = ServiceScope.last.wrappingAdd(1, ordering: .relaxed).newValue

    private static let last = Atomic(0)

    /// The providers of the services that are being made, each of which needs the next.
    @TaskLocal private static var making: [any ProvidedService] = []

    private struct State: Sendable {
        /// By provider.
        var slots: [ObjectIdentifier: ServiceSlot] = [:]
        var closings: [@Sendable () -> Void] = []
        /// By their numbers.
        var children: [Int: Child] = [:]
        /// By type, as `Box`.
        var seeds: [ObjectIdentifier: any AnyObject & Sendable] = [:]
        /// What was looked up since the providers changed last, by type, as `Box`.
        var found: [ObjectIdentifier: any AnyObject & Sendable] = [:]
        var version = 0
        var isClosed = false
    }

    private struct Child: Sendable {
        weak let scope: ServiceScope?
    }

    /// A service, which the first thread makes that asks for it; others wait.
    private final class ServiceSlot: Sendable {
        let gate = ThreadGate()
        /// A `Box`.
        let made = Protected((any AnyObject & Sendable)?.none)

        func service<P: Sendable>(of type: P.Type) -> P? { (made.withLock { $0 } as? Box<P>)?.value }
    }

    init(_ lifetime: ServiceLifetime, in parent: ServiceScope? = nil, providers: ServiceProviders) {
        (self.lifetime, self.parent, self.providers) = (lifetime, parent, providers)
    }

    deinit {
        close()
    }

    /// Begins a scope in this one; if this one is closed, the new one is closed from the beginning.
    ///
    /// - Parameters:
    ///   - lifetime: What lives in it.
    ///   - seed: Adds the services that the scope begins with; see `provide`.
    /// - Returns: The scope. Keep it: it ends when it is released.
    public func begin(_ lifetime: ServiceLifetime, _ seed: (ServiceScope) -> Void = { _ in }) -> ServiceScope {
        let scope = ServiceScope(lifetime, in: self, providers: providers)
        seed(scope)
        let isClosed = state.withLock { state in
            if !state.isClosed { state.children[scope.number] = Child(scope: scope) }
            return state.isClosed
        }
        if isClosed { scope.close() }
        return scope
    }

    /// Adds a service that the scope begins with, such as the user whose session it is.
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
    public func provide<P: Sendable>(_ type: P.Type, _ service: P) {
        let new = Box(service)
        let old = state.withLock { state in
            state.isClosed ? nil : state.seeds.updateValue(new, forKey: ObjectIdentifier(type))
        }
        providers.noteChange()
        withExtendedLifetime(old) {}
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
        let (id, version) = (ObjectIdentifier(type), providers.version)
        let known = state.withLock { $0.version == version ? $0.found[id] : nil }
        if let known = known as? Box<P> { return known.value }
        let found = Box(try find(type, on: isolation, SourceLocation(fileID: fileID, line: line)))
        // What was found before the providers changed is released outside of the lock.
        var old: [ObjectIdentifier: any AnyObject & Sendable] = [:]
        state.withLock { state in
            if state.isClosed { return }
            if state.version != version { swap(&state.found, &old) }
            state.version = version
            state.found[id] = found
        }
        return found.value
    }

    /// The service of a protocol: the nearest seed, or that of the one provider.
    private func find<P: Sendable>(_ type: P.Type, on actor: (any Actor)?, _ location: SourceLocation) throws -> P {
        if let seed = try seeds(of: type, location).first { return seed }
        let providers = providers.list(of: type)
        guard let provider = providers.first, providers.count == 1 else {
            throw error(providers.isEmpty ? .missing : .doubled, type, location, providers)
        }
        return try service(of: provider, on: actor, location)
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
        let seeds = try seeds(of: type, location)
        return try seeds + providers.list(of: type).map { try service(of: $0, on: isolation, location) }
    }

    /// The seeds of this scope and of those around it.
    private func seeds<P: Sendable>(of type: P.Type, _ location: SourceLocation) throws -> [P] {
        // A scope that is closed has released its seeds.
        if state.withLock({ $0.isClosed }) { throw error(.closed, type, location) }
        var (seeds, next) = ([P](), Optional(self))
        while let scope = next {
            let seed = scope.state.withLock { $0.seeds[ObjectIdentifier(type)] }
            if let seed = seed as? Box<P> { seeds.append(seed.value) }
            next = scope.parent
        }
        return seeds
    }

    private func error(
        _ reason: ServiceError.Reason, _ type: any Any.Type, _ askedAt: SourceLocation,
        _ providers: [any ProvidedService] = []
    ) -> ServiceError {
        ServiceError(reason, type, askedAt, making: Self.making, of: providers)
    }

    /// The service of a provider, in this scope or the nearest one around it that has its lifetime.
    private func service<P: Sendable>(
        of provider: ServiceProvider<P>, on actor: (any Actor)?, _ location: SourceLocation
    ) throws -> P {
        var next = Optional(self)
        while let scope = next, scope.lifetime != provider.lifetime { next = scope.parent }
        guard let scope = next else { throw error(.outOfScope, P.self, location, [provider]) }
        let id = ObjectIdentifier(provider)
        let found = scope.state.withLock { state -> ServiceSlot? in
            if state.isClosed { return nil }
            if state.slots[id] == nil { state.slots[id] = ServiceSlot() }
            return state.slots[id]
        }
        guard let slot = found else { throw error(.closed, P.self, location, [provider]) }
        if let service = slot.service(of: P.self) { return service }
        if let isolation = provider.isolation, isolation !== actor {
            throw error(.isolated, P.self, location, [provider])
        }
        let service = try slot.gate.pass(on: CurrentThread.current.number) { () throws -> P in
            try slot.service(of: P.self) ?? scope.make(provider, in: slot, location)
        }
        guard let service else { throw error(.cyclic, P.self, location) }
        return service
    }

    /// Makes a service that lives in this scope.
    private func make<P: Sendable>(
        _ provider: ServiceProvider<P>, in slot: ServiceSlot, _ location: SourceLocation
    ) throws -> P {
        let subject = Trace.Subject(
            .service, of: P.self, at: location, to: provider.location, in: providers.name)
        let service = try Self.$making.withValue(Self.making + [provider]) {
            try providers.trace.record(subject) { () throws in try provider.make(self) }
        }
        let isKept = state.withLock { state in
            // A service without a closing of its own is released in its turn, too.
            if !state.isClosed { state.closings.append { provider.close?(service) } }
            return !state.isClosed
        }
        guard isKept else {
            provider.close?(service)
            throw error(.closed, P.self, location, [provider])
        }
        let made = Box(service)
        slot.made.withLock { $0 = made }
        return service
    }
}
