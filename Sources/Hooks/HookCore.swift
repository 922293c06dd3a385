import Dispatchers
public import Synchronization

/// The hooks of one join point: a table behind a lock, and the plan that calls read.
///
/// A change drops the plan; the next call makes another one of the join point's own hooks and those of pointcuts.
@usableFromInline
final class HookCore: HookHolder {
    private struct State: Sendable {
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

    let table = HookTable()
    private let state = Protected(State())

    private let published = PublishedPlan()

    init(
        _ place: HookPlace, on registry: HookRegistry = .shared, isFamily: Bool = false, of family: HookCore? = nil
    ) {
        (self.place, self.registry, self.isFamily, self.family) = (place, registry, isFamily, family)
    }

    /// Drops the plan; without hooks anywhere the join point is quiet at once, and else until a call has made a plan.
    func didChange() {
        let old = state.withLock { state in
            state.version += 1
            setLoud(!table.isEmpty || !registry.table.isEmpty, &state)
            return published.take()
        }
        // What advice captured is released outside of every lock.
        withExtendedLifetime(old) {}
    }

    /// The plan of calls, which the first after a change makes for advice of the types of the join point.
    func plan<Target, Arguments, Output>(of advice: HookAdvice<Target, Arguments, Output>.Type) -> HookPlan {
        published.plan ?? makePlan(of: advice)
    }

