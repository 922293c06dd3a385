/// What a scope begins with: services that are there already, as the one that says whose session it is.
///
/// Who asks in the scope, or in one within it, gets the seed, and not what the center provides; so do the makers of the
/// services that live there. Those that live longer do not see it. The scope keeps it until it is closed, and closes nothing.
///
/// ```swift
/// let session = center.begin(.session) { $0.provide((any CurrentUser).self, user) }
/// let name = try session.service((any CurrentUser).self).name
/// ```
public struct ServiceSeeds: Sendable {
    private(set) var services: [ObjectIdentifier: any Sendable] = [:]

    init() {}

    /// Lets the scope begin with a service; of two for one protocol the later one counts.
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`; it refines `Sendable`.
    ///   - service: The service.
    public mutating func provide<P: Sendable>(_ type: P.Type, _ service: P) {
        services[ObjectIdentifier(type)] = service
    }
}
