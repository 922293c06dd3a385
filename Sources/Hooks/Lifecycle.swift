public import Dispatchers

/// The moments that the driver of components announces, and the hooks on them.
///
/// A driver calls the lifecycle methods of components: a navigator, a container, a group of services. It calls them through
/// `send`, and thereby every component can be hooked without a base class, a macro or a registration of its
/// own. A hook names a type or a protocol and concerns all its components, present and future:
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
/// without annotation, and the compiler rejects sending a moment from elsewhere.
///
/// Hooks run in this order: higher priority outside; then patterns outside protocols and superclasses, these outside the
/// component's own type; then the first registered outside. So `before` advice runs in that order and `after` advice in
/// reverse. The hooks of a moment are those registered when it is sent: one added meanwhile waits for the next, one
/// cancelled meanwhile does not start any more.
///
/// A moment that takes time is an ``AwaitedMoment``: its driver waits for asynchronous advice, in the same order.
///
/// A registration may be cancelled from any thread and ends its hook at once; what the hook captured is released on the
/// isolation of the lifecycle, when that is next used or released.
public final class Lifecycle {
    private struct Key: Hashable {
        let moment: String
        let payload: ObjectIdentifier
        let component: ObjectIdentifier
        let isAwaited: Bool
    }

    private let name: String?
    private let trace: Trace

    private var all: [MomentHook] = []
    private var chains: [Key: HookPlan] = [:]

    /// What calls retain; dropped when a hook ends, by any thread, so that draining it need not wait for the next moment.
    private let current = PublishedPlan()

    /// Creates a lifecycle without hooks.
    ///
    /// - Parameters:
    ///   - name: What the trace calls it.
    ///   - trace: What records moments and the hooks on them.
    public init(name: String? = nil, trace: Trace = .shared) { (self.name, self.trace) = (name, trace) }

    /// The current hooks, first registered first.
    public var hooks: [ObservationInfo] { all.filter { !$0.isOver }.compactMap { $0.entry?.info } }

    /// Announces a moment: runs the body inside the hooks that concern the component.
    ///
    /// - Parameters:
    ///   - moment: What happens to the component.
    ///   - component: The component, whose dynamic type counts.
    ///   - payload: The details of the moment, for the hooks and the body.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: What the driver does with the component, with the payload that the innermost hook passed on.
    public func send<Component, Payload>(
        _ moment: Moment<Payload>, to component: Component, _ payload: Payload,
        fileID: StaticString = #fileID, line: Int = #line, body: (Payload) -> Void
    ) {
        if all.isEmpty, !trace.isOn { return body(payload) }
        let location = SourceLocation(fileID: fileID, line: line)
        do { try announce(moment, to: component, payload, at: location, body: body) } catch { unexpected(error) }
    }

    /// Announces a moment that has no payload: runs the body inside the hooks that concern the component.
    public func send<Component>(
        _ moment: Moment<Void>, to component: Component, fileID: StaticString = #fileID, line: Int = #line,
        body: () -> Void
    ) {
        send(moment, to: component, (), fileID: fileID, line: line) { body() }
    }

    /// Announces a moment and waits until all advice has run, asynchronous advice included.
    ///
    /// Advice runs one after the other, in the order of all hooks, on the caller's actor.
    public nonisolated(nonsending) func send<Component, Payload>(
        _ moment: AwaitedMoment<Payload>, to component: Component, _ payload: Payload,
        fileID: StaticString = #fileID, line: Int = #line, body: (Payload) async -> Void
    ) async {
        let (moment, location) = (moment.moment, SourceLocation(fileID: fileID, line: line))
        let plan = removeEnded()
        let chain = chain(for: moment, of: component, at: location)
        defer {
            withExtendedLifetime(chain) {}
            removeEnded()
        }
        do {
            try await trace.run(begin(moment, component, at: location)) {
                try await plan.enclose {
                    try await chain.first.run(awaiting: component as Any, payload) { await body($0) }
                }
            }
        } catch { unexpected(error) }
    }

