import SignalboxCore
public import Synchronization

/// One join point: its hooks, those of pointcuts included, and the plan that calls read.
///
/// A core is never released.
@usableFromInline
final class HookCore: Sendable {
    /// Held while a core is made.
    ///
    /// Pointcuts find the core before calls do. So a call misses no hook that was registered before it.
    static let creationLock = Mutex(())

    let signature: JoinPointSignature

    /// A Boolean value that indicates whether calls have to look for hooks.
    ///
    /// The flag is set before a registration returns.
    @usableFromInline let isHooked = Atomic(false)

    /// The hooked calls so far, for registrations that are released at once.
    private let activity = ActivityCount()

    private let pointcuts: PointcutRegistry
    private let family: FamilyCore?

    // The lock is not `Protected`: that is generic code of another module, which would take most of the time of a call. The
    // flag shows the thread sanitizer of Linux the order that the lock makes.
    private let list = Mutex(HookList())
    private let sanitizerEdge = Atomic(false)

    init(_ signature: JoinPointSignature, in family: FamilyCore? = nil, among pointcuts: PointcutRegistry) {
        self.signature = signature
        self.family = family
        self.pointcuts = pointcuts
    }

    /// The hooks of only this join point.
    var entries: [HookEntry] { withLock { $0.all }.filter { !($0.advice is PointcutAdvice) } }

    /// The hooks that calls may run, those of pointcuts included, the outermost first.
    var hooks: [HookEntry] {
        withLock { $0.all }.filter { !$0.isOver }.sorted {
            HookRank(of: $0, at: signature) < HookRank(of: $1, at: signature)
        }
    }

    /// The plan, if it is made.
    var plan: HookPlan? {
        activity.note()
        return withLock { $0.plan }
    }

    /// Returns the plan of calls.
    ///
    /// The first call after a change makes it, for advice of the types of the join point.
    func plan<Target, Arguments, Output>(of advice: HookAdvice<Target, Arguments, Output>.Type) -> HookPlan {
        if let plan { return plan }
        if withLock({ $0.isSweepDue }) { sweep() }
        while true {
            let added = withLock { $0.unordered.values.sorted { $0.number < $1.number } }
            end(added.filter(\.isOver))
            let steps = added.map { HookStep<Target, Arguments, Output>($0, at: signature, among: pointcuts) }
            if let plan = withLock({ $0.makePlan(adding: steps) }) { return plan }
        }
    }

    /// Adds a hook of this join point.
    func add(_ terms: HookTerms, _ advice: any Sendable) -> HookEntry {
        let entry = HookEntry(terms, advice) {
            self.remove([$0])
        } countingUses: {
            self.activity.value
        }
        include(entry)
        if withLock({ $0.isSweepDue }) { sweep() }
        return entry
    }

    /// Adds advice that gets its owner when it runs.
    ///
    /// The first call after the release of the owner ends the hook.
    func add<Owner: AnyObject & Sendable>(
        _ terms: HookTerms, by owner: Owner, _ advice: (@escaping @Sendable () -> Owner?) -> any Sendable
    ) {
        var terms = terms
        terms.owner = HookedObject(owner)
        let advice = advice { [weak owner] in
            if owner == nil { self.sweep() }
            return owner
        }
        _ = add(terms, advice)
    }

    /// Includes a hook in calls that begin from now on.
    func include(_ entry: HookEntry) {
        let old = withLock { list in
            let old = list.insert(entry)
            update(list)
            return old
        }
        withExtendedLifetime(old) {}
        if entry.isEnded { remove([entry]) }
    }

    /// Excludes hooks from calls that begin from now on.
    ///
    /// - Returns: The hooks that were among those of this join point.
    @discardableResult
    func exclude(_ entries: [HookEntry]) -> [HookEntry] {
        let removed = withLock { list in
            let removed = list.remove(entries)
            update(list)
            return removed
        }
        return removed.entries
    }

    /// Ends hooks that are among those of this join point, and removes them.
    func remove(_ entries: [HookEntry]) {
        for entry in exclude(entries) { entry.end() }
    }

    /// Removes the hooks that are over, those of pointcuts included.
    func sweep() { end(withLock { $0.startSweep() }.filter(\.isOver)) }

    /// Ends the hooks of an owner.
    func cancel(by owner: AnyObject) { remove(entries.filter { $0.terms.owner?.id == ObjectIdentifier(owner) }) }

    /// Ends hooks that are over, those of pointcuts included.
    private func end(_ over: [HookEntry]) {
        if over.isEmpty { return }
        remove(over)
        pointcuts.remove(over)
    }

    /// Updates the flag that calls read before they look for hooks.
    private func update(_ list: borrowing HookList) {
        let isHooked = !list.isEmpty
        if self.isHooked.exchange(isHooked, ordering: .relaxed) == isHooked { return }
        if isHooked { family?.addReason() } else { family?.removeReason() }
    }

    private func withLock<Result>(_ body: (inout HookList) -> Result) -> Result {
        list.withLock { list in
            _ = sanitizerEdge.load(ordering: .acquiring)
            defer { sanitizerEdge.store(true, ordering: .releasing) }
            return body(&list)
        }
    }
}
