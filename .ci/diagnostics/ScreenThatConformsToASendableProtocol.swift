// A screen conforms to a protocol of calls that refines `Sendable`.
// says: cannot form main actor-isolated conformance of 'Screen' to SendableMetatype-inheriting protocol 'Greeter'
// instead: let protocols of calls refine nothing; only services and observed messages need `Sendable`.
import Dispatchers

protocol Greeter: Sendable { func greet() }
@MainActor final class Screen: @MainActor Greeter {
    func greet() {}
    func start(_ center: ProtocolDispatcherCenter) { center.register((any Greeter).self, by: self) { $0 } }
}
