import Synchronization

extension ProtocolDispatcherCenter {
    /// Registers a closure that makes a service.
    ///
    /// A service is made when it is first looked up, once in each scope of its lifetime.
    ///
    /// ```swift
    /// center.provide((any Cart).self, for: .session) { scope in
    ///     StoredCart(prices: try scope.service((any Prices).self))
    /// } closing: { cart in
    ///     cart.save()
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`; it refines `Sendable`.
    ///   - lifetime: In which scope it lives.
    ///   - priority: Of several providers, those with a higher priority come first.
    ///   - isReplacing: Whether this replaces all providers of the protocol, as a fake does in a test. Their
    ///     services live until their scopes are closed, and are not returned any more.
    ///   - fileID: Where it is provided; leave it to the compiler.
    ///   - line: Where it is provided; leave it to the compiler.
    ///   - make: Makes the service, and looks up what it needs in the scope. Unlike a handler, it belongs to no actor, wherever you
    ///     write it, because services are looked up on any actor. If it needs an actor, name it: `{ @MainActor scope in … }`. Then it
    ///     runs only there, and looking the service up elsewhere before it is made is an error.
    ///   - close: Called when the scope is closed, where that happens.
    public func provide<P: Sendable>(
        _ type: P.Type,
        for lifetime: ServiceLifetime = .application,
        priority: Int = 0,
        replacing isReplacing: Bool = false,
        fileID: StaticString = #fileID, line: Int = #line,
        _ make: @escaping @isolated(any) @Sendable (ServiceScope) throws -> P,
        closing close: (@Sendable (P) -> Void)? = nil
    ) {
        let provider = ServiceProvider<P>(
            location: SourceLocation(fileID: fileID, line: line), lifetime: lifetime, priority: priority,
            isolation: make.isolation, make: unchecked(make), close: close)
        application.providers.add(provider, replacing: isReplacing)
    }

    /// Removes the providers of a protocol.
    ///
    /// Their services live until their scopes are closed.
    public func withdraw<P: Sendable>(_ type: P.Type) {
        application.providers.add(ServiceProvider<P>?.none, replacing: true)
    }

    /// Begins a scope; it is closed with the center at the latest.
    ///
    /// - Parameters:
    ///   - lifetime: What lives in it.
    ///   - seed: Adds the services that the scope begins with; see `ServiceScope.provide`.
    /// - Returns: The scope. Keep it: it ends when it is released.
    public func begin(_ lifetime: ServiceLifetime, _ seed: (ServiceScope) -> Void = { _ in }) -> ServiceScope {
        application.begin(lifetime, seed)
    }

    /// The service of a protocol that lives as long as the center; see `ServiceScope.service`.
    public func service<P: Sendable>(
        _ type: P.Type,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line
    ) throws -> P {
        try application.service(type, isolation: isolation, fileID: fileID, line: line)
    }

    /// The services of all providers of a protocol; see `ServiceScope.services`.
    public func services<P: Sendable>(
        _ type: P.Type,
        isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: Int = #line
    ) throws -> [P] {
        try application.services(type, isolation: isolation, fileID: fileID, line: line)
    }
}

/// How long a service lives: as long as the scope of this name in which it was made.
public struct ServiceLifetime: Sendable, Hashable, CustomStringConvertible {
    /// The name.
    public let description: String

    /// As long as the center.
    public static let application = Self("application")

    /// From signing in to signing out.
    public static let session = Self("session")

    /// As long as one screen.
    public static let screen = Self("screen")

    /// Creates a lifetime; those of one name are equal.
    public init(_ name: String) { description = name }
}

/// Why there is no service.
public struct ServiceError: Error, Hashable, CustomStringConvertible {
    /// The kind of problem, with a sentence.
    public enum Reason: String, Sendable {
        /// It has no provider.
        case missing = "nothing provides it"

        /// It has several providers, and one service was looked up.
        case doubled = "it is provided more than once"

        /// Making it needs the service itself.
        case cyclic = "making it needs it itself"

        /// It lives in a scope of a name that neither this one nor those around it have; or what needs it lives longer.
        case outOfScope = "no scope of its lifetime is open here"

        /// The scope that it lives in is closed.
        case closed = "its scope is closed"

        /// It is made on another actor than it was looked up on.
        case isolated = "it is made on another actor; ask for it there first"
    }

    /// The kind of problem.
    public let reason: Reason

    /// Where the service was looked up.
    public let askedAt: SourceLocation

    /// Where the services are provided that were being made, each of which needed the next, and the last one this one; of a
    /// service that is provided more than once, where that is.
    public let providedAt: [SourceLocation]

    /// One line for developers: the problem, the providers, and which service needed which.
    public let description: String

    init(
        _ reason: Reason, _ type: any Any.Type, _ askedAt: SourceLocation, making path: [any ProvidedService],
        of providers: [any ProvidedService]
    ) {
        var text = "no \(type) for \(askedAt): \(reason.rawValue)"
        if reason == .outOfScope, !path.isEmpty { text += "; a longer-lived service must not need a shorter-lived one" }
        if !providers.isEmpty { text += "; provided: " + providers.map(\.name).joined(separator: ", ") }
        if !path.isEmpty { text += "; needed: " + (path.map(\.name) + ["\(type)"]).joined(separator: " → ") }
        (self.reason, self.askedAt, description) = (reason, askedAt, text)
        providedAt = (reason == .doubled ? providers : path).map(\.location)
    }
}

/// How a service is made and closed, and in which scopes it lives.
final class ServiceProvider<P: Sendable>: ProvidedService {
    let location: SourceLocation
    let lifetime: ServiceLifetime
    let priority: Int
    let isolation: (any Actor)?
    let make: @Sendable (ServiceScope) throws -> P
    let close: (@Sendable (P) -> Void)?

    var name: String { "\(P.self) (\(lifetime), provided at \(location))" }

    init(
        location: SourceLocation, lifetime: ServiceLifetime, priority: Int, isolation: (any Actor)?,
        make: @escaping @Sendable (ServiceScope) throws -> P, close: (@Sendable (P) -> Void)?
    ) {
        (self.location, self.lifetime, self.priority) = (location, lifetime, priority)
        (self.isolation, self.make, self.close) = (isolation, make, close)
    }
}

/// A provider of any type, as an error names it.
protocol ProvidedService: Sendable {
    var name: String { get }
    var location: SourceLocation { get }
}

/// The providers of all protocols in one center.
final class ServiceProviders: Sendable {
    /// What records that services are made, and what it calls their center.
    let trace: Trace
    let name: String?

    /// Keys are of the type `P`; values are `Box<[ServiceProvider<P>]>`, by priority and then in the order of registration.
    private let lists = Protected([ObjectIdentifier: any AnyObject & Sendable]())
    private let changes = Atomic(0)

    /// How often they, or what scopes begin with, have changed.
    var version: Int { changes.load(ordering: .sequentiallyConsistent) }

    init(trace: Trace, name: String?) { (self.trace, self.name) = (trace, name) }

    func list<P: Sendable>(of type: P.Type) -> [ServiceProvider<P>] {
        let list = lists.withLock { $0[ObjectIdentifier(type)] }
        return (list as? Box<[ServiceProvider<P>]>)?.value ?? []
    }

    /// Adds a provider, or removes all if there is none; one that replaces removes the others at the same moment.
    func add<P: Sendable>(_ provider: ServiceProvider<P>?, replacing isReplacing: Bool) {
        let old = lists.withLock { lists in
            let old = lists[ObjectIdentifier(P.self)]
            var providers = isReplacing ? [] : (old as? Box<[ServiceProvider<P>]>)?.value ?? []
            if let provider {
                let index = providers.firstIndex { $0.priority < provider.priority } ?? providers.endIndex
                providers.insert(provider, at: index)
            }
            lists[ObjectIdentifier(P.self)] = Box(providers)
            return old
        }
        noteChange()
        withExtendedLifetime(old) {}
    }

    /// Ends what scopes remember of earlier lookups.
    func noteChange() { changes.wrappingAdd(1, ordering: .sequentiallyConsistent) }
}

/// A value as an object, whose type is tested without looking for conformances.
final class Box<Value: Sendable>: Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
