public import Dispatchers

extension ProtocolDispatcherCenter {
    /// Provides a fake instead of all providers of a service.
    ///
    /// Services that were created before are kept. For a fake of a single scope, seed the scope:
    /// `center.begin(.session) { $0.provide((any Prices).self, FakePrices()) }`.
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - lifetime: The lifetime of the scope that returns the fake.
    ///   - service: The fake.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    public func fake<P: Sendable>(
        _ type: P.Type, for lifetime: ServiceLifetime = .application, as service: P,
        fileID: StaticString = #fileID, line: Int = #line
    ) {
        provide(type, for: lifetime, replacing: true, fileID: fileID, line: line) { _ in service }
    }
}
