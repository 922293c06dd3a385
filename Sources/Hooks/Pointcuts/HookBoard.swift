import Dispatchers

/// All join points that were reached, and all hooks of pointcuts: where the two find each other.
///
/// There is one, since join points are static; tests of its own parts have others. Each of the two is announced before it
/// asks for the other, so that none is missed, whichever comes first.
final class HookBoard: Sendable {
    static let shared = HookBoard()

    private struct State: Sendable {
        var cores: [ObjectIdentifier: HookCore] = [:]
        var registry = Registry<HookTopic, HookEntry>()
    }

    private let state = Protected(State())

    /// The calls that load plans at this moment, on all join points.
    let readers = Readers()

    /// The join points that were reached and still exist, by place.
    var places: [HookPlace] {
        state.withLock { Array($0.cores.values) }.filter { $0.members == nil }.map(\.place)
            .sorted { $0.description < $1.description }
    }

    /// Takes in a join point.
    func add(_ core: HookCore) {
        let cores = state.withLock { state in
            state.cores[ObjectIdentifier(core)] = core
            return Array(state.cores.values)
        }
        // One that overrides others changes what concerns these.
        for other in cores where other === core || core.place.overrides(other.place) { other.refresh() }
    }

    /// Forgets a join point that ceases to exist.
    func forget(_ core: HookCore) {
        let removed = state.withLock { $0.cores.removeValue(forKey: ObjectIdentifier(core)) }
        withExtendedLifetime(removed) {}
    }

    /// Adds a pointcut's hook and answers what ends it.
    func add(_ entry: HookEntry, owner: ObjectIdentifier?) -> @Sendable () -> Void {
        let (key, isSweepDue) = change { registry in
            (registry.insert(entry, on: .all, priority: entry.hook.priority, owner: owner), registry.isSweepDue)
        }
        if isSweepDue { sweep() }
        return { [self] in end { $0.removeAll([key]) } }
    }

    /// Ends what an owner registered.
    func end(ownedBy owner: ObjectIdentifier) { end { $0.removeAll(ownedBy: owner) } }

    /// Takes out what is over.
    func sweep() {
        let over = state.withLock { $0.registry.all }.filter { $0.element.isOver }.map(\.key)
        end { registry in
            registry.didSweep()
            return registry.removeAll(over)
        }
    }

    /// All hooks.
    var entries: [HookEntry] { state.withLock { $0.registry.all }.map(\.element).filter { !$0.isOver } }

    /// The hooks that may concern a join point.
    func entries(for place: HookPlace) -> [HookEntry] {
        entries.filter { $0.rule.decide(at: place, of: nil) != false }
    }

    /// The join points that override another one.
    func overrides(of place: HookPlace) -> [HookPlace] {
        state.withLock { Array($0.cores.values) }.map(\.place).filter { $0.overrides(place) }
    }

    private func end(_ removal: @Sendable (inout Registry<HookTopic, HookEntry>) -> [HookEntry]) {
        for entry in change(removal) { entry.end() }
    }

    private func change<Result: Sendable>(_ body: (inout Registry<HookTopic, HookEntry>) -> Result) -> Result {
        let (result, cores) = state.withLock { state in (body(&state.registry), Array(state.cores.values)) }
        for core in cores { core.refresh() }
        return result
    }
}
