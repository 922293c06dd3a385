/// Where the driver of components announces their moments, and others hook them.
///
/// A driver is whoever calls a component's lifecycle methods: a navigator, a container, a group of services. It calls
/// them through ``send(_:to:_:body:)``, and thereby every component can be hooked without a base class, a macro or a
/// registration of its own. A hook names a type or a protocol and concerns all its components, present and future:
///
/// ```swift
/// let lifecycle = Lifecycle()
/// let tracking = lifecycle.after(.willAppear, of: (any Screen).self) { screen, animated in
///     analytics.shown(screen, animated: animated)
/// }
/// lifecycle.send(.willAppear, to: screen, true) { animated in screen.willAppear(animated) }
/// ```
///
/// A lifecycle belongs to the isolation that made it, as do its hooks: made on the main actor, its hooks touch screens
/// without annotation, and the compiler lets nobody send a moment from elsewhere. It never leaves its thread, so it has
/// no lock.
///
/// Hooks run in the order of an onion: higher priority outside, then protocols and superclasses outside the component's
/// own type, then the first registered outside. So what comes `before` runs in that order and what comes `after` in
/// reverse. A moment takes part with the hooks that stand when it is sent: one added meanwhile waits for the next, one
/// cancelled meanwhile does not start any more.
///
/// A registration may be cancelled from anywhere and ends its hook there and then; what the hook captured is released on
/// the lifecycle's own isolation, when that is next used or released.
public final class Lifecycle {
    private struct PlanKey: Hashable {
        let topic: MomentTopic
        let type: ObjectIdentifier
    }

    private var registry = Registry<MomentTopic, MomentPlace>()
    private var advice: [ObjectIdentifier: any Perishable] = [:]
    private var plans: [PlanKey: AnyObject] = [:]
    private let ended = EndedMoments()

    /// Creates a lifecycle without hooks.
    public init() {}

    /// The hooks that stand now, first registered first.
    public var hooks: [Hook] {
        registry.all.map(\.element).filter { advice[ObjectIdentifier($0)]?.isOver == false }.map(\.hook)
    }

    /// Announces a moment: runs the body inside the hooks that concern the component.
    ///
    /// - Parameters:
    ///   - moment: What happens to the component.
    ///   - component: Whom it happens to. Its own type counts, not the one it is known by here.
    ///   - payload: What is told about it.
    ///   - body: What the driver does with the component, with the payload that the innermost hook passed on.
    public func send<Component, Payload>(
        _ moment: Moment<Payload>, to component: Component, _ payload: Payload, body: (Payload) -> Void
    ) {
        clear()
        guard registry.count > 0 else { return body(payload) }
        let plan = plan(for: moment, of: component)
        if plan.hooks.contains(where: \.isOver) { sweep() }
        Self.run(plan.hooks[...], component, payload, body)
    }

    /// Announces a moment that has no payload: runs the body inside the hooks that concern the component.
    public func send<Component>(_ moment: Moment<Void>, to component: Component, body: () -> Void) {
        send(moment, to: component, ()) { body() }
    }

    /// Ends all hooks that an owner named itself for.
    public func cancel(by owner: AnyObject) {
        release(registry.removeAll(ownedBy: ObjectIdentifier(owner)))
    }

    func add<Component, Payload>(
        _ kind: Hook.Kind, _ moment: Moment<Payload>, of type: Component.Type, priority: Int,
        at location: SourceLocation, _ advice: @escaping (Component, Payload, (Payload) -> Void) -> Void
    ) -> Registration {
        let hook = Hook(kind: kind, subject: "\(moment) of \(type)", priority: priority, location: location)
        let place = MomentPlace(hook)
        let key = insert(MomentHook(place, of: type, isOwnerAlive: nil, advice: advice), at: place, on: moment)
        return Registration(at: location) { [ended] in
            place.end()
            ended.append(key)
        }
    }

    func add<Component, Payload, Owner: AnyObject>(
        _ kind: Hook.Kind, _ moment: Moment<Payload>, of type: Component.Type, by owner: Owner, priority: Int,
        at location: SourceLocation, _ advice: @escaping (Owner, Component, Payload, (Payload) -> Void) -> Void
    ) {
        let hook = Hook(kind: kind, subject: "\(moment) of \(type)", priority: priority, location: location)
        let place = MomentPlace(hook)
        let isOwnerAlive = { [weak owner] in owner != nil }
        let layer = MomentHook<Payload>(place, of: type, isOwnerAlive: isOwnerAlive) {
            [weak owner] component, payload, proceed in
            guard let owner else { return proceed(payload) }
            advice(owner, component, payload, proceed)
        }
        _ = insert(layer, at: place, on: moment, owner: ObjectIdentifier(owner))
    }

    private func insert<Payload>(
        _ layer: MomentHook<Payload>, at place: MomentPlace, on moment: Moment<Payload>, owner: ObjectIdentifier? = nil
    ) -> EndedMoments.Key {
        clear()
        if registry.isSweepDue { sweep() }
        advice[ObjectIdentifier(place)] = layer
        forgetPlans()
        return registry.insert(place, on: MomentTopic(moment), priority: place.hook.priority, owner: owner)
    }

    /// The hooks that concern components of this one's type, outermost first; found once for each type.
    private func plan<Payload>(for moment: Moment<Payload>, of component: Any) -> MomentPlan<Payload> {
        let topic = MomentTopic(moment)
        let type = Swift.type(of: component)
        let key = PlanKey(topic: topic, type: ObjectIdentifier(type))
        if let known = plans[key] as? MomentPlan<Payload> { return known }
        let plan = MomentPlan<Payload>(
            registry[topic].map { ($0.key.priority, advice[ObjectIdentifier($0.element)]) }, for: component, of: type
        )
        plans[key] = plan
        return plan
    }

    private static func run<Payload>(
        _ hooks: ArraySlice<MomentHook<Payload>>, _ component: Any, _ payload: Payload, _ body: (Payload) -> Void
    ) {
        guard let next = hooks.firstIndex(where: { !$0.isEnded }) else { return body(payload) }
        hooks[next].advice(component, payload) { payload in
            run(hooks[(next + 1)...], component, payload, body)
        }
    }

    private func clear() {
        let keys = ended.takeAll()
        if !keys.isEmpty { release(registry.removeAll(keys)) }
    }

    private func sweep() {
        let over = registry.all.filter { advice[ObjectIdentifier($0.element)]?.isOver ?? true }
        registry.didSweep()
        release(registry.removeAll(over.map(\.key)))
    }

    /// Lets go of advice.
    ///
    /// What it captured may use this lifecycle while it dies, hence outside of every access to it.
    private func release(_ places: [MomentPlace]) {
        for place in places { place.end() }
        let released = places.map { advice.removeValue(forKey: ObjectIdentifier($0)) }
        forgetPlans()
        withExtendedLifetime(released) {}
    }

    private func forgetPlans() {
        let forgotten = plans
        plans = [:]
        withExtendedLifetime(forgotten) {}
    }
}

@available(*, unavailable)
extension Lifecycle: Sendable {}
