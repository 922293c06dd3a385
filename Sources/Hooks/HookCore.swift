import SignalboxCore
public import Synchronization

/// The hooks of one join point, or those of all pointcuts, and the plan that calls read.
///
/// A change drops the plan. The next call makes a new one from the join point's own hooks and those of pointcuts. The members of
/// the core of pointcuts are the join points that were reached, those of a family the join points of its types. Members are
/// never released.
@usableFromInline
final class HookCore: Sendable {
    private struct State {
        var entries: [UInt64: HookEntry] = [:]
        var plan: HookPlan?
        var members: [ObjectIdentifier: HookCore] = [:]
        var isHooked = false
    }

    /// The core of all pointcuts; only tests create others.
    static let pointcuts = HookCore(
        HookPlace(type: Never.self, name: "", location: SourceLocation()) { _ in false }, in: nil)

    let place: HookPlace
    private let parent: HookCore?

    /// Zero if calls need not look for hooks: one if this join point may have hooks, and one for each such member of a family.
    ///
    /// It is incremented before a registration returns.
    @usableFromInline let hookedCount = Atomic(0)

    // The lock is not `Protected`: that is generic code of another module, which would take most of the time of a call. The
    // flag shows the thread sanitizer of Linux the order that the lock makes.
    private let state = Mutex(State())
    private let edge = Atomic(false)

    init(_ place: HookPlace, in parent: HookCore?) {
        (self.place, self.parent) = (place, parent)
        place.becomeKnown()
    }

    /// The hooks registered here, those that are over included.
    var entries: [HookEntry] { withLock { $0.entries.values.sorted { $0.number < $1.number } } }

    /// The member for a key, created at the first access.
    ///
    /// It is added before it looks for hooks of pointcuts, and these are added before they look for members. So none is missed.
    func member(for key: ObjectIdentifier, _ make: () -> HookCore) -> HookCore {
        let (core, isNew) = withLock { state -> (HookCore, Bool) in
            if let core = state.members[key] { return (core, false) }
            let core = make()
            state.members[key] = core
            return (core, true)
        }
        if isNew { core.didChange(by: inherited) }
        return core
    }

    func add(_ terms: HookTerms, _ advice: any Sendable) -> HookEntry {
        let entry = HookEntry(terms, advice) { self.remove([$0]) }
        let count = withLock { state in
            state.entries[entry.number] = entry
            return state.entries.count
        }
        didChange(by: [entry])
        if isSweepDue(at: count) { sweep() }
        return entry
    }

    /// Adds advice that gets its owner when it runs.
    ///
    /// The first call after the release of the owner ends the hook.
    func add<Owner: AnyObject & Sendable>(
        _ terms: HookTerms, by owner: Owner, _ advice: (@escaping @Sendable () -> Owner?) -> any Sendable
    ) {
        var terms = terms
        terms.owner = WeakObject(owner)
        let advice = advice { [weak owner] in
            if owner == nil { self.sweep() }
            return owner
        }
        _ = add(terms, advice)
    }

    /// Ends hooks, and removes them.
    func remove(_ entries: [HookEntry]) {
        let removed = withLock { state in entries.compactMap { state.entries.removeValue(forKey: $0.number) } }
        if !removed.isEmpty { didChange(by: removed) }
        for entry in removed { entry.end() }
    }

    /// Removes the hooks that are over, here and of pointcuts.
    func sweep() {
        remove(entries.filter(\.isOver))
        parent?.sweep()
    }

    /// Ends the hooks of an owner.
    func cancel(by owner: AnyObject) { remove(entries.filter { $0.terms.owner?.id == ObjectIdentifier(owner) }) }

    /// The plan of calls.
    ///
    /// The first call after a change makes it, for advice of the types of the join point.
    func plan<Target, Arguments, Output>(of advice: HookAdvice<Target, Arguments, Output>.Type) -> HookPlan {
        if let plan { return plan }
        sweep()
        var all: [HookEntry] = []
        // If an entry is removed meanwhile, what its advice captured is released outside of every lock.
        defer { withExtendedLifetime(all) {} }
        return withLock { state in
            if let plan = state.plan { return plan }
            all = Array(state.entries.values) + (parent?.inherited ?? [])
            let entries = all.filter { $0.mayApply(at: place) }
            let plan = HookPlan(entries.map { HookStep<Target, Arguments, Output>($0, at: place) })
            state.plan = plan
            setHooked(!entries.isEmpty, &state)
            return plan
        }
    }

    /// The plan, if it is made.
    var plan: HookPlan? { withLock { $0.plan } }

    private var isEmpty: Bool { withLock { $0.entries.isEmpty } && parent?.isEmpty ?? true }

    /// The hooks that may apply to the members.
    private var inherited: [HookEntry] { entries + (parent?.inherited ?? []) }

    /// Drops the plans that hooks may be part of.
    ///
    /// If no hooks are left, the join point is unhooked at once; otherwise the next call decides that when it makes a plan.
    private func didChange(by entries: [HookEntry]) {
        guard place.isFamily || entries.contains(where: { $0.mayApply(at: place) }) else { return }
        let (old, members) = withLock { state in
            setHooked(!state.entries.isEmpty || !(parent?.isEmpty ?? true), &state)
            return (state.plan.take(), state.members)
        }
        // What advice captured is released outside of every lock.
        withExtendedLifetime(old) {}
        for member in members.values { member.didChange(by: entries) }
    }

    private func setHooked(_ isHooked: Bool, _ state: inout State) {
        guard isHooked != state.isHooked else { return }
        state.isHooked = isHooked
        for core in [self, parent] { core?.hookedCount.add(isHooked ? 1 : -1, ordering: .relaxed) }
    }

    private func withLock<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock { state in
            _ = edge.load(ordering: .acquiring)
            defer { edge.store(true, ordering: .releasing) }
            return body(&state)
        }
    }
}

/// Whether to look for elements that are over: at powers of two, so that it takes work in proportion to what is added.
func isSweepDue(at count: Int) -> Bool { count & (count - 1) == 0 }

/// What pointcuts know of a join point: its name, where it is declared, and the type of its targets.
struct HookPlace: Sendable {
    /// The join points that were reached, by name and type; never released.
    private static let known = Protected([String: [ObjectIdentifier: [HookPlace]]]())

    /// The join points that were reached.
    static var all: [HookPlace] {
        known.withLock { $0.values.flatMap { $0.values.joined() } }.filter { !$0.isFamily }
    }

    let type: Any.Type
    let name: String
    let location: SourceLocation

    /// Whether it is the place of a family, or of all pointcuts, and no join point itself.
    var isFamily: Bool { type == Never.self }

    /// The names of the type and the method, with a dot between them.
    var fullName: String { "\(type).\(name)" }

    /// Whether the method and its advice are declared to run on the main actor.
    var isOnMainActor = false

    /// Whether a type is that of the targets or a subclass of it.
    let isSuper: @Sendable (Any.Type) -> Bool

    /// Makes it known to the methods that it overrides.
    func becomeKnown() {
        Self.known.withLock { $0[name, default: [:]][ObjectIdentifier(type), default: []].append(self) }
    }

    /// Whether the class of a target overrides this method, with a join point of this name.
    func isOverridden(for target: Any) -> Bool {
        let others = Self.known.withLock { $0[name] ?? [:] }.values
        return others.lazy.compactMap(\.first).contains {
            $0.type != type && isSuper($0.type) && $0.isSuper(Swift.type(of: target))
        }
    }
}
