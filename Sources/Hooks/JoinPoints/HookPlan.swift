import Dispatchers

/// The hooks of a join point at one time, and the chains made of them.
///
/// What is true of a type of targets is asked once, of its first value: whether it conforms to a protocol, only a value
/// can tell. Immutable but for that cache.
final class HookPlan: Sendable {
    /// Identifies targets that share a chain: the type, and the object if there are many hooks on objects.
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let object: ObjectIdentifier?
    }

    /// Up to how many hooks on single objects are steps of one chain, each with a condition.
    private static let maxConditions = 8

    /// The chain of every call, unless targets make a difference.
    private let uniformChain: HookChain?

    private let place: HookPlace
    private let entries: [HookEntry]
    private let byObject: [ObjectIdentifier: [HookEntry]]
    private let overrides: [HookPlace]
    private let chains = Protected([Key: HookChain]())

    /// Takes the hooks registered at the join point with those of pointcuts, and the join points known to override it.
    init(_ place: HookPlace, _ all: [HookEntry], overrides: [HookPlace]) {
        self.place = place
        self.overrides = overrides
        var (entries, byObject) = (all, [ObjectIdentifier: [HookEntry]]())
        for entry in all { if let object = entry.rule.object { byObject[object, default: []].append(entry) } }
        if byObject.count > Self.maxConditions { entries.removeAll { $0.rule.object != nil } } else { byObject = [:] }
        let isUniform = byObject.isEmpty && entries.allSatisfy { $0.form != .general && !$0.rule.asksForTypes }
        uniformChain = isUniform ? HookChain(entries, of: nil, at: place) : nil
        (self.entries, self.byObject) = (entries, byObject)
    }

    /// The hooks that may concern a target; their conditions are asked in the course of the call.
    func chain<Target>(for target: Target) -> HookChain {
        if let uniformChain { return uniformChain }
        let type = Swift.type(of: target as Any)
        var object: ObjectIdentifier?
        if !byObject.isEmpty, type is AnyClass { object = ObjectIdentifier(target as AnyObject) }
        let own = object.flatMap { byObject[$0] }
        let key = Key(type: ObjectIdentifier(type), object: own == nil ? nil : object)
        return chains.withLock { $0[key] } ?? makeChain(for: target, with: own ?? [], at: key)
    }

    private func makeChain(for target: Any, with own: [HookEntry], at key: Key) -> HookChain {
        let isOverridden = overrides.contains { $0.type.accepts(target) }
        let concerned = entries.filter { !(isOverridden && $0.firesOnce) } + own
        let chain = HookChain(concerned, of: target, at: place)
        return chains.withLock { chains in
            if let known = chains[key] { return known }
            chains[key] = chain
            return chain
        }
    }
}

extension HookEntry {
    /// Whether of a method and the overrides that call it, it concerns the outermost alone.
    fileprivate var firesOnce: Bool { form == .general && !terms.everyOverride && rule.isWide }
}

/// The hooks that may take part in a call, outermost first.
///
/// Calls walk its steps without counting references: a call retains its chain until it ends, and the chain holds its steps
/// and entries for as long as it lives.
@usableFromInline
final class HookChain: Sendable {
    /// The outermost step; none when no hook takes part.
    @usableFromInline let first: Unmanaged<HookStep>?

    private let steps: [HookStep]

    /// The hooks, for those that drain one of them inside of it.
    let hooks: [ObjectIdentifier]

    /// Orders the hooks that may concern targets like the sample: by priority, level and registration.
    init(_ entries: [HookEntry], of sample: Any?, at place: HookPlace) {
        let ranks = entries.filter { $0.rule.decide(at: place, of: sample) != false }
            .map { HookRank(entry: $0, level: $0.level(of: sample)) }
            .sorted { $0.isOutside($1) }
        var steps: [HookStep] = []
        for rank in ranks.reversed() {
            let isConditional = rank.entry.rule.decide(at: place, of: sample) == nil
            steps.append(HookStep(rank.entry, place, isConditional: isConditional, next: steps.last))
        }
        self.steps = steps
        hooks = ranks.map { ObjectIdentifier($0.entry) }
        first = steps.last.map { .passUnretained($0) }
    }
}

/// One hook in a chain, and the rest of the chain.
@usableFromInline
final class HookStep: Sendable {
    @usableFromInline let entry: HookEntry
    @usableFromInline let next: Unmanaged<HookStep>?
    /// Whether the target of a call decides if the hook takes part in it.
    @usableFromInline let isConditional: Bool
    private let place: HookPlace

    init(_ entry: HookEntry, _ place: HookPlace, isConditional: Bool, next: HookStep?) {
        self.entry = entry
        self.place = place
        self.isConditional = isConditional
        self.next = next.map { .passUnretained($0) }
    }

    /// Whether the hook concerns a call on this target.
    @usableFromInline func concerns<Target>(_ target: Target) -> Bool {
        // The commonest condition, without a copy of the rule.
        if case .object(let object) = entry.rule { return object.isIdentical(to: target) }
        return entry.rule.concerns(target, at: place)
    }

    /// Runs what a pointcut's hook does at the beginning of a call, and answers what it does at the end.
    @usableFromInline func begin(_ target: Any, _ arguments: Any) -> ((HookOutcome) -> Void)? {
        borrowing(GeneralAdvice.self) { $0.begin(target, HookCall(place: place, arguments: arguments)) }
    }
}

/// A hook with the level that it has for one join point and type of target.
private struct HookRank {
    let entry: HookEntry
    let level: PointcutLevel

    /// Whether it is further outside than another: priority, then level, then order of registration.
    func isOutside(_ other: HookRank) -> Bool {
        if entry.hook.priority != other.entry.hook.priority { return entry.hook.priority > other.entry.hook.priority }
        return level == other.level ? entry.number < other.entry.number : level < other.level
    }
}
