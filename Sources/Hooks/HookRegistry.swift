import Dispatchers
import Synchronization

/// All join points that were reached, and the hooks of all pointcuts.
///
/// Each of the two is added before it asks for the other, so that none is missed, whichever comes first. Join points are
/// static, so there is one registry; only its tests have others.
final class HookRegistry: Sendable {
    static let shared = HookRegistry()

    /// The join points of one method, by the type that declares it.
    private typealias Method = [ObjectIdentifier: [ObjectIdentifier: HookCore]]

    private struct State: Sendable {
        var methods: [String: Method] = [:]
        var table = HookTable()
    }

    private let state = Protected(State())
    private let hookCount = Atomic(0)

    /// The calls that load plans at this moment, on all join points.
    let readers = Readers()

    /// Whether there are hooks of pointcuts.
    var hasHooks: Bool { hookCount.load(ordering: .sequentiallyConsistent) > 0 }

    private var cores: [HookCore] { state.withLock { $0.methods.values.flatMap { $0.values.flatMap(\.values) } } }

    /// The join points that were reached and still exist, by name.
    var places: [HookPlace] {
        cores.filter { $0.members == nil }.map(\.place).sorted { $0.description < $1.description }
    }

    /// Adds a join point.
    func add(_ core: HookCore) {
        let (place, id) = (core.place, ObjectIdentifier(core))
        let others = state.withLock { state in
            state.methods[place.name, default: [:]][place.type.id, default: [:]][id] = core
            return state.methods[place.name, default: [:]].filter { $0.key != place.type.id }.values.flatMap(\.values)
        }
        // A call on one of its targets may come to a method that it overrides.
        for other in others where place.overrides(other.place) { other.didChange() }
        core.didChange()
    }

    /// Removes a join point that ceases to exist.
    func remove(_ core: HookCore) {
        let (place, id) = (core.place, ObjectIdentifier(core))
        state.withLock { state in
            var types = state.methods[place.name] ?? [:]
            types[place.type.id]?[id] = nil
            if types[place.type.id]?.isEmpty ?? false { types[place.type.id] = nil }
            state.methods[place.name] = types.isEmpty ? nil : types
        }
    }

    /// The join points that override another one, one for each type.
    func overrides(of place: HookPlace) -> [HookPlace] {
        state.withLock { ($0.methods[place.name] ?? [:]).values.compactMap { $0.values.first?.place } }
            .filter { $0.overrides(place) }
    }

    /// The hooks of pointcuts, those that are over included.
    var entries: [HookEntry] { state.withLock { Array($0.table.entries.values) } }

    /// The hooks of pointcuts that may concern a join point.
    func entries(for place: HookPlace) -> [HookEntry] {
        entries.filter { $0.rule.answer(at: place) != false }
    }

    func add(_ entry: HookEntry) {
        hookCount.add(1, ordering: .sequentiallyConsistent)
        let isSweepDue = state.withLock { $0.table.insert(entry) }
        for core in cores { core.didChange() }
        if isSweepDue { sweep() }
    }

    /// Ends hooks, and removes them.
    func remove(_ entries: [HookEntry]) {
        let removed = state.withLock { $0.table.remove(entries) }
        guard !removed.isEmpty else { return }
        hookCount.subtract(removed.count, ordering: .sequentiallyConsistent)
        for core in cores { core.didChange() }
        for entry in removed { entry.end() }
    }

    /// Removes the hooks that are over.
    func sweep() { remove(entries.filter(\.isOver)) }
}
