import Dispatchers

/// The hooks of a join point at one time, and the chains made of them.
///
/// Whether a type conforms to a protocol can only be asked of a value, so the chain of a type is made for its first target,
/// and kept. Immutable but for these chains.
@usableFromInline
final class HookPlan<Layer: HookAdvice>: Sendable {
    /// The chain of all targets, unless their types make a difference.
    @usableFromInline let uniform: HookChain<Layer>?

    /// The hooks, for those that drain one of them inside of a call.
    @usableFromInline let hooks: [ObjectIdentifier]

    private let entries: [HookEntry]
    private let byObject: [ObjectIdentifier?: [HookEntry]]
    private let place: HookPlace
    private let overrides: [HookPlace]
    private let chains = HookChainCache()

    init(_ all: [HookEntry], at place: HookPlace, overrides: [HookPlace]) {
        let onObjects = Dictionary(grouping: all.filter { $0.terms.rule.object != nil }) { $0.terms.rule.object }
        // Few objects are conditions in one chain; of more, each has a chain of its own.
        let isIndexed = onObjects.count > 32
        entries = isIndexed ? all.filter { $0.terms.rule.object == nil } : all
        byObject = isIndexed ? onObjects : [:]
        (self.place, self.overrides) = (place, overrides)
        hooks = all.map { ObjectIdentifier($0) }
        let isUniform = !isIndexed && all.allSatisfy { !$0.isGeneral && !$0.terms.rule.asksForTypes }
        uniform = isUniform ? HookChain(all, at: place, of: nil) : nil
    }

    /// The hooks of a call on a target, to be used while the plan is retained.
    @inlinable func cursor(for target: Layer.Target) -> HookCursor<Layer> {
        if let uniform { return uniform.cursor }
        return chain(for: target).cursor
    }

    @usableFromInline func chain(for target: Layer.Target) -> HookChain<Layer> {
        let type = type(of: target as Any)
        let object = !byObject.isEmpty && type is AnyClass ? ObjectIdentifier(target as AnyObject) : nil
        let own = object == nil ? nil : byObject[object]
        let key = HookChainKey(type: ObjectIdentifier(type), object: own == nil ? nil : object)
        if let chain = chains[key] as? HookChain<Layer> { return chain }
        let isOverridden = overrides.contains { $0.type.contains(target) }
        let concerned = entries.filter { !(isOverridden && $0.isOutermostOnly) } + (own ?? [])
        let chain = HookChain<Layer>(concerned, at: place, of: target)
        return chains.keep(chain, at: key) as? HookChain<Layer> ?? chain
    }
}

/// Identifies targets that share a chain: by type, and by object if there are many hooks on single objects.
private struct HookChainKey: Hashable {
    let type: ObjectIdentifier
    let object: ObjectIdentifier?
}

/// The chains of a plan, without their generic parameters: generic code would look types up in each call.
private final class HookChainCache: Sendable {
    private let chains = Protected([HookChainKey: Retired]())

    subscript(key: HookChainKey) -> Retired? { chains.withLock { $0[key] } }

    /// Keeps a chain unless there is one.
    func keep(_ chain: Retired, at key: HookChainKey) -> Retired {
        chains.withLock { chains in
            let kept = chains[key] ?? chain
            chains[key] = kept
            return kept
        }
    }
}

extension HookEntry {
    /// Whether it is a hook of a pointcut.
    fileprivate var isGeneral: Bool { advice is PointcutAdvice }

    /// Whether of a method and the overrides that call it, it concerns the outermost alone.
    fileprivate var isOutermostOnly: Bool {
        isGeneral && !terms.everyOverride && terms.rule.level(of: nil) <= .protocol
    }

    /// Its level in a chain; a hook of all targets at its own join point is one of their type.
    fileprivate func level(of sample: Any?) -> PointcutLevel {
        terms.rule.isAlways && !isGeneral ? .type : terms.rule.level(of: sample)
    }
}

/// The hooks that may take part in a call, outermost first.
@usableFromInline
final class HookChain<Layer: HookAdvice>: Sendable {
    /// The place before the outermost step.
    @usableFromInline let cursor: HookCursor<Layer>

    private let steps: [HookStep<Layer>]

    /// Orders the hooks that may concern targets like the sample: by priority, level and registration.
    init(_ entries: [HookEntry], at place: HookPlace, of sample: Any?) {
        var steps: [HookStep<Layer>] = []
        for entry in entries.map({ HookRank($0, $0.level(of: sample)) }).sorted().reversed().map(\.entry) {
            let answer = entry.terms.rule.answer(at: place, of: sample)
            guard answer != false else { continue }
            steps.append(HookStep(entry, at: place, isConditional: answer == nil, before: steps.last))
        }
        self.steps = steps
        cursor = HookCursor(before: steps.last)
    }
}

/// One hook in a chain, and the rest of the chain.
@usableFromInline
final class HookStep<Layer: HookAdvice>: Sendable {
    @usableFromInline let entry: HookEntry
    @usableFromInline let layer: Layer
    @usableFromInline let rest: HookCursor<Layer>
    /// Whether the hook concerns a target, if it does not concern all.
    @usableFromInline let condition: (@Sendable (Layer.Target) -> Bool)?

    init(_ entry: HookEntry, at place: HookPlace, isConditional: Bool, before next: HookStep?) {
        self.entry = entry
        let rule = entry.terms.rule
        let condition = (rule.condition as? HookCondition<Layer.Target>)?.holds
        self.condition = isConditional ? condition ?? { rule.answer(at: place, of: $0, isFinal: true) == true } : nil
        rest = HookCursor(before: next)
        if let advice = entry.advice as? PointcutAdvice {
            layer = .observing { target, arguments in advice.begin(target, HookCall(arguments: arguments, place: place))
            }
        } else if let advice = entry.advice as? Layer {
            layer = advice
        } else {
            preconditionFailure("The advice of \(entry.terms.hook) is of another shape")
        }
    }
}

/// The place of a hook in a chain: by priority, then level, then order of registration.
struct HookRank: Comparable {
    let entry: HookEntry
    private let level: PointcutLevel

    init(_ entry: HookEntry, _ level: PointcutLevel) { (self.entry, self.level) = (entry, level) }

    static func < (left: Self, right: Self) -> Bool {
        if left.entry.terms.hook.priority != right.entry.terms.hook.priority {
            return left.entry.terms.hook.priority > right.entry.terms.hook.priority
        }
        return left.level == right.level ? left.entry.number < right.entry.number : left.level < right.level
    }

    static func == (left: Self, right: Self) -> Bool { left.entry === right.entry }
}
