import Synchronization

/// Advice on a moment, with the component's type inside.
final class MomentHook<Payload> {
    typealias Advice = (_ component: Any, _ payload: Payload, _ proceed: (Payload) -> Void) -> Void

    let advice: Advice

    private let place: MomentPlace
    private let component: Any.Type
    private let isComponent: (Any) -> Bool
    private let isOwnerAlive: (() -> Bool)?

    init<Component>(
        _ place: MomentPlace, of type: Component.Type, isOwnerAlive: (() -> Bool)?,
        advice: @escaping (Component, Payload, (Payload) -> Void) -> Void
    ) {
        self.place = place
        self.isOwnerAlive = isOwnerAlive
        self.advice = { component, payload, proceed in
            guard let component = component as? Component else { return proceed(payload) }
            advice(component, payload, proceed)
        }
        component = type
        isComponent = { $0 is Component }
    }

    /// Whether it was ended, so that it must not start.
    var isEnded: Bool { place.isEnded }

    /// Whether it concerns this component.
    ///
    /// A value is asked, since its type alone does not tell about protocols.
    func concerns(_ candidate: Any) -> Bool { isComponent(candidate) }

    /// Whether it was registered for exactly this type, rather than for a protocol or a superclass.
    func isExact(for type: Any.Type) -> Bool { component == type }
}

extension MomentHook: Perishable {
    var isOver: Bool { isEnded || isOwnerAlive.map { !$0() } ?? false }
}

/// The place of a hook in a lifecycle: what a registration may reach from anywhere.
///
/// Ending is one flag, so that it needs no access to the lifecycle, which belongs to its isolation.
final class MomentPlace: Sendable {
    let hook: Hook

    private let isActive = Atomic(true)

    init(_ hook: Hook) {
        self.hook = hook
    }

    /// Whether it was ended.
    var isEnded: Bool { !isActive.load(ordering: .acquiring) }

    /// Lets no further call start.
    func end() {
        isActive.store(false, ordering: .releasing)
    }
}

/// Something that may be over without having been told so, because its owner is gone.
protocol Perishable: AnyObject {
    /// Whether it will never start again.
    var isOver: Bool { get }
}