    /// Announces a moment that has no payload, and waits until all advice has run, asynchronous advice included.
    public nonisolated(nonsending) func send<Component>(
        _ moment: AwaitedMoment<Void>, to component: Component, fileID: StaticString = #fileID, line: Int = #line,
        body: () async -> Void
    ) async {
        await send(moment, to: component, (), fileID: fileID, line: line) { await body() }
    }

    /// Ends all hooks of an owner.
    public func cancel(by owner: AnyObject) {
        for hook in all.compactMap(\.entry) where hook.terms.owner?.id == ObjectIdentifier(owner) { hook.end() }
        removeEnded()
    }

    /// Announces a moment whose hooks and body may throw.
    func announce<Payload>(
        _ moment: Moment<Payload>, to component: Any, _ payload: Payload, at location: SourceLocation,
        body: (Payload) throws -> Void
    ) throws {
        let plan = removeEnded()
        let chain = chain(for: moment, of: component, at: location)
        defer {
            withExtendedLifetime((plan, chain)) {}
            removeEnded()
        }
        var component = component
        try trace.run(begin(moment, component, at: location)) { () throws in
            try chain.first.run(&component, payload) { _, payload in try body(payload) }
        }
    }

    /// Adds a hook.
    func add<Component, Payload>(
        _ kind: HookKind, _ moment: Moment<Payload>, _ type: Component.Type, _ priority: Int, _ fileID: StaticString,
        _ line: Int, by owner: AnyObject? = nil, _ advice: MomentAdvice<Payload>
    ) -> HookEntry {
        if isSweepDue(at: all.count) {
            current.drop()
            removeEnded()
        }
        var terms = HookTerms(kind, "\(moment.name) of \(type)", priority, fileID, line)
        terms.owner = owner.map { WeakObject($0) }
        let entry = HookEntry(terms) { [current] _ in current.drop() }
        all.append(MomentHook(entry, advice, moment, type))
        current.drop()
        return entry
    }

    /// The owner of a hook just before its advice runs.
    func upgrading<Owner: AnyObject>(_ owner: Owner) -> () -> Owner? {
        { [weak owner, current] in
            if owner == nil { current.drop() }
            return owner
        }
    }

    /// The hooks that concern components of this one's type, found once for each type unless they are recorded.
    private func chain<Payload>(
        for moment: Moment<Payload>, of component: Any, at location: SourceLocation
    ) -> HookPlan {
        let (payload, type) = (ObjectIdentifier(Payload.self), ObjectIdentifier(type(of: component)))
        let key = Key(moment: moment.name, payload: payload, component: type, isAwaited: moment.isAwaited)
        if !trace.isOn, let chain = chains[key] { return chain }
        var hooks = all.compactMap { $0.chained(for: moment, of: component) }
        for index in hooks.indices where trace.isOn {
            let terms = hooks[index].entry.terms
            let subject = Trace.Subject(.hook, of: terms.what, at: location, to: terms.location, in: name)
            hooks[index].advice = hooks[index].advice.recorded(as: subject, in: trace)
        }
        let chain = HookPlan([], hooks)
        if !trace.isOn { chains[key] = chain }
        return chain
    }

    private func begin<Payload>(
        _ moment: Moment<Payload>, _ component: Any, at location: SourceLocation
    ) -> Trace.Cause? {
        trace.begin(Trace.Subject(.moment, of: "\(moment.name) of \(type(of: component))", at: location, in: name))
    }

    /// Removes hooks that have ended, and returns what calls retain: the entries of all hooks of which chains are made.
    ///
    /// What ended hooks captured may use this lifecycle while it is released.
    @discardableResult private func removeEnded() -> HookPlan {
        if let plan = current.plan { return plan }
        let old = (all, chains)
        (all, chains) = (all.filter { !$0.isOver }, [:])
        let plan = HookPlan(retaining: all.compactMap(\.entry))
        current.plan = plan
        // One that has ended before this was published dropped what was there before.
        if plan.entries.contains(where: \.isOver) { current.drop() }
        withExtendedLifetime(old) {}
        return current.plan ?? removeEnded()
    }
}

@available(*, unavailable)
extension Lifecycle: Sendable {}
