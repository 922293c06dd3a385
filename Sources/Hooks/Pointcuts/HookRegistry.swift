import Dispatchers

/// All join points that were reached, and all hooks of pointcuts: where the two find each other.
///
/// There is one, since join points are static; tests of its own parts have others. Each of the two is announced before it
/// asks for the other, so that none is missed, whichever comes first.
final class HookRegistry: Sendable {
    static let shared = HookRegistry()

    private struct State: Sendable {
        var cores: [ObjectIdentifier: HookCore] = [:]
        /// The join points again, by name and type: overrides are looked for among the types of one name.
        var methods: [String: [ObjectIdentifier: [ObjectIdentifier: HookCore]]] = [:]
        var registry = Registry<HookTopic, HookEntry>()

        /// A join point of each type that has one of this name.
        func places(named name: String) -> [HookPlace] {
            (methods[name] ?? [:]).values.compactMap { $0.values.first?.place }
        }
    }

    private let state = Protected(State())

    /// The calls that load plans at this moment, on all join points.
    let readers = Readers()

    /// The join points that were reached and still exist, by place.
    var places: [HookPlace] {
        state.withLock { Array($0.cores.values) }.filter { $0.members == nil }.map(\.place)
            .sorted { $0.description < $1.description }
    }

    /// Adds a join point unless it is known, and lets it ask for its hooks.
    func add(_ core: HookCore) {
        let (id, place) = (ObjectIdentifier(core), core.place)
        let isNew = state.withLock { state in
            state.methods[place.name, default: [:]][place.type.id, default: [:]][id] = core
            return state.cores.updateValue(core, forKey: id) == nil
        }
        if isNew {
            // A call on one of its targets may come to those that it overrides.
            let overridden = state.withLock { $0.places(named: place.name) }.filter { place.overrides($0) }
            let cores = state.withLock { state in
                overridden.flatMap { Array((state.methods[place.name]?[$0.type.id] ?? [:]).values) }
            }
            for core in cores { core.invalidate() }
        }
        core.refresh()
    }

    /// Forgets a join point that ceases to exist.
    func forget(_ core: HookCore) {
        let (id, place) = (ObjectIdentifier(core), core.place)
        let removed = state.withLock { state in
            var types = state.methods[place.name] ?? [:]
            types[place.type.id]?[id] = nil
            if types[place.type.id]?.isEmpty ?? false { types[place.type.id] = nil }
            state.methods[place.name] = types.isEmpty ? nil : types
            return state.cores.removeValue(forKey: id)
        }
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

    /// The number of hooks, with those that are over and were not found yet.
    var count: Int { state.withLock { $0.registry.count } }

    /// All hooks.
    var entries: [HookEntry] { state.withLock { $0.registry.all }.map(\.element).filter { !$0.isOver } }

    /// The hooks that may concern a join point.
    func entries(for place: HookPlace) -> [HookEntry] {
        entries.filter { $0.rule.decide(at: place, of: nil) != false }
    }

    /// The join points that override another one.
    func overrides(of place: HookPlace) -> [HookPlace] {
        state.withLock { $0.places(named: place.name) }.filter { $0.overrides(place) }
    }

    private func end(_ removal: @Sendable (inout Registry<HookTopic, HookEntry>) -> [HookEntry]) {
        for entry in change(removal) { entry.end() }
    }

    private func change<Result: Sendable>(_ body: (inout Registry<HookTopic, HookEntry>) -> Result) -> Result {
        let (result, cores) = state.withLock { state in (body(&state.registry), Array(state.cores.values)) }
        for core in cores { core.invalidate() }
        return result
    }
}
