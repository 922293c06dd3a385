/// The hooks of one join point, and the plan of its calls.
///
/// A change drops the plan. The next call orders the hooks that were added since, and makes a new plan. What is dropped is returned,
/// so that captures are released outside of the lock.
struct HookList: Sendable {
    /// A hook with its place in the order.
    private struct Ordered: Sendable {
        let rank: HookRank
        let step: any AnyObject & Sendable
        let needsOutcome: Bool
    }

    private var entries: [UInt64: HookEntry] = [:]
    private var ordered: [Ordered] = []
    private(set) var unordered: [HookEntry] = []
    private(set) var plan: HookPlan?
    private var changes = 0

    var isEmpty: Bool { entries.isEmpty }

    /// The hooks, first registered first.
    var all: [HookEntry] { entries.values.sorted { $0.number < $1.number } }

    /// A Boolean value that indicates whether the hooks are to be searched for released owners.
    ///
    /// There were as many changes as there are hooks, so that searching takes time in proportion to what was changed.
    var isSweepDue: Bool { changes >= entries.count }

    /// Adds a hook, if it is not there.
    ///
    /// - Returns: The plan without it.
    mutating func insert(_ entry: HookEntry) -> HookPlan? {
        guard entries.updateValue(entry, forKey: entry.number) == nil else { return nil }
        unordered.append(entry)
        changes += 1
        return plan.take()
    }

    /// Removes hooks.
    ///
    /// - Returns: What has to be released outside of the lock: the removed hooks, and the plan with them.
    mutating func remove(_ removed: [HookEntry]) -> (entries: [HookEntry], released: any Sendable) {
        let present = removed.filter { entries[$0.number] != nil }
        if present.isEmpty { return ([], ()) }
        let numbers = Set(present.map(\.number))
        for number in numbers { entries[number] = nil }
        unordered.removeAll { numbers.contains($0.number) }
        var released: [Ordered] = []
        ordered.removeAll { one in
            guard numbers.contains(one.rank.number) else { return false }
            released.append(one)
            return true
        }
        changes += present.count
        return (present, (released, plan.take()))
    }

    /// Begins a search for released owners.
    mutating func startSweep() -> [HookEntry] {
        changes = 0
        return Array(entries.values)
    }

    /// Makes a plan, if all hooks have a step.
    ///
    /// - Parameter steps: The steps of hooks that had none. Some may have been removed since.
    /// - Returns: `nil` if hooks were added since the steps were made.
    mutating func makePlan<Target, Arguments, Output>(
        adding steps: [HookStep<Target, Arguments, Output>]
    ) -> HookPlan? {
        if let plan { return plan }
        let waiting = Set(unordered.map(\.number))
        for step in steps where waiting.contains(step.rank.number) {
            order(Ordered(rank: step.rank, step: step, needsOutcome: step.advice.needsOutcome))
        }
        let made = Set(steps.map(\.rank.number))
        unordered.removeAll { made.contains($0.number) }
        guard unordered.isEmpty else { return nil }
        let plan = HookPlan(ordered.map(\.step), needsOutcome: ordered.contains { $0.needsOutcome })
        self.plan = plan
        return plan
    }

    /// Inserts a hook at its place, which it finds by halving.
    private mutating func order(_ one: Ordered) {
        var low = 0
        var high = ordered.count
        while low < high {
            let middle = (low + high) / 2
            if ordered[middle].rank < one.rank { low = middle + 1 } else { high = middle }
        }
        ordered.insert(one, at: low)
    }
}
