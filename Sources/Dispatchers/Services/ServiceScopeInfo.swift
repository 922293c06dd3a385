public import SignalboxCore

/// A snapshot of a scope of services, and of the scopes inside it.
///
/// This snapshot retains no services.
public struct ServiceScopeInfo: Sendable {
    /// The closure that makes a service, or a service that a scope begins with.
    public struct Provider: Sendable {
        /// The name of the protocol.
        public let what: String

        /// The lifetime of the service.
        public let lifetime: ServiceLifetime

        /// The priority among the providers of the protocol.
        public let priority: Int

        /// The name of the type of the actor on which the service is made; `nil` if it is made anywhere.
        public let isolation: String?

        /// The source location of the call of `provide`.
        public let location: SourceLocation
    }

    /// The number of the scope in the process.
    ///
    /// Scopes that began later have higher ones.
    public let number: Int

    /// The lifetime of the services that are made in it.
    public let lifetime: ServiceLifetime

    /// The closures that make services, or the services that it began with.
    ///
    /// The services are in the order of the names of the protocols, and then in that of lookups.
    public let providers: [Provider]

    /// The providers of the services that were made in it, first made first.
    public let made: [Provider]

    /// The open scopes inside it, first begun first.
    public let children: [ServiceScopeInfo]
}

extension ProtocolDispatcherCenter {
    /// A snapshot of the providers, the services and the scopes of the center.
    public var services: ServiceScopeInfo { application.info }
}

extension ServiceScope {
    /// A snapshot of this scope, and of those inside it.
    public var info: ServiceScopeInfo {
        let (providers, made, children) = state.withLock { ($0.providers, $0.made, $0.children) }
        let sorted = providers.values.filter { !$0.isEmpty }.sorted { "\($0[0].type)" < "\($1[0].type)" }
        let inner = children.sorted { $0.key < $1.key }.compactMap { $0.value.object as? ServiceScope }
        return ServiceScopeInfo(
            number: number, lifetime: lifetime, providers: sorted.joined().map(\.info), made: made.map(\.provider.info),
            children: inner.map(\.info))
    }
}

extension ServiceProvider {
    /// The provider as it is listed.
    var info: ServiceScopeInfo.Provider {
        ServiceScopeInfo.Provider(
            what: "\(type)", lifetime: lifetime, priority: priority,
            isolation: isolation.map { "\(Swift.type(of: $0))" }, location: location)
    }
}
