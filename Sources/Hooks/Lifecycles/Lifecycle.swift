import Dispatchers

/// Where the driver of components announces their moments, and others hook them.
///
/// A driver is what calls a component's lifecycle methods: a navigator, a container, a group of services. It calls
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
/// without annotation, and the compiler rejects sending a moment from elsewhere. It never leaves its thread, so it has
/// no lock.
///
/// Hooks run in this order: higher priority outside; then patterns outside protocols and superclasses, these
/// outside the component's own type; then the first registered outside. So what comes `before` runs in that order and what
/// comes `after` in reverse. The hooks of a moment are those registered when it is sent: one added meanwhile waits for
/// the next, one cancelled meanwhile does not start any more.
///
/// A registration may be cancelled from anywhere and ends its hook there and then; what the hook captured is released on
/// the lifecycle's own isolation, when that is next used or released.
public final class Lifecycle {
    private struct PlanKey: Hashable {
        let topic: MomentTopic
        let type: ObjectIdentifier
    }

    private var registry = Registry<MomentTopic, MomentPlace>()
    private var advice: [ObjectIdentifier: MomentHook] = [:]
    private var plans: [PlanKey: [MomentHook]] = [:]
    private let ended = EndedMoments()

    /// Creates a lifecycle without hooks.
    public init() {}

    /// The current hooks, first registered first.
    public var hooks: [Hook] {
        registry.all.map(\.element).filter { advice[ObjectIdentifier($0)]?.isOver == false }.map(\.hook)
    }

    /// Announces a moment: runs the body inside the hooks that concern the component.
    ///
    /// - Parameters:
    ///   - moment: What happens to the component.
    ///   - component: The component that it happens to. Its dynamic type counts.
    ///   - payload: The details of the moment, for the hooks and the body.
    ///   - body: What the driver does with the component, with the payload that the innermost hook passed on.
    public func send<Component, Payload>(
        _ moment: Moment<Payload>, to component: Component, _ payload: Payload, body: (Payload) -> Void
    ) {
        guard hasHooks else { return body(payload) }
        // Nothing throws here: advice that may is on steps alone, and these are announced by `Life`.
        try? announce(moment, to: component, payload, body: body)
    }

    /// Announces a moment that has no payload: runs the body inside the hooks that concern the component.
    public func send<Component>(_ moment: Moment<Void>, to component: Component, body: () -> Void) {
        send(moment, to: component, ()) { body() }
    }

    /// Ends all hooks that an owner named itself for.
    public func cancel(by owner: AnyObject) {
        release(registry.removeAll(ownedBy: ObjectIdentifier(owner)))
    }

    /// Announces a moment whose hooks and body may throw.
    func announce<Payload>(
        _ moment: Moment<Payload>, to component: Any, _ payload: Payload, body: (Payload) throws -> Void
    ) throws {
        clear()
        guard hasHooks else { return try body(payload) }
        let plan = plan(for: moment, of: component)
        if plan.contains(where: \.isOver) { sweep() }
        try Self.run(plan[...], component, moment.name, payload) { payload in
            if let payload = payload as? Payload { try body(payload) }
        }
    }

    /// Adds a hook; without a topic of its own it concerns the moments that fit its pattern.
    func insert(_ hook: MomentHook, on topic: MomentTopic, owner: AnyObject? = nil) -> @Sendable () -> Void {
        clear()
        if registry.isSweepDue { sweep() }
        let place = hook.place
        advice[ObjectIdentifier(place)] = hook
        forgetPlans()
        let key = registry.insert(
            place, on: topic, priority: place.hook.priority, owner: owner.map { ObjectIdentifier($0) })
        return { [ended] in
            place.end()
            ended.append(key)
        }
    }

    private var hasHooks: Bool { registry.count > 0 }

    /// The hooks that concern components of this one's type, outermost first; found once for each type.
    private func plan<Payload>(for moment: Moment<Payload>, of component: Any) -> [MomentHook] {
        let topic = MomentTopic(moment)
        let key = PlanKey(topic: topic, type: ObjectIdentifier(type(of: component)))
        if let known = plans[key] { return known }
        var levels: [[MomentHook]] = [[], [], []]
        for place in registry[[topic, .all]].map(\.element) {
            guard let hook = advice[ObjectIdentifier(place)], hook.concerns(component, at: moment.name) else {
                continue
            }
            levels[hook.level(for: component)].append(hook)
        }
        let plan = levels.reduce([]) { $0.merged(with: $1) }
        plans[key] = plan
        return plan
    }

    private static func run(
        _ hooks: ArraySlice<MomentHook>, _ component: Any, _ name: String, _ payload: Any, _ body: MomentHook.Proceed
    ) throws {
        guard let next = hooks.firstIndex(where: { $0.place.begin() }) else { return try body(payload) }
        defer { hooks[next].place.finish() }
        try hooks[next].advice(component, name, payload) { payload in
            try run(hooks[(next + 1)...], component, name, payload, body)
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

extension [MomentHook] {
    /// With hooks of a level further inside, which come behind all of their priority; both are in order.
    fileprivate func merged(with inner: [MomentHook]) -> [MomentHook] {
        var merged: [MomentHook] = []
        var outer = self[...]
        for hook in inner {
            let before = outer.prefix { $0.place.hook.priority >= hook.place.hook.priority }
            merged += before + [hook]
            outer = outer.dropFirst(before.count)
        }
        return merged + outer
    }
}

@available(*, unavailable)
extension Lifecycle: Sendable {}
