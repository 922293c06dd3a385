import Dispatchers
public import Synchronization

/// What hooks one join point: a registry behind a lock, and the plan that calls read without one.
///
/// The first call that needs a plan makes it; a change drops it.
@usableFromInline
final class HookCore: Sendable {
    private struct State: Sendable {
        var registry = Registry<HookTopic, HookEntry>()
        /// The pointcuts' hooks that may concern this join point.
        var general: [HookEntry] = []
        /// Whether there are hooks of pointcuts; asked of a family, whose calls do not ask by themselves.
        var isAnyHooked = false
        /// Whether the pointcuts were asked for them; until then the join point is not quiet, and no plan is made.
        var isAsked = false
        /// Counts the changes, so that nothing is made of what is out of date.
        var version = 0
        /// What this core contributes to `hookCount`.
        var counted = 1
    }

    let place: HookPlace
    let hookRegistry: HookRegistry

    /// The join points of the family, if it is no join point itself but a family.
    let members: HookFamily?

    /// The family that it belongs to.
    private let family: HookCore?

    /// How many hooks may concern calls; zero when the join point is quiet.
    ///
    /// A number, since a Boolean costs an instruction more to test. It is raised before a registration returns.
    @usableFromInline let hookCount = Atomic(1)

    private let state = Protected(State())
    private let plan = PublishedPlan()

    init(
        _ place: HookPlace, on hookRegistry: HookRegistry = .shared, members: HookFamily? = nil,
        of family: HookCore? = nil
    ) {
        self.place = place
        self.hookRegistry = hookRegistry
        self.members = members
        self.family = family
    }

    /// Counts it in its family, which is not quiet while one of its members is not.
    func joinFamily() { family?.hookCount.add(1, ordering: .relaxed) }

    /// Relaxed suffices: a thread that learns of a registration by any means also reads the count raised for it.
    @inlinable var isQuiet: Bool { hookCount.load(ordering: .relaxed) == 0 }

    /// The hooks registered here that are not over, first registered first.
    var hooks: [Hook] {
        state.withLock { $0.registry.all }.map(\.element).filter { !$0.isOver }.map(\.hook)
    }

    /// The hooks registered here, with those that are over and were not found yet.
    var count: Int { state.withLock { $0.registry.count } }

    /// The hooks of a call, which it retains until it ends.
    @usableFromInline func chain<Target>(for target: Target) -> HookChain {
        (plan.load(reading: hookRegistry.readers) ?? makePlan()).chain(for: target)
    }

    /// Adds a hook and answers what ends it, which does not keep the core.
    func add(_ entry: HookEntry, owner: ObjectIdentifier?) -> @Sendable () -> Void {
        let (key, isSweepDue) = change { registry in
            (registry.insert(entry, on: .all, priority: entry.hook.priority, owner: owner), registry.isSweepDue)
        }
        if isSweepDue { sweep() }
        return { [weak self] in self?.end { $0.removeAll([key]) } }
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

    /// Forgets which pointcuts' hooks concern this join point, in constant time; the next call asks again.
    ///
    /// One of a family asks at once: until it has asked, calls of all the family would look their join points up.
    func invalidate() {
        if family != nil || members != nil { return refresh() }
        let (released, plan): ([HookEntry], HookPlan?) = state.withLock { state in
            let old = state.general
            state.general = []
            state.isAsked = false
            return (old, settle(&state))
        }
        hookRegistry.readers.retire(plan)
        withExtendedLifetime(released) {}
    }

    /// Asks which pointcuts' hooks may concern this join point.
    func refresh() {
        var isCurrent = false
        while !isCurrent {
            let version = state.withLock { $0.version }
            let general = members == nil ? hookRegistry.entries(for: place) : []
            let isAnyHooked = members != nil && hookRegistry.count > 0
            let (released, plan): ([HookEntry], HookPlan?) = state.withLock { state in
                isCurrent = state.version == version
                guard isCurrent else { return (general, nil) }
                let old = state.general
                state.general = general
                state.isAnyHooked = isAnyHooked
                state.isAsked = true
                return (old, settle(&state))
            }
            hookRegistry.readers.retire(plan)
            withExtendedLifetime(released) {}
        }
    }

    @inline(never) private func makePlan() -> HookPlan {
        while true {
            let (isAsked, version, own, general) = state.withLock { state in
                (state.isAsked, state.version, state.registry.all.map(\.element), state.general)
            }
            guard isAsked else {
                // Pointcuts' hooks have changed, or another thread reached it first and is about to make it known.
                hookRegistry.add(self)
                continue
            }
            if own.contains(where: \.isOver) {
                sweep()
                continue
            }
            if general.contains(where: \.isOver) {
                hookRegistry.sweep()
                // The sweep that takes them out may be one that this call is made in, and not have come here yet.
                refresh()
                continue
            }
            let plan = HookPlan(place, own + general, overrides: hookRegistry.overrides(of: place))
            let (isPut, old): (Bool, HookPlan?) = state.withLock { state in
                guard state.version == version else { return (false, nil) }
                return (true, self.plan.exchange(plan))
            }
            hookRegistry.readers.retire(old)
            if isPut { return plan }
        }
    }

    private func end(_ removal: @Sendable (inout Registry<HookTopic, HookEntry>) -> [HookEntry]) {
        for entry in change(removal) { entry.end() }
    }

    private func change<Result: Sendable>(_ body: (inout Registry<HookTopic, HookEntry>) -> Result) -> Result {
        let (result, old) = state.withLock { state in
            let result = body(&state.registry)
            return (result, settle(&state))
        }
        hookRegistry.readers.retire(old)
        return result
    }

    /// Lets flag and plan follow what was changed, and returns the old plan; called under the lock.
    private func settle(_ state: inout State) -> HookPlan? {
        state.version += 1
        let old = plan.exchange(nil)
        let others = (state.isAnyHooked ? 1 : 0) + (state.isAsked ? 0 : 1)
        let counted = state.registry.count + state.general.count + others
        defer { state.counted = counted }
        hookCount.add(counted - state.counted, ordering: .relaxed)
        if let family, (counted == 0) != (state.counted == 0) {
            family.hookCount.add(counted == 0 ? -1 : 1, ordering: .relaxed)
        }
        return old
    }
}

/// What the hooks of a join point are registered under.
enum HookTopic: Hashable, Sendable {
    case all
}
