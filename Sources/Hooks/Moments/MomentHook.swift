import SignalboxCore

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
