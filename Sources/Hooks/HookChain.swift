import Dispatchers

/// The hooks of a join point at one time, in the order in which calls meet them.
///
/// It has no generic parameters: generic code would look up its type in each call.
final class HookPlan: Sendable {
    /// The hooks, for those that drain one of them inside of a call.
    let hooks: [ObjectIdentifier]

    private let all: HookChain
    /// Few objects are conditions in the chain of all; of more, each has a chain of its own, made for its first call.
    private let byObject: [ObjectIdentifier: [HookEntry]]
    private let objectChains = Protected([ObjectIdentifier: HookChain]())
    private let makeChain: @Sendable ([HookEntry]) -> HookChain
    private let others: [HookEntry]

    /// `makeStep` makes a `HookStep` of the types of the join point.
    init(
        _ entries: [HookEntry], at place: HookPlace,
        _ makeStep: @escaping @Sendable (HookEntry, HookCursor) -> any AnyObject & Sendable
    ) {
        let onObjects = entries.filter { $0.terms.rule.object != nil }
        let isIndexed = onObjects.count > 32
        others = isIndexed ? entries.filter { $0.terms.rule.object == nil } : entries
        byObject = Dictionary(grouping: isIndexed ? onObjects : []) { $0.terms.rule.object?.id ?? ObjectIdentifier($0) }
        makeChain = { HookChain($0, at: place, makeStep) }
        all = makeChain(others)
        hooks = entries.map { ObjectIdentifier($0) }
    }

    /// The hooks of a call on a target, to be used while the plan is retained.
    func cursor<Target>(for target: Target) -> HookCursor { byObject.isEmpty ? all.first : indexedCursor(for: target) }

    private func indexedCursor(for target: Any) -> HookCursor {
        guard type(of: target) is AnyClass else { return all.first }
        let id = ObjectIdentifier(target as AnyObject)
        guard let own = byObject[id] else { return all.first }
        if let chain = objectChains.withLock({ $0[id] }) { return chain.first }
        let made = makeChain(others + own)
        return objectChains.withLock { chains in
            let kept = chains[id] ?? made
            chains[id] = kept
            return kept.first
        }
    }
}

/// Hooks in the order in which a call meets them.
private struct HookChain: Sendable {
    private(set) var first = HookCursor()
    private var steps: [any AnyObject & Sendable] = []

    init(
        _ entries: [HookEntry], at place: HookPlace,
        _ makeStep: (HookEntry, HookCursor) -> any AnyObject & Sendable
    ) {
        for entry in entries.map({ HookRank($0, $0.level(at: place)) }).sorted().reversed().map(\.entry) {
            let step = makeStep(entry, first)
            steps.append(step)
            first = HookCursor(before: step)
        }
    }
}

/// One hook in a chain, and the rest of the chain.
final class HookStep<Target, Arguments, Output>: Sendable {
    typealias Advice = HookAdvice<Target, Arguments, Output>

    let rest: HookCursor
    let advice: Advice
    private let entry: HookEntry
    /// Whether the hook concerns a target, if it does not concern all.
    private let condition: (@Sendable (Target) -> Bool)?

    /// `type` is the type of the targets as pointcuts see them, which an `InoutTarget` does not tell.
    init<Subject>(
        _ entry: HookEntry, at place: HookPlace, overrides: [HookPlace], before rest: HookCursor,
        on type: Subject.Type
    ) {
        (self.entry, self.rest) = (entry, rest)
        let rule = entry.terms.rule
        @Sendable func subject(_ target: Target) -> Any {
            guard Target.self == InoutTarget.self, let target = target as? InoutTarget else { return target }
            return target[as: Subject.self]
        }
        if !overrides.isEmpty, entry.isOutermostOnly(at: place) {
            condition = { target in
                let value = subject(target)
                guard !overrides.contains(where: { $0.type.contains(value) }) else { return false }
                return rule.answer(at: place, of: value) ?? true
            }
        } else if let condition = rule.condition as? HookCondition<Target> {
            self.condition = condition.holds
        } else if rule.answer(at: place) == true {
            condition = nil
        } else {
            condition = { target in rule.answer(at: place, of: subject(target)) ?? true }
        }
        if let advice = entry.advice as? PointcutAdvice {
            self.advice = Advice(observing: { target, arguments in
                advice.begin(subject(target), HookCall(arguments: arguments, place: place))
            })
        } else if let advice = entry.advice as? Advice {
            self.advice = advice
        } else {
            preconditionFailure("The advice of \(entry.terms.what) is of another shape")
        }
    }

    /// Whether the hook takes part in a call on a target that begins now.
    func takesPart(in target: Target) -> Bool {
        if let condition, !condition(target) { return false }
        return entry.starts
    }
}

extension HookEntry {
    /// Whether it is a hook of a pointcut.
    private var isGeneral: Bool { advice is PointcutAdvice }

    /// Whether of a method and the overrides that call it, it concerns the outermost alone.
    fileprivate func isOutermostOnly(at place: HookPlace) -> Bool { isGeneral && level(at: place) <= .protocol }

    /// Its level in a chain; a hook of all targets at its own join point is one of their type.
    fileprivate func level(at place: HookPlace) -> PointcutLevel {
        terms.rule.isAlways && !isGeneral ? .type : terms.rule.level(at: place)
    }
}

/// The place of a hook in a chain: by priority, then level, then order of registration.
struct HookRank: Comparable {
    let entry: HookEntry
    private let level: PointcutLevel

    init(_ entry: HookEntry, _ level: PointcutLevel) { (self.entry, self.level) = (entry, level) }

    static func < (left: Self, right: Self) -> Bool {
        (-left.entry.terms.priority, left.level, left.entry.number)
            < (-right.entry.terms.priority, right.level, right.entry.number)
    }

    static func == (left: Self, right: Self) -> Bool { left.entry === right.entry }
}

/// A join point as pointcuts see it: its name, where it is declared, and the type of its targets.
final class HookPlace: Sendable {
    let name: String
    let location: SourceLocation
    let type: HookedType

    /// Whether calls and their advice run on the main actor, known to the compiler.
    let isOnMainActor: Bool

    init(of type: HookedType, name: StaticString, isOnMainActor: Bool, at location: SourceLocation) {
        self.name = name.description
        self.location = location
        self.type = type
        self.isOnMainActor = isOnMainActor
    }

    /// Whether a method of this name here overrides the other one.
    func overrides(_ other: HookPlace) -> Bool { type.id != other.type.id && other.type.isSuper(type) }
}

extension HookPlace: CustomStringConvertible {
    /// The type, the method and the location.
    var description: String { "\(type.name).\(name) (\(location))" }
}
