public import SignalboxCore

/// The moments that the driver of components announces, and the hooks on them.
///
/// A driver calls the lifecycle methods of components: a navigator, a container, a group of services. It calls them through
/// `send`, and thereby every component can be hooked without a base class, a macro or a registration of its
/// own. A hook names a type or a protocol and applies to all its components, present and future:
///
/// ```swift
/// let lifecycle = Lifecycle()
/// let tracking = lifecycle.after(.willAppear, of: (any Screen).self) { screen, animated in
///     analytics.shown(screen, animated: animated)
/// }
/// lifecycle.send(.willAppear, to: screen, true) { animated in screen.willAppear(animated) }
/// ```
///
/// A lifecycle belongs to the isolation that created it, as do its hooks: created on the main actor, its hooks touch screens
/// without annotation, and the compiler rejects sending a moment from elsewhere.
///
/// Hooks run in this order: higher priority outside; then protocols and superclasses outside the component's own type; then
/// the first registered outside. So `before` advice runs in that order and `after` advice in reverse. The hooks of a moment
/// are those registered when it is sent: one added meanwhile waits for the next, one cancelled meanwhile does not start
/// any more.
///
/// A moment that takes time is an ``AwaitedMoment``: its driver waits for asynchronous advice, in the same order.
///
/// A registration may be cancelled from any thread and ends its hook at once. The lifecycle releases what the hook captured on
/// its own isolation, when a moment next reaches the ended hook or when hooks are added.
public final class Lifecycle {
    /// A moment, the type of advice on it, and the type of a component.
    private struct Key: Hashable {
        let moment: String
        let advice, component: ObjectIdentifier
    }

    let name: String?
    let trace: Trace

    private var all: [MomentHook] = []
    /// The hooks that apply to components of a type, as one advice: made when the moment is first sent after a change.
    private var chains: [Key: any MomentAdvice] = [:]
    /// Whether a moment reached a hook that has ended.
    private var isSweepDue = false

    /// Creates a lifecycle without hooks.
    ///
    /// - Parameters:
    ///   - name: What the trace calls it.
    ///   - trace: What records moments and the hooks on them.
    public init(name: String? = nil, trace: Trace = .shared) { (self.name, self.trace) = (name, trace) }

    /// The current hooks, first registered first.
    public var hooks: [ObservationInfo] { all.compactMap { $0.live?.info } }

    /// Announces a moment: runs the body inside the hooks that apply to the component.
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
        let sent = SentMoment(name: moment.name, component: component, location: location, lifecycle: self)
        let chain: SynchronousAdvice<Payload> = chain(for: sent)
        defer { removeEnded(if: isSweepDue) }
        trace.run(sent.begin()) { chain.run(sent, payload, body) }
    }

    /// Announces a moment that has no payload: runs the body inside the hooks that apply to the component.
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
        let location = SourceLocation(fileID: fileID, line: line)
        let sent = SentMoment(name: moment.name, component: component, location: location, lifecycle: self)
        let chain: AwaitedAdvice<Payload> = chain(for: sent)
        defer { removeEnded(if: isSweepDue) }
        await trace.run(sent.begin()) { await chain.run(sent, payload, body) }
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
        for hook in all.compactMap(\.live) where hook.terms.owner?.id == ObjectIdentifier(owner) { hook.end() }
        removeEnded()
    }

    /// Adds a hook.
    func add<Component>(
        _ kind: HookKind, _ moment: String, _ type: Component.Type, by owner: AnyObject? = nil, _ priority: Int,
        _ fileID: StaticString, _ line: Int, _ advice: any MomentAdvice
    ) -> HookEntry {
        removeEnded(if: Hooks.isSweepDue(at: all.count))
        var terms = HookTerms(kind, "\(moment) of \(type)", priority, fileID, line)
        terms.owner = owner.map { WeakObject($0) }
        let entry = HookEntry(terms)
        all.append(MomentHook(entry, moment, type, advice))
        chains = [:]
        return entry
    }

    /// The entry of a hook whose advice is to run now; `nil` if the hook has ended.
    func start(_ hook: MomentHook) -> HookEntry? {
        if let entry = hook.live { return entry }
        isSweepDue = true
        return nil
    }

    private func chain<Advice: MomentAdvice>(for sent: SentMoment) -> Advice {
        let (advice, component) = (ObjectIdentifier(Advice.self), ObjectIdentifier(type(of: sent.component)))
        let key = Key(moment: sent.name, advice: advice, component: component)
        if let chain = chains[key] as? Advice { return chain }
        removeEnded(if: all.contains { $0.live == nil })
        let hooks = all.filter { $0.moment == sent.name && $0.applies(sent.component) }
        var chain = Advice()
        for hook in hooks.sorted(by: { $0.rank(for: component) < $1.rank(for: component) }).reversed() {
            if let advice = hook.advice as? Advice { chain = advice.around(chain, of: hook) }
        }
        chains[key] = chain
        return chain
    }

    /// Removes hooks that have ended; what they captured may use this lifecycle while it is released.
    private func removeEnded(if isDue: Bool = true) {
        guard isDue else { return }
        let old = (all, chains)
        (all, chains, isSweepDue) = (all.filter { $0.live != nil }, [:], false)
        withExtendedLifetime(old) {}
    }
}

@available(*, unavailable)
extension Lifecycle: Sendable {}
