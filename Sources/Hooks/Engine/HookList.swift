/// The hooks of one join point, and the plan of its calls.
///
/// A change drops the plan. The next call orders the hooks that were added since, and makes a new plan. What is dropped is returned,
/// so that captures are released outside the lock.
struct HookList: Sendable {
    /// A hook with its position in the order.
    private struct Ordered: Sendable {
        let rank: HookRank
        let needsOutcome: Bool

        /// The step of the hook; `nil` if it was removed since the plan was made.
        var step: (any AnyObject & Sendable)?
    }

    /// A hook, and its rank if it is among the ordered ones.
    private struct Member: Sendable {
        let entry: HookEntry
        var rank: HookRank?
    }

    private var members: [UInt64: Member] = [:]
    private var ordered: [Ordered] = []
    private(set) var unordered: [UInt64: HookEntry] = [:]
    private(set) var plan: HookPlan?
    private var changes = 0

    var isEmpty: Bool { members.isEmpty }

    /// The hooks, first registered first.
    var all: [HookEntry] { members.values.map(\.entry).sorted { $0.number < $1.number } }

    /// A Boolean value that indicates whether the hooks are to be searched for released owners.
    ///
    /// There were half as many changes as there are hooks, so that searching takes time in proportion to what was changed.
    var isSweepDue: Bool { changes * 2 >= members.count }

    /// Adds a hook, if it is not there.
    ///
    /// - Returns: The plan without it.
    mutating func insert(_ entry: HookEntry) -> HookPlan? {
        guard members[entry.number] == nil else { return nil }
        members[entry.number] = Member(entry: entry)
        unordered[entry.number] = entry
        changes += 1
        return plan.take()
    }

    /// Removes hooks.
    ///
    /// - Returns: The removed hooks and the plan with them, which have to be released outside the lock.
    mutating func remove(_ entries: [HookEntry]) -> (entries: [HookEntry], released: any Sendable) {
        var removed: [HookEntry] = []
        var steps: [any AnyObject & Sendable] = []
        for entry in entries {
            guard let member = members.removeValue(forKey: entry.number) else { continue }
            removed.append(entry)
            if let rank = member.rank {
                if let step = ordered[position(of: rank)].step.take() { steps.append(step) }
            } else {
                unordered[entry.number] = nil
            }
        }
        if removed.isEmpty { return ([], ()) }
        changes += removed.count
        return (removed, (steps, plan.take()))
    }

    /// Begins a search for released owners.
    mutating func startSweep() -> [HookEntry] {
        changes = 0
        return members.values.map(\.entry)
    }

    /// Makes a plan, if all hooks have a step.
    ///
    /// - Parameter steps: The steps of hooks that had none. Some may have been removed since.
    /// - Returns: `nil` if hooks were added since the steps were made.
    mutating func makePlan<Target, Arguments, Output>(
        adding steps: [HookStep<Target, Arguments, Output>]
    ) -> HookPlan? {
        if let plan { return plan }
        for step in steps {
            guard let member = members[step.rank.number], member.rank == nil else { continue }
            members[step.rank.number]?.rank = step.rank
            unordered[step.rank.number] = nil
            let one = Ordered(rank: step.rank, needsOutcome: step.advice.needsOutcome, step: step)
            ordered.insert(one, at: position(of: step.rank))
        }
        guard unordered.isEmpty else { return nil }
        ordered.removeAll { $0.step == nil }
        let plan = HookPlan(ordered.compactMap(\.step), needsOutcome: ordered.contains { $0.needsOutcome })
        self.plan = plan
        return plan
    }

    /// Returns the position of the hook with a rank, or the one where it belongs, by halving.
    private func position(of rank: HookRank) -> Int {
        var low = 0
        var high = ordered.count
        while low < high {
            let middle = (low + high) / 2
            if ordered[middle].rank < rank { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

/// The position of a hook among those of a join point: by priority, then level, then order of registration.
///
/// The first is the outermost.
struct HookRank: Comparable, Sendable {
    let priority: Int
    let level: PointcutLevel
    let number: UInt64

    init(priority: Int, level: PointcutLevel, number: UInt64) {
        self.priority = priority
        self.level = level
        self.number = number
    }

    /// The position of a hook at a join point.
    init(of entry: HookEntry, at signature: JoinPointSignature) {
        let rule = entry.terms.rule
        let isOfPointcut = entry.advice is PointcutAdvice
        let level = !isOfPointcut && rule.isAlways ? PointcutLevel.type : rule.level(signature)
        self.init(priority: entry.terms.priority, level: level, number: entry.number)
    }

    static func < (left: Self, right: Self) -> Bool {
        if left.priority != right.priority { return left.priority > right.priority }
        if left.level != right.level { return left.level < right.level }
        return left.number < right.number
    }
}

/// The first criterion of order among hooks of one priority, from the outside in.
enum PointcutLevel: Comparable, Sendable {
    /// Hooks that name neither a type nor an object: patterns of names, and conditions.
    case pattern
    case `protocol`
    case type
    case object
}
