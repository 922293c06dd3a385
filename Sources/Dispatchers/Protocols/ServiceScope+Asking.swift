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
        let providers = providers.providers(of: type)
        guard let provider = providers.first else { throw ServiceError(.missing, type, location, []) }
        guard providers.count == 1 else {
            throw ServiceError(.doubled, type, location, providers.map(\.location))
        }
        return try service(within: provider, on: isolation, location)
    }

    /// The services of all who provide a protocol, in the order of their priorities, and then of the providing.
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
        var services: [P] = []
        for provider in providers.providers(of: type) {
            services.append(try service(within: provider, on: isolation, location))
        }
        return services
    }

    private func service<P: Sendable>(
        within provider: ServiceProvider<P>, on actor: (any Actor)?, _ location: SourceLocation
    ) throws -> P {
        var scope: ServiceScope? = self
        while let candidate = scope, candidate.lifetime != provider.lifetime { scope = candidate.parent }
        guard let scope else { throw ServiceError(.outOfScope, P.self, location, [provider.location]) }
        return try scope.service(of: provider, on: actor, askedAt: location)
    }
}
