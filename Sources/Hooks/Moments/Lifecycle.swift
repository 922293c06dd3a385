public import SignalboxCore
import Synchronization

// The files of this folder:
//
// - `Lifecycle`: how a moment is sent, and which hooks it meets.
// - `Moment`: what names a moment.
// - `Lifecycle+Advice`: how a moment is hooked.
// - `MomentHook`: how advice of any type of component is kept and run.

/// Sends lifecycle events of components, and runs the hooks on them.
///
/// The sender is the code that calls the lifecycle methods of components: a navigator, a container, a group of services. It calls them
/// through `send`, so every component can be hooked without a base class, a macro or a registration. A hook names a type or a
/// protocol and applies to all its components, present and future:
///
/// ```swift
/// let lifecycle = Lifecycle()
/// let tracking = lifecycle.after(.willAppear, of: (any Screen).self) { screen, animated in
///     analytics.shown(screen, animated: animated)
/// }
/// lifecycle.send(.willAppear, to: screen, true) { animated in screen.willAppear(animated) }
/// ```
///
/// A lifecycle is not `Sendable`. It belongs to the isolation that created it, as do its hooks: created on the main actor, its hooks
/// use screens without annotation, and the compiler rejects sending a moment on another actor. Keep it beside a `Sendable` struct of
/// services, not in it.
///
/// Hooks run in this order: higher priority outside; then protocols and superclasses outside the component's own type; then
/// the first registered outside. So `before` advice runs in that order and `after` advice in reverse. The hooks of a moment
/// are those registered when it is sent: one added meanwhile runs at the next, one cancelled meanwhile does not start.
///
/// Sending an ``AwaitedMoment`` awaits asynchronous advice, in the same order.
///
/// A registration may be cancelled from any thread and ends its hook at once. The lifecycle releases what the hook captured on
/// its own isolation, with the next moment or when hooks are added.
public final class Lifecycle {
    /// A moment, and the type of a component.
    private struct Key: Hashable {
        let moment: MomentKey
        let component: ObjectIdentifier
    }

    let name: String?
    let trace: Trace

    /// A flag that is set when a hook ends, or when its owner is found released.
    let ended = EndedHooks()

    private var all: [MomentHook] = []

    /// The hooks that apply to components of a type.
    ///
    /// A plan is made when the moment is first sent after a change.
    private var plans: [Key: HookPlan] = [:]

    /// Creates a lifecycle without hooks.
    ///
    /// - Parameters:
    ///   - name: The name in the trace.
    ///   - trace: The record of moments and of the hooks on them.
    public init(name: String? = nil, trace: Trace = .shared) {
        self.name = name
        self.trace = trace
    }

    /// The current hooks, first registered first.
    public var hooks: [ObservationInfo] { all.map(\.entry).filter { !$0.isOver }.map(\.info) }

    /// Sends a moment: runs the body inside the hooks that apply to the component.
    ///
    /// - Parameters:
    ///   - moment: The event of the component.
    ///   - component: The component, whose dynamic type counts.
    ///   - payload: The details of the moment, for the hooks and the body.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: The work of the sender on the component, with the payload that the innermost hook passed on.
    public func send<Component, Payload>(
        _ moment: Moment<Payload>, to component: Component, _ payload: Payload,
        fileID: StaticString = #fileID, line: Int = #line, body: (Payload) -> Void
    ) {
        if all.isEmpty, !trace.isOn { return body(payload) }
        let location = SourceLocation(fileID: fileID, line: line)
        var sent = SentMoment(name: moment.name, component: component, location: location, lifecycle: self)
        let plan = plan(for: MomentKey(moment), of: component, with: Payload.self)
        ended.activity.note()
        defer { removeEnded(if: ended.take()) }
        trace.run(sent.begin()) {
            quiet({ payload in try plan.run(&sent, payload) { _, payload in body(payload) } }, payload)
        }
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
        let plan = plan(for: MomentKey(moment), of: component, with: Payload.self)
        ended.activity.note()
        defer { removeEnded(if: ended.take()) }
        await trace.run(sent.begin()) {
            do {
                try await plan.run(awaiting: sent, payload) { payload in await body(payload) }
            } catch {
                unexpected(error)
            }
        }
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
        for entry in all.map(\.entry) where entry.terms.owner?.id == ObjectIdentifier(owner) { entry.end() }
        removeEnded()
    }

    /// Adds a hook.
    func add(_ hook: MomentHook) -> HookEntry {
        // Powers of two, so that it takes work in proportion to the hooks that are added.
        removeEnded(if: all.count & (all.count - 1) == 0)
        all.append(hook)
        plans = [:]
        return hook.entry
    }

