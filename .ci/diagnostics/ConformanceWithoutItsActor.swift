// A screen conforms to a protocol that belongs to no actor, without naming the actor of the conformance.
// says: isolate this conformance to the main actor with '@MainActor'
// instead: write `final class Screen: @MainActor Greeter`.
import Dispatchers

protocol Greeter { func greet() }
@MainActor final class Screen: Greeter {
    func greet() {}
    func start(_ center: ProtocolDispatcherCenter) { center.register((any Greeter).self, by: self) { $0 } }
}
