import SignalboxCore
import Synchronization

/// A hook of a lifecycle.
struct MomentHook {
    let entry: HookEntry

    /// The name of the moment, and its type.
    private let moment: MomentKey

    /// A `HookAdvice` for the payload of the moment.
    let advice: Any

    /// The type of components, or a protocol.
    private let type: ObjectIdentifier

    private let isComponent: (Any) -> Bool

    init<Component>(_ entry: HookEntry, _ moment: MomentKey, _ type: Component.Type, _ advice: Any) {
        self.entry = entry
        self.moment = moment
        self.advice = advice
        self.type = ObjectIdentifier(type)
        isComponent = { $0 is Component }
    }

    /// Returns a Boolean value that indicates whether the hook applies to a moment of a component.
    func applies(to moment: MomentKey, of component: Any) -> Bool { self.moment == moment && isComponent(component) }

    /// Returns the level among the hooks of components of a type.
    func level(for component: ObjectIdentifier) -> PointcutLevel { type == component ? .type : .protocol }
}

/// The name and the type of a moment.
struct MomentKey: Hashable {
    let name: String
    let type: ObjectIdentifier

    init<Payload>(_ moment: Moment<Payload>) {
        name = moment.name
        type = ObjectIdentifier(Moment<Payload>.self)
    }

    init<Payload>(_ moment: AwaitedMoment<Payload>) {
        name = moment.name
        type = ObjectIdentifier(AwaitedMoment<Payload>.self)
    }
}

/// A flag that hooks set when they end, on any thread.
final class EndedHooks: Sendable {
    private let isSet = Atomic(false)

    func set() { isSet.store(true, ordering: .releasing) }

    /// Returns whether the flag was set, and clears it.
    func take() -> Bool { isSet.load(ordering: .relaxed) && isSet.exchange(false, ordering: .acquiring) }
}
