import Dispatchers
public import Synchronization

/// The hooks of one join point: a table behind a lock, and the plan that calls read without one.
///
/// A change drops the plan; the next call makes another one of the join point's own hooks and those of pointcuts.
@usableFromInline
final class HookCore: Sendable {
    private struct State: Sendable {
        var table = HookTable()
        /// Counts the changes, so that no plan is published that is out of date.
        var version = 0
        var isLoud = false
    }

    let place: HookPlace
    let registry: HookRegistry

    /// The join points of the family, if this stands for a family and is no join point itself.
    let members: HookFamily?

    /// The family that the join point belongs to.
    private let family: HookCore?

    /// Zero while no hook concerns calls: one if this join point may have hooks, and one for each such member of a family.
    ///
    /// It is raised before a registration returns.
    @usableFromInline let loudCount = Atomic(0)

    private let state = Protected(State())
    private let published = PublishedPlan()

    init(
        _ place: HookPlace, on registry: HookRegistry = .shared, members: HookFamily? = nil, of family: HookCore? = nil
    ) {
        (self.place, self.registry, self.members, self.family) = (place, registry, members, family)
    }

    /// Relaxed suffices: a thread that learns of a registration by any means also reads the count raised for it.
    @inlinable var isQuiet: Bool { loudCount.load(ordering: .relaxed) == 0 }

    /// The hooks registered here, those that are over included.
    var entries: [HookEntry] { state.withLock { Array($0.table.entries.values) } }

    /// The plan of calls, if there is one.
    @usableFromInline var plan: AnyObject? { published.load(reading: registry.readers) }

    func add(_ entry: HookEntry) {
        let isSweepDue = state.withLock { $0.table.insert(entry) }
        didChange()
        if isSweepDue { sweep() }
    }

    /// Ends hooks, and removes them.
    func remove(_ entries: [HookEntry]) {
        let removed = state.withLock { $0.table.remove(entries) }
        if !removed.isEmpty { didChange() }
        for entry in removed { entry.end() }
    }

    /// Removes the hooks that are over.
    func sweep() { remove(entries.filter(\.isOver)) }

    /// Drops the plan; without hooks anywhere the join point is quiet at once, and else until a call has made a plan.
    func didChange() {
        let old = state.withLock { state in
            state.version += 1
            setLoud(!state.table.entries.isEmpty || registry.hasHooks, &state)
            return published.exchange(nil)
        }
        registry.readers.retire(old)
    }

    @usableFromInline func makePlan<Layer>() -> HookPlan<Layer> {
        while true {
            let version = state.withLock { $0.version }
            let (own, general) = (entries, registry.entries(for: place))
            if own.contains(where: \.isOver) { sweep() }
            if general.contains(where: \.isOver) { registry.sweep() }
            let live = (own + general).filter { !$0.isOver }
            let plan = HookPlan<Layer>(live, at: place, overrides: registry.overrides(of: place))
            let (isCurrent, old): (Bool, Retired?) = state.withLock { state in
                guard state.version == version else { return (false, nil) }
                setLoud(!live.isEmpty, &state)
                return (true, published.exchange(plan))
            }
            registry.readers.retire(old)
            if isCurrent { return plan }
        }
    }

    private func setLoud(_ isLoud: Bool, _ state: inout State) {
        guard isLoud != state.isLoud else { return }
        state.isLoud = isLoud
        loudCount.add(isLoud ? 1 : -1, ordering: .relaxed)
        family?.loudCount.add(isLoud ? 1 : -1, ordering: .relaxed)
    }
}

/// The join points of a family, by shape; they are never released.
final class HookFamily: Sendable {
    private let cores = Protected([ObjectIdentifier: HookCore]())

    /// The join point of a shape, which is made when it is first asked for.
    func core(for shape: ObjectIdentifier, _ make: () -> HookCore) -> HookCore {
        if let core = cores.withLock({ $0[shape] }) { return core }
        let made = make()
        let core = cores.withLock { cores in
            let core = cores[shape] ?? made
            cores[shape] = core
            return core
        }
        if core === made { made.registry.add(made) }
        return core
    }
}

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
        entries.filter { $0.terms.rule.answer(at: place) != false }
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
