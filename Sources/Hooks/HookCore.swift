import Dispatchers
public import Synchronization

/// The hooks of one join point: a table behind a lock, and the plan that calls read.
///
/// A change drops the plan; the next call makes another one of the join point's own hooks and those of pointcuts.
@usableFromInline
final class HookCore: Sendable {
    private struct State: Sendable {
        var table = HookTable()
        /// Counts the changes, so that no plan is published that is out of date.
        var version = 0
        var isLoud = false
        /// The join points of a family, by shape.
        var members: [ObjectIdentifier: HookCore] = [:]
    }

    let place: HookPlace
    let registry: HookRegistry

    /// Whether this stands for a family and is no join point itself.
    let isFamily: Bool

    /// The family that the join point belongs to.
    private let family: HookCore?

    /// Zero while no hook concerns calls: one if this join point may have hooks, and one for each such member of a family.
    ///
    /// It is raised before a registration returns.
    @usableFromInline let loudCount = Atomic(0)

    private let state = Protected(State())

    // The lock is not `Protected`: that is generic code of another module, which would take most of the time of a call.
    private let published = Mutex<HookPlan?>(nil)
    /// Shows the thread sanitizer of Linux the order that the lock makes.
    private let edge = Atomic(false)

    init(
        _ place: HookPlace, on registry: HookRegistry = .shared, isFamily: Bool = false, of family: HookCore? = nil
    ) {
        (self.place, self.registry, self.isFamily, self.family) = (place, registry, isFamily, family)
    }

    /// The hooks registered here, those that are over included.
    var entries: [HookEntry] { state.withLock { Array($0.table.entries.values) } }

    /// The plan of calls, if there is one.
    var plan: HookPlan? { withPublished { $0 } }

    private func withPublished<Result>(_ body: (inout HookPlan?) -> Result) -> Result {
        published.withLock { plan in
            _ = edge.load(ordering: .acquiring)
            defer { edge.store(true, ordering: .releasing) }
            return body(&plan)
        }
    }

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
            return withPublished { $0.take() }
        }
        // What advice captured is released outside of every lock.
        withExtendedLifetime(old) {}
    }

    func makePlan<Target, Arguments, Output, Subject>(
        of step: HookStep<Target, Arguments, Output>.Type, on type: Subject.Type
    ) -> HookPlan {
        let version = state.withLock { $0.version }
        let (own, general, overrides) = (entries, registry.entries(for: place), registry.overrides(of: place))
        if own.contains(where: \.isOver) { sweep() }
        if general.contains(where: \.isOver) { registry.sweep() }
        let live = (own + general).filter { !$0.isOver }
        let plan = HookPlan(live, at: place) { [place] entry, rest in
            HookStep<Target, Arguments, Output>(
                entry, at: place, overrides: overrides, before: rest, on: Subject.self)
        }
        // A plan that is out of date by now is right for this call alone, which began before.
        state.withLock { state in
            guard state.version == version else { return }
            setLoud(!live.isEmpty, &state)
            withPublished { $0 = plan }
        }
        return plan
    }

    /// The join point of a family for a shape, which is made when it is first asked for.
    func member(for shape: ObjectIdentifier, _ make: () -> HookCore) -> HookCore {
        let (core, overridden) = state.withLock { state -> (HookCore, [HookCore]) in
            if let core = state.members[shape] { return (core, []) }
            let core = make()
            let overridden = registry.add(core)
            state.members[shape] = core
            return (core, overridden)
        }
        for other in overridden { other.didChange() }
        return core
    }

    private func setLoud(_ isLoud: Bool, _ state: inout State) {
        guard isLoud != state.isLoud else { return }
        state.isLoud = isLoud
        loudCount.add(isLoud ? 1 : -1, ordering: .relaxed)
        family?.loudCount.add(isLoud ? 1 : -1, ordering: .relaxed)
    }
}

/// All join points that were reached, and the hooks of all pointcuts.
///
/// Each of the two is added before it asks for the other, so that none is missed, whichever comes first. Join points are
/// never released, so neither is what is known of them. There is one registry; only its tests have others.
final class HookRegistry: Sendable {
    static let shared = HookRegistry()

    private struct State: Sendable {
        /// By name and by the type that declares them.
        var cores: [String: [ObjectIdentifier: [HookCore]]] = [:]
        var table = HookTable()
    }

    private let state = Protected(State())

    /// An atomic, since each join point reads it for each change while others hold the lock.
    private let hookCount = Atomic(0)

    /// Whether there are hooks of pointcuts.
    var hasHooks: Bool { hookCount.load(ordering: .sequentiallyConsistent) > 0 }

    private var cores: [HookCore] { state.withLock { $0.cores.values.flatMap { $0.values.flatMap { $0 } } } }

    /// The join points that were reached, by name.
    var places: [HookPlace] {
        cores.filter { !$0.isFamily }.map(\.place).sorted { $0.description < $1.description }
    }

    /// Adds a join point that no call has reached; the caller has those that it overrides make their plans anew.
    func add(_ core: HookCore) -> [HookCore] {
        let place = core.place
        let others = state.withLock { state in
            state.cores[place.name, default: [:]][place.type.id, default: []].append(core)
            return state.cores[place.name, default: [:]].filter { $0.key != place.type.id }.values.flatMap { $0 }
        }
        core.didChange()
        // A call on one of its targets may come to a method that it overrides.
        return others.filter { place.overrides($0.place) }
    }

    /// The join points that override another one, one for each type.
    func overrides(of place: HookPlace) -> [HookPlace] {
        state.withLock { ($0.cores[place.name] ?? [:]).values.compactMap { $0.first?.place } }
            .filter { $0.overrides(place) }
    }

    /// The hooks of pointcuts, those that are over included.
    var entries: [HookEntry] { state.withLock { Array($0.table.entries.values) } }

    /// The hooks of pointcuts that may concern a join point.
    func entries(for place: HookPlace) -> [HookEntry] { entries.filter { $0.terms.rule.answer(at: place) != false } }

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
