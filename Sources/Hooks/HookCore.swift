import Dispatchers
public import Synchronization

/// The hooks of one join point: a table behind a lock, and the plan that calls read.
///
/// A change drops the plan; the next call makes another one of the join point's own hooks and those of pointcuts.
@usableFromInline
final class HookCore: HookHolder {
    let place: HookPlace
    let registry: HookRegistry

    /// Whether this stands for a family and is no join point itself.
    var isFamily: Bool { place.type == Never.self }

    /// The family that the join point belongs to.
    private let family: HookCore?

    /// Zero while no hook concerns calls: one if this join point may have hooks, and one for each such member of a family.
    ///
    /// It is raised before a registration returns.
    @usableFromInline let loudCount = Atomic(0)

    let table = HookTable()
    /// Counts the changes, so that no plan is published that is out of date, and has the join points of a family, by shape.
    private let state = Protected((version: 0, isLoud: false, members: [ObjectIdentifier: HookCore]()))
    private let published = PublishedPlan()

    init(_ place: HookPlace, on registry: HookRegistry = .shared, of family: HookCore? = nil) {
        (self.place, self.registry, self.family) = (place, registry, family)
    }

    /// Drops the plan; without hooks anywhere the join point is quiet at once, and else until a call has made a plan.
    func didChange() {
        let old = state.withLock { state in
            state.version += 1
            setLoud(!table.isEmpty || !registry.table.isEmpty, &state.isLoud)
            return published.take()
        }
        // What advice captured is released outside of every lock.
        withExtendedLifetime(old) {}
    }

    /// The plan of calls, which the first after a change makes for advice of the types of the join point.
    func plan<Target, Arguments, Output>(of advice: HookAdvice<Target, Arguments, Output>.Type) -> HookPlan {
        published.plan ?? makePlan(of: advice)
    }

    /// Runs a body inside the hooks that concern a target.
    func run<Target, Arguments, Output, Failure: Error>(
        _ target: inout Target, _ arguments: Arguments, throwing failure: Failure.Type,
        _ body: (inout Target, Arguments) throws -> Output
    ) throws(Failure) -> Output {
        let plan = plan(of: HookAdvice<Target, Arguments, Output>.self)
        defer { withExtendedLifetime(plan) {} }
        do { return try plan.first.run(&target, arguments, body) } catch { throw converted(error) }
    }

    private func makePlan<Target, Arguments, Output>(
        of advice: HookAdvice<Target, Arguments, Output>.Type
    ) -> HookPlan {
        let version = state.withLock { $0.version }
        let (own, general, overrides) = (entries, registry.entries(for: place), registry.overrides(of: place))
        if own.contains(where: \.isOver) { sweep() }
        if general.contains(where: \.isOver) { registry.sweep() }
        let live = (own + general).filter { !$0.isOver }
        typealias Hook = ChainedHook<Target, Arguments, Output>
        let plan = HookPlan(live, live.map { Hook($0, at: place, overriddenBy: overrides) })
        // A plan that is out of date by now is right for this call alone, which began before.
        state.withLock { state in
            guard state.version == version else { return }
            setLoud(!live.isEmpty, &state.isLoud)
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

    private func setLoud(_ isLoud: Bool, _ wasLoud: inout Bool) {
        guard isLoud != wasLoud else { return }
        wasLoud = isLoud
        loudCount.add(isLoud ? 1 : -1, ordering: .relaxed)
        family?.loudCount.add(isLoud ? 1 : -1, ordering: .relaxed)
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
    var places: [HookPlace] { all.filter { !$0.isFamily }.map(\.place).sorted { "\($0)" < "\($1)" } }

    /// Adds a join point that no call has reached; the caller has those that it overrides make their plans anew.
    func add(_ core: HookCore) -> [HookCore] {
        let place = core.place
        let types = cores.withLock { cores in
            cores[place.name, default: [:]][ObjectIdentifier(place.type), default: []].append(core)
            return cores[place.name] ?? [:]
        }
        core.didChange()
        // A call on one of its targets may come to a method that it overrides.
        return types.values.filter { $0.first.map { place.overrides($0.place) } ?? false }.flatMap { $0 }
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
    func cancel(by owner: AnyObject) { remove(entries.filter { $0.terms.owner?.id == ObjectIdentifier(owner) }) }
}

/// The hooks registered in one place.
final class HookTable: Sendable {
    private let state = Protected([UInt64: HookEntry]())

    var entries: [HookEntry] { state.withLock { Array($0.values) } }
    var isEmpty: Bool { state.withLock { $0.isEmpty } }

    /// Inserts an entry, and answers whether those that are over are due to be removed.
    func insert(_ entry: HookEntry) -> Bool {
        state.withLock { entries in
            entries[entry.number] = entry
            return isSweepDue(at: entries.count)
        }
    }

    /// Removes entries, and returns those that were in the table.
    func remove(_ over: [HookEntry]) -> [HookEntry] {
        state.withLock { entries in over.compactMap { entries.removeValue(forKey: $0.number) } }
    }
}

/// Whether to look for elements that are over: at powers of two, so that it takes work in proportion to what is added.
func isSweepDue(at count: Int) -> Bool { count & (count - 1) == 0 }

/// A join point as pointcuts see it: its name, where it is declared, and the type of its targets.
final class HookPlace: Sendable {
    let name: String
    let location: SourceLocation
    let type: Any.Type

    /// Whether calls and their advice run on the main actor, known to the compiler.
    let isOnMainActor: Bool

    /// Whether a value is of the type of the targets.
    let contains: @Sendable (Any) -> Bool

    /// Whether a type is that of the targets or a subclass of it.
    let isSuper: @Sendable (Any.Type) -> Bool

    init<Target>(of type: Target.Type, name: StaticString, isOnMainActor: Bool, at location: SourceLocation) {
        (self.type, self.name, self.location) = (type, name.description, location)
        self.isOnMainActor = isOnMainActor
        contains = { $0 is Target }
        isSuper = { $0 is Target.Type }
    }

    /// Whether a method of this name here overrides the other one.
    func overrides(_ other: HookPlace) -> Bool { type != other.type && other.isSuper(type) }
}

extension HookPlace: CustomStringConvertible {
    /// The type, the method and the location.
    var description: String { "\(type).\(name) (\(location))" }
}
