import Dispatchers

/// The hooks of a join point at one time, and what was found out about the types of its targets meanwhile.
///
/// What is true of a type of targets is asked once, of its first value: whether it conforms to a protocol, only a value
/// can tell. Immutable but for that cache.
final class HookPlan: Sendable {
    /// What is known of one type of targets.
    private struct Choice: Sendable {
        /// Those that may concern a target of the type, outermost first.
        let ranks: [HookRank]
        /// The same for running them, when no single target makes a difference.
        let onion: HookOnion?
    }

    /// The onion of every call, unless targets make a difference.
    let uniformOnion: HookOnion?

    private let place: HookPlace
    private let wide: [HookEntry]
    private let byObject: [ObjectIdentifier: [HookEntry]]
    private let overrides: [HookPlace]
    private let choices = Protected([ObjectIdentifier: Choice]())

    /// Takes the hooks registered at the join point with those of pointcuts, and the join points known to override it.
    init(_ place: HookPlace, _ entries: [HookEntry], overrides: [HookPlace]) {
        self.place = place
        self.overrides = overrides
        wide = entries.filter { $0.rule.object == nil }
        byObject = Dictionary(
            grouping: entries.filter { $0.rule.object != nil }, by: { $0.rule.object ?? ObjectIdentifier(Self.self) })
        let isUniform = byObject.isEmpty && wide.allSatisfy { $0.rule.isAlways && $0.form != .general }
        uniformOnion = isUniform ? HookOnion(wide.ranked { $0.level(of: nil) }.map(\.entry), at: place) : nil
    }

    /// The hooks that concern one target.
    func onion(for target: Any) -> HookOnion {
        let choice = choice(for: target)
        if byObject.isEmpty, let onion = choice.onion { return onion }
        let object = type(of: target) is AnyClass ? target as AnyObject : nil
        let own = object.flatMap { byObject[ObjectIdentifier($0)] } ?? []
        if own.isEmpty, let onion = choice.onion { return onion }
        let concerned = choice.ranks.filter { $0.entry.rule.concerns(target, at: place) }
        let single = own.filter { $0.rule.concerns(target, at: place) }.map { HookRank(entry: $0, level: .object) }
        return HookOnion((concerned + single).sorted { $0.isOutside($1) }.map(\.entry), at: place)
    }

    private func choice(for target: Any) -> Choice {
        let type = ObjectIdentifier(Swift.type(of: target))
        if let known = choices.withLock({ $0[type] }) { return known }
        place.meet(Swift.type(of: target))
        let possible = wide.filter { entry in
            entry.rule.decide(at: place, of: target) != false && !(isOverridden(for: target) && entry.firesOnce)
        }
        let ranks = possible.ranked { $0.level(of: target) }
        let isSettled = possible.allSatisfy { $0.rule.decide(at: place, of: target) == true }
        let choice = Choice(ranks: ranks, onion: isSettled ? HookOnion(ranks.map(\.entry), at: place) : nil)
        choices.withLock { $0[type] = choice }
        return choice
    }

    /// Whether a call on this target has come through an override that is a join point itself.
    private func isOverridden(for target: Any) -> Bool { overrides.contains { $0.type.accepts(target) } }
}

extension HookEntry {
    /// Whether of a method and the overrides that call it, it concerns the outermost alone.
    fileprivate var firesOnce: Bool { form == .general && !terms.everyOverride && rule.isWide }
}

extension [HookEntry] {
    fileprivate func ranked(_ level: (HookEntry) -> PointcutLevel) -> [HookRank] {
        map { HookRank(entry: $0, level: level($0)) }.sorted { $0.isOutside($1) }
    }
}

/// The hooks that take part in a call, outermost first.
///
/// Calls walk its steps without counting references: a call retains its onion until it ends, and the onion holds its steps
/// and entries for as long as it lives.
@usableFromInline
final class HookOnion: Sendable {
    /// The outermost step; none when no hook takes part.
    @usableFromInline let first: Unmanaged<HookStep>?

    private let steps: [HookStep]

    /// The hooks, for those that drain one of them inside of it.
    let hooks: [ObjectIdentifier]

    init(_ entries: [HookEntry], at place: HookPlace) {
        var steps: [HookStep] = []
        for entry in entries.reversed() { steps.append(HookStep(entry, place, next: steps.last)) }
        self.steps = steps
        hooks = entries.map { ObjectIdentifier($0) }
        first = steps.last.map { .passUnretained($0) }
    }
}

/// One hook in an onion, and the way inwards.
@usableFromInline
final class HookStep: Sendable {
    @usableFromInline let entry: HookEntry
    @usableFromInline let next: Unmanaged<HookStep>?
    private let place: HookPlace

    init(_ entry: HookEntry, _ place: HookPlace, next: HookStep?) {
        self.entry = entry
        self.place = place
        self.next = next.map { .passUnretained($0) }
    }

    /// Runs what a pointcut's hook does at the beginning of a call, and answers what it does at the end.
    @usableFromInline func begin(_ target: Any, _ arguments: Any) -> ((HookOutcome) -> Void)? {
        borrowing(GeneralAdvice.self) { $0.begin(target, HookCall(place: place, arguments: arguments)) }
    }
}

/// A hook with the level that it has for one join point and type of target.
struct HookRank: Sendable {
    let entry: HookEntry
    let level: PointcutLevel

    /// Whether it stands further outside than another: priority, then level, then order of registration.
    func isOutside(_ other: HookRank) -> Bool {
        if entry.hook.priority != other.entry.hook.priority { return entry.hook.priority > other.entry.hook.priority }
        return level == other.level ? entry.number < other.entry.number : level < other.level
    }
}
