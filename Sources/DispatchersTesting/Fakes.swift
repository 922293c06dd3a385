public import Dispatchers

extension ProtocolDispatcherCenter {
    /// Provides a fake instead of all providers of a service.
    ///
    /// Services that were made before are kept. For a fake that one scope has alone, seed the scope:
    /// `center.begin(.session) { $0.provide((any Prices).self, FakePrices()) }`.
    ///
    /// - Parameters:
    ///   - type: The protocol, as `(any P).self`.
    ///   - lifetime: In which scope the service is looked for.
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
