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

/// A moment that is sent to a component.
struct SentMoment {
    let name: String
    let component: Any
    let location: SourceLocation
    let lifecycle: Lifecycle

    /// Begins the event of the moment, if the trace is on.
    func begin() -> Trace.Cause? {
        lifecycle.trace.begin(
            TraceEvent(.moment, of: "\(name) of \(type(of: component))", at: location, in: lifecycle.name))
    }

    /// Runs advice, as an event of the trace if that is on.
    func run(_ hook: HookTerms, _ advice: () -> Void) {
        guard lifecycle.trace.isOn else { return advice() }
        lifecycle.trace.run(begin(hook), advice)
    }

    /// Runs asynchronous advice on the caller's actor, as an event of the trace if that is on.
    nonisolated(nonsending) func run(_ hook: HookTerms, awaiting advice: () async -> Void) async {
        await lifecycle.trace.run(begin(hook), advice)
    }

    /// Begins the event of a hook, if the trace is on.
    private func begin(_ hook: HookTerms) -> Trace.Cause? {
        lifecycle.trace.begin(
            TraceEvent(.hook, of: hook.what, at: location, to: hook.location, in: lifecycle.name))
    }
}

// A lifecycle belongs to one isolation, which alone adds, runs and releases the advice of its hooks. So it is sound that the
// engine, which join points use from any thread, keeps this advice as if it were `Sendable`.

extension Lifecycle {
    /// Adds advice before or after a moment.
    func add<Component, Payload>(
        _ kind: HookKind, _ moment: Moment<Payload>, _ type: Component.Type, by owner: AnyObject? = nil,
        _ priority: Int, _ fileID: StaticString, _ line: Int, _ advice: @escaping (Component, Payload) -> Void
    ) -> HookEntry {
        let terms = terms(kind, moment.name, type, owner, priority, fileID, line)
        nonisolated(unsafe) let advice = advice
        let run: @Sendable (SentMoment, Payload) -> Void = { sent, payload in
            with(sent.component, as: Component.self) { component in
                sent.run(terms) { unsafe advice(component, payload) }
            }
        }
        let form: HookAdvice<SentMoment, Payload, Void> =
            kind == .before
            ? .before { run($0, $1) }
            : .after(returned: { sent, payload, _ in run(sent, payload) }, failed: { _, _, _ in })
        return add(MomentHook(entry(terms), MomentKey(moment), type, form))
    }

    /// Adds advice around a moment.
    func addAround<Component, Payload>(
        _ moment: Moment<Payload>, _ type: Component.Type, by owner: AnyObject? = nil, _ priority: Int,
        _ fileID: StaticString, _ line: Int, _ advice: @escaping (Component, Payload, (Payload) -> Void) -> Void
    ) -> HookEntry {
        let terms = terms(.around, moment.name, type, owner, priority, fileID, line)
        nonisolated(unsafe) let advice = advice
        let form = HookAdvice<SentMoment, Payload, Void>.around { sent, payload, proceed in
            guard let component = sent.component as? Component else { return try proceed(&sent, payload) }
            // A copy, since `proceed` gets the original as `inout` meanwhile.
            let copy = sent
            copy.run(terms) {
                unsafe advice(component, payload) { payload in quiet({ try proceed(&sent, $0) }, payload) }
            }
        }
        return add(MomentHook(entry(terms), MomentKey(moment), type, form))
    }

    /// Adds advice before or after a moment, which the sender waits for.
    func add<Component, Payload>(
        _ kind: HookKind, _ moment: AwaitedMoment<Payload>, _ type: Component.Type, by owner: AnyObject? = nil,
        _ priority: Int, _ fileID: StaticString, _ line: Int,
        _ advice: nonisolated(nonsending) @escaping (Component, Payload) async -> Void
    ) -> HookEntry {
        let terms = terms(kind, moment.name, type, owner, priority, fileID, line)
        nonisolated(unsafe) let advice = advice
        let run: @Sendable (SentMoment, Payload) async -> Void = { sent, payload in
            guard let component = sent.component as? Component else { return }
            await sent.run(terms, awaiting: { unsafe await advice(component, payload) })
        }
        let form: HookAdvice<SentMoment, Payload, Void> =
            kind == .before
            ? .awaitedBefore { await run($0, $1) }
            : .awaitedAfter(returned: { sent, payload, _ in await run(sent, payload) }, failed: { _, _, _ in })
        return add(MomentHook(entry(terms), MomentKey(moment), type, form))
    }

    private func terms<Component>(
        _ kind: HookKind, _ moment: String, _ type: Component.Type, _ owner: AnyObject?, _ priority: Int,
        _ fileID: StaticString, _ line: Int
    ) -> HookTerms {
        var terms = HookTerms(kind, "\(moment) of \(type)", priority, fileID, line)
        terms.owner = owner.map { HookedObject($0) }
        return terms
    }

    private func entry(_ terms: HookTerms) -> HookEntry {
        HookEntry(terms) { [ended] _ in
            ended.set()
        } countingUses: { [ended] in
            ended.activity.value
        }
    }
}

/// Runs a body with a value if it is of a type.
///
/// Sound, since the value is read as its own type. A cast would look up types in each call.
private func with<Kind>(_ value: Any, as kind: Kind.Type, _ body: (Kind) -> Void) {
    func open<Value>(_ exact: Value) {
        guard Value.self == Kind.self else { return cast(value, to: kind, body) }
        body(unsafe unsafeBitCast(exact, to: Kind.self))
    }
    open(value)
}

/// A function of its own, since every call of one that casts looks up the type of the optional.
@inline(never)
private func cast<Kind>(_ value: Any, to kind: Kind.Type, _ body: (Kind) -> Void) {
    if let value = value as? Kind { body(value) }
}
