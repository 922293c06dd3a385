// An owner is registered for a protocol that it does not conform to.
// says: the owner does not conform to the protocol
// instead: declare the conformance, on the owner's actor: `final class Screen: @MainActor Greeter`.
import Dispatchers

protocol Greeter { func greet() }
@MainActor final class Screen {
    func start(_ center: ProtocolDispatcherCenter) { center.register((any Greeter).self, by: self) { $0 } }
}
