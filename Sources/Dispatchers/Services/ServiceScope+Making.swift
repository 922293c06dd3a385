import SignalboxCore

/// The services of providers, each of which is made once in the scope of its lifetime.
extension ServiceScope {
    /// Returns the providers of a type in the nearest scope that has some, or in all.
    func providers(
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
    func service(
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