    /// Returns the hooks that apply to a moment of a component.
    private func plan<Payload>(for moment: MomentKey, of component: Any, with payload: Payload.Type) -> HookPlan {
        let type = ObjectIdentifier(Swift.type(of: component))
        let key = Key(moment: moment, component: type)
        if let plan = plans[key] { return plan }
        removeEnded(if: all.contains { $0.entry.isOver })
        let steps = all.filter { $0.applies(to: moment, of: component) }.compactMap { hook in
            (hook.advice as? HookAdvice<SentMoment, Payload, Void>).map { advice in
                HookStep(hook.entry, advice, at: hook.level(for: type))
            }
        }
        let plan = HookPlan(
            steps.sorted { $0.rank < $1.rank }, needsOutcome: steps.contains { $0.advice.needsOutcome })
        plans[key] = plan
        return plan
    }

    /// Removes hooks that are over; what they captured may use this lifecycle while it is released.
    private func removeEnded(if isDue: Bool = true) {
        guard isDue else { return }
        let oldHooks = all
        let oldPlans = plans
        all = oldHooks.filter { !$0.entry.isOver }
        plans = [:]
        withExtendedLifetime((oldHooks, oldPlans)) {}
    }
}

@available(*, unavailable)
extension Lifecycle: Sendable {}

/// Moments whose body returns a result.
extension Lifecycle {
    /// Announces a moment, and returns the result of the body.
    ///
    /// ```swift
    /// let page = lifecycle.send(.willShow, to: screen, true) { animated in screen.makePage(animated) }
    /// ```
    ///
    /// - Parameters:
    ///   - moment: The event of the component.
    ///   - component: The component, whose dynamic type counts.
    ///   - payload: The details of the moment, for the hooks and the body.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    ///   - body: The work of the sender on the component, with the payload that the innermost hook passed on.
    /// - Returns: The result of the body, the last one if a hook proceeded more than once; `nil` if a hook did not proceed.
    @discardableResult
    public func send<Component, Payload, Output>(
        _ moment: Moment<Payload>, to component: Component, _ payload: Payload,
        fileID: StaticString = #fileID, line: Int = #line, body: (Payload) -> Output
    ) -> Output? {
        var output: Output?
        send(moment, to: component, payload, fileID: fileID, line: line) { payload -> Void in output = body(payload) }
        return output
    }

    /// Announces a moment that has no payload, and returns the result of the body.
    ///
    /// - Returns: The result of the body, the last one if a hook proceeded more than once; `nil` if a hook did not proceed.
    @discardableResult
    public func send<Component, Output>(
        _ moment: Moment<Void>, to component: Component, fileID: StaticString = #fileID, line: Int = #line,
        body: () -> Output
    ) -> Output? {
        var output: Output?
        send(moment, to: component, (), fileID: fileID, line: line) { _ -> Void in output = body() }
        return output
    }

    /// Announces a moment, waits until all advice has run, asynchronous advice included, and returns the result of the body.
    ///
    /// Advice runs one after the other, in the order of all hooks, on the caller's actor.
    ///
    /// - Returns: The result of the body, which always runs: an ``AwaitedMoment`` has no advice around it.
    @discardableResult
    public nonisolated(nonsending) func send<Component, Payload, Output>(
        _ moment: AwaitedMoment<Payload>, to component: Component, _ payload: Payload,
        fileID: StaticString = #fileID, line: Int = #line, body: (Payload) async -> Output
    ) async -> Output {
        var output: Output?
        await send(moment, to: component, payload, fileID: fileID, line: line) { payload -> Void in
            output = await body(payload)
        }
        guard let output else { preconditionFailure("the body of an awaited moment did not run") }
        return output
    }

    /// Announces a moment that has no payload, waits until all advice has run, asynchronous advice included, and returns the result
    /// of the body.
    ///
    /// - Returns: The result of the body, which always runs: an ``AwaitedMoment`` has no advice around it.
    @discardableResult
    public nonisolated(nonsending) func send<Component, Output>(
        _ moment: AwaitedMoment<Void>, to component: Component, fileID: StaticString = #fileID, line: Int = #line,
        body: () async -> Output
    ) async -> Output {
        var output: Output?
        await send(moment, to: component, (), fileID: fileID, line: line) { _ -> Void in output = await body() }
        guard let output else { preconditionFailure("the body of an awaited moment did not run") }
        return output
    }
}

/// A flag that the hooks of a lifecycle set when they end, on any thread.
final class EndedHooks: Sendable {
    private let isSet = Atomic(false)

    /// The moments that were sent so far, for registrations that are released at once.
    let activity = ActivityCount()

    func set() { isSet.store(true, ordering: .releasing) }

    /// Returns whether the flag was set, and clears it.
    func take() -> Bool { isSet.load(ordering: .relaxed) && isSet.exchange(false, ordering: .acquiring) }
}