    private func makePlan<Target, Arguments, Output>(
        of advice: HookAdvice<Target, Arguments, Output>.Type
    ) -> HookPlan {
        let version = state.withLock { $0.version }
        let (own, general, overrides) = (entries, registry.entries(for: place), registry.overrides(of: place))
        if own.contains(where: \.isOver) { sweep() }
        if general.contains(where: \.isOver) { registry.sweep() }
        let live = (own + general).filter { !$0.isOver }
        let plan = HookPlan(
            live,
            HookChain(
                live.map {
                    ChainedHook<Target, Arguments, Output>($0, at: place, overriddenBy: overrides)
                }))
        // A plan that is out of date by now is right for this call alone, which began before.
        state.withLock { state in
            guard state.version == version else { return }
            setLoud(!live.isEmpty, &state)
            published.plan = plan
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

extension HookCore {
    /// Runs a body inside the hooks that concern a target.
    func run<Target, Arguments, Output, Failure: Error>(
        _ target: inout Target, _ arguments: Arguments, throwing failure: Failure.Type,
        _ body: (inout Target, Arguments) throws -> Output
    ) throws(Failure) -> Output {
        let plan = plan(of: HookAdvice<Target, Arguments, Output>.self)
        defer { withExtendedLifetime(plan) {} }
        do { return try plan.chain.first.run(&target, arguments, body) } catch { throw converted(error) }
    }
}

/// All join points that were reached, and the hooks of all pointcuts.
///
/// Each of the two is added before it asks for the other, so that none is missed, whichever comes first. Join points are
/// never released, so neither is what is known of them. There is one registry; only its tests have others.
final class HookRegistry: HookHolder {
    static let shared = HookRegistry()

    /// By name and by the type that declares them.
    private let cores = Protected([String: [ObjectIdentifier: [HookCore]]]())

    let table = HookTable()

    private var all: [HookCore] { cores.withLock { $0.values.flatMap { $0.values.flatMap { $0 } } } }

    /// The join points that were reached, by name.
    var places: [HookPlace] {
        all.filter { !$0.isFamily }.map(\.place).sorted { $0.description < $1.description }
    }

    /// Adds a join point that no call has reached; the caller has those that it overrides make their plans anew.
    func add(_ core: HookCore) -> [HookCore] {
        let place = core.place
        let others = cores.withLock { cores in
            cores[place.name, default: [:]][place.type.id, default: []].append(core)
            return cores[place.name, default: [:]].filter { $0.key != place.type.id }.values.flatMap { $0 }
        }
        core.didChange()
        // A call on one of its targets may come to a method that it overrides.
        return others.filter { place.overrides($0.place) }
    }

    /// The join points that override another one, one for each type.
    func overrides(of place: HookPlace) -> [HookPlace] {
        cores.withLock { ($0[place.name] ?? [:]).values.compactMap { $0.first?.place } }.filter { $0.overrides(place) }
    }

    /// The hooks of pointcuts that may concern a join point.
    func entries(for place: HookPlace) -> [HookEntry] { entries.filter { $0.terms.rule.answer(place, nil) != false } }

    func didChange() { for core in all { core.didChange() } }
}

/// What hooks are registered with: a join point, or the registry for those of pointcuts.
protocol HookHolder: AnyObject, Sendable {
    var table: HookTable { get }

    /// Has calls look at the table again.
    func didChange()
}

extension HookHolder {
    /// The hooks registered here, those that are over included.
    var entries: [HookEntry] { table.entries }

    func add(_ terms: HookTerms, _ advice: any Sendable) -> HookEntry {
        let entry = HookEntry(terms, advice) { self.remove([$0]) }
        let isSweepDue = table.insert(entry)
        didChange()
        if isSweepDue { sweep() }
        return entry
    }

    /// Adds advice that needs its owner, and gets it just before it runs; the first call without it ends the hook.
    func add<Owner: AnyObject & Sendable>(
        _ terms: HookTerms, by owner: Owner, _ advice: (@escaping @Sendable () -> Owner?) -> any Sendable
    ) {
        var terms = terms
        terms.owner = WeakObject(owner)
        let (what, isolation) = (terms.what, terms.isolation)
        let advice = advice { [weak owner] in
            guard let owner else {
                self.sweep()
                return nil
            }
            isolation?.preconditionIsolated("\(what) touches state of an actor that the call is not made on.")
            return owner
        }
        _ = add(terms, advice)
    }

    /// Ends hooks, and removes them.
    func remove(_ entries: [HookEntry]) {
        let removed = table.remove(entries)
        if !removed.isEmpty { didChange() }
        for entry in removed { entry.end() }
    }

    /// Removes the hooks that are over.
    func sweep() { remove(entries.filter(\.isOver)) }

    /// Ends the hooks of an owner.
    func cancel(by owner: AnyObject) {
        remove(entries.filter { $0.terms.owner?.id == ObjectIdentifier(owner) })
    }
}

/// The hooks registered in one place.
final class HookTable: Sendable {
    private let state = Protected((entries: [UInt64: HookEntry](), sweepCount: 16))

    var entries: [HookEntry] { state.withLock { Array($0.entries.values) } }
    var isEmpty: Bool { state.withLock { $0.entries.isEmpty } }

    /// Inserts an entry, and answers whether there are twice as many as after the last sweep.
    func insert(_ entry: HookEntry) -> Bool {
        state.withLock { state in
            state.entries[entry.number] = entry
            return state.entries.count > state.sweepCount
        }
    }

    /// Removes entries, and returns those that were in the table.
    func remove(_ over: [HookEntry]) -> [HookEntry] {
        state.withLock { state in
            let removed = over.compactMap { state.entries.removeValue(forKey: $0.number) }
            state.sweepCount = max(16, state.entries.count * 2)
            return removed
        }
    }
}

/// A join point as pointcuts see it: its name, where it is declared, and the type of its targets.
final class HookPlace: Sendable {
    let name: String
    let location: SourceLocation
    let type: HookedType

    /// Whether calls and their advice run on the main actor, known to the compiler.
    let isOnMainActor: Bool

    init(of type: HookedType, name: StaticString, isOnMainActor: Bool, at location: SourceLocation) {
        (self.type, self.name, self.location) = (type, name.description, location)
        self.isOnMainActor = isOnMainActor
    }

    /// Whether a method of this name here overrides the other one.
    func overrides(_ other: HookPlace) -> Bool { type.id != other.type.id && other.type.isSuper(type) }
}

extension HookPlace: CustomStringConvertible {
    /// The type, the method and the location.
    var description: String { "\(type.name).\(name) (\(location))" }
}
