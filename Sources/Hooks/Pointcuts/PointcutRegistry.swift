import SignalboxCore

/// The hooks of pointcuts, and the join points that were reached, to which they may apply.
///
/// A join point is added before it gets the hooks, and a hook is added before the join points get it. So none is missed.
final class PointcutRegistry: Sendable {
    private struct State {
        var entries: [UInt64: HookEntry] = [:]
        var families: [FamilyCore] = []

        /// The join points, by name and type of targets; they are never released.
        var joinPoints: [String: [ObjectIdentifier: [HookCore]]] = [:]

        var allJoinPoints: [HookCore] { joinPoints.values.flatMap { $0.values.joined() } }
    }

    /// The registry of the process; only tests create others.
    static let shared = PointcutRegistry()

    private let state = Protected(State())

    /// The join points that were reached, in the order of their names.
    var joinPoints: [HookCore] {
        state.withLock { $0.allJoinPoints }.sorted { $0.signature.fullName < $1.signature.fullName }
    }

    /// The hooks of pointcuts, first registered first.
    var hooks: [HookEntry] {
        state.withLock { Array($0.entries.values) }.filter { !$0.isOver }.sorted { $0.number < $1.number }
    }

    /// The join points that were reached.
    var signatures: [JoinPointSignature] { state.withLock { $0.allJoinPoints }.map(\.signature) }

    /// Adds a join point, with the hooks that may apply to it.
    ///
    /// - Returns: The hooks. One may be the last reference to advice that ended meanwhile, so release them outside of any lock.
    func adopt(_ core: HookCore) -> [HookEntry] {
        let entries = state.withLock { state in
            let signature = core.signature
            state.joinPoints[signature.name, default: [:]][ObjectIdentifier(signature.type), default: []].append(core)
            return Array(state.entries.values)
        }
        for entry in entries { offer(entry, to: core) }
        return entries
    }

    /// Adds a family of join points.
    func adopt(_ family: FamilyCore) {
        state.withLock { state in
            state.families.append(family)
            if !state.entries.isEmpty { family.addReason() }
        }
    }

    /// Adds a hook, to all join points that it may apply to.
    func add(_ terms: HookTerms, _ advice: PointcutAdvice) -> HookEntry {
        let entry = HookEntry(terms, advice) { self.remove([$0]) }
        let (joinPoints, count) = state.withLock { state in
            state.entries[entry.number] = entry
            if state.entries.count == 1 { for family in state.families { family.addReason() } }
            return (state.allJoinPoints, state.entries.count)
        }
        for core in joinPoints { offer(entry, to: core) }
        // Powers of two, so that it takes work in proportion to the hooks that are added.
        if count & (count - 1) == 0 { sweep() }
        return entry
    }

    /// Adds advice that gets its owner when it runs.
    ///
    /// The first call after the release of the owner ends the hook.
    func add<Owner: AnyObject & Sendable>(
        _ terms: HookTerms, by owner: Owner, _ advice: (@escaping @Sendable () -> Owner?) -> PointcutAdvice
    ) {
        var terms = terms
        terms.owner = HookedObject(owner)
        let advice = advice { [weak owner] in
            if owner == nil { self.sweep() }
            return owner
        }
        _ = add(terms, advice)
    }

    /// Ends hooks that are among those of pointcuts, and removes them.
    func remove(_ entries: [HookEntry]) {
        let (removed, joinPoints) = state.withLock { state in
            let removed = entries.compactMap { state.entries.removeValue(forKey: $0.number) }
            if removed.isEmpty { return (removed, [HookCore]()) }
            if state.entries.isEmpty { for family in state.families { family.removeReason() } }
            return (removed, state.allJoinPoints)
        }
        for entry in removed { entry.end() }
        for core in joinPoints { core.remove(removed) }
    }

    /// Excludes a hook from the calls of join points where it cannot run.
    func withdraw(_ entry: HookEntry) {
        for core in state.withLock({ $0.allJoinPoints }) where !entry.canRun(at: core.signature) {
            core.exclude([entry])
        }
    }

    /// Ends the hooks of an owner.
    func cancel(by owner: AnyObject) {
        remove(state.withLock { Array($0.entries.values) }.filter { $0.terms.owner?.id == ObjectIdentifier(owner) })
    }

    /// Removes the hooks that are over.
    func sweep() { remove(state.withLock { Array($0.entries.values) }.filter(\.isOver)) }

    /// Returns whether a subclass has a join point of the same name, which covers a target as well.
    ///
    /// Then the method of that class overrides the method of this one.
    func isOverridden(_ signature: JoinPointSignature, for target: Any) -> Bool {
        let others = state.withLock { $0.joinPoints[signature.name] ?? [:] }.values
        return others.lazy.compactMap(\.first?.signature).contains { other in
            other.type != signature.type && signature.covers(other.type) && other.covers(type(of: target))
        }
    }

    /// Includes a hook in the calls of a join point, if it may apply there.
    private func offer(_ entry: HookEntry, to core: HookCore) {
        if entry.mayApply(at: core.signature) { core.include(entry) }
    }
}
