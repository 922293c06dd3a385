import SignalboxCore
public import Synchronization

// The files of this folder, in the order in which a hooked call uses them:
//
// 1. `HookCore`: the object of a join point, which has the plan of its calls.
// 2. `HookPlan`: how a call passes its hooks.
// 3. `HookStep`: the advice of a hook, and whether it runs in a call.
// 4. `HookEntry`: a registered hook, and how it ends.
//
// `HookTerms` has what a hook was registered with. `HookList` orders the hooks of a join point, and makes the plan.

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

/// The facts about a join point that pointcuts ask for: its name, its source location, and the type of its targets.
struct JoinPointSignature: Sendable {
    let type: Any.Type
    let name: String
    let location: SourceLocation

    /// A Boolean value that indicates whether the method and its advice are declared to run on the main actor.
    var isOnMainActor = false

    /// Returns a Boolean value that indicates whether a type is that of the targets or a subclass of it.
    let covers: @Sendable (Any.Type) -> Bool

    /// The names of the type and the method, with a dot between them.
    var fullName: String { "\(type).\(name)" }
}

/// A reference in static storage: `nil` at first, and then one object for good.
///
/// A join point is a value in static storage, so that reaching it needs no call. What it refers to is an object, so that a hook
/// registered anywhere can reach it. Loading a counted reference would cost more than the whole call.
///
/// Sound, since only objects of a `PermanentReference` are stored, and never replaced.
@safe
@usableFromInline
@frozen
struct StaticReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
    @usableFromInline let stored: Atomic<Unmanaged<Object>?>

    /// Refers to nothing yet.
    @inlinable init() { unsafe stored = Atomic(nil) }

    /// Refers to an object, or to nothing yet.
    @inlinable init(_ reference: PermanentReference<Object>?) {
        if let reference { unsafe stored = Atomic(reference.object) } else { unsafe stored = Atomic(nil) }
    }

    /// The reference, if the object was made.
    @inlinable var value: PermanentReference<Object>? {
        guard let object = unsafe stored.load(ordering: .acquiring) else { return nil }
        return unsafe PermanentReference(retained: object)
    }

    /// Returns the reference to the object, which is made at the first access.
    ///
    /// The lock is held meanwhile, which makes one object after the other.
    func value(under lock: borrowing Mutex<Void>, orMake make: () -> Object) -> PermanentReference<Object> {
        if let value { return value }
        return lock.withLock { _ in
            if let value { return value }
            let value = PermanentReference(make())
            unsafe stored.store(value.object, ordering: .releasing)
            return value
        }
    }
}

/// A reference to an object that is never released, which takes no counting.
///
/// Sound, since the object is retained when the reference is made and never released.
@safe
@usableFromInline
@frozen
struct PermanentReference<Object: AnyObject & Sendable>: Sendable {
    @usableFromInline let object: Unmanaged<Object>

    /// Refers to an object, and retains it for good.
    init(_ object: Object) { unsafe self.object = .passRetained(object) }

    /// Refers to an object that was retained for good.
    @inlinable init(retained object: Unmanaged<Object>) { unsafe self.object = object }

    /// Calls a body with the object.
    @inlinable func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
        try unsafe object._withUnsafeGuaranteedRef(body)
    }
}
