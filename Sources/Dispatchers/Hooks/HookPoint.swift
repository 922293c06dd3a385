import Synchronization

/// What join points of every shape have in common: a name, hooks, and quiet while there are none.
///
/// While nothing is hooked a call costs one atomic load and a branch. A store for hooks is made with the first of them;
/// the flag is raised with it, and lowered by the first call that finds the store empty. Both happen under the store's
/// lock, so that no hook is ever overlooked.
struct HookPoint: ~Copyable, Sendable {
    /// Not private, or optimised tests that make a hook point do not link (Swift 6.3).
    enum State: UInt8, AtomicRepresentable {
        case quiet
        case hooked
        case hookedByInstance
    }

    private let name: StaticString
    private let location: SourceLocation
    private let state = Atomic(State.quiet)
    private let store = AtomicLazyReference<HookStore>()

    init(_ name: StaticString, fileID: StaticString, line: Int) {
        self.name = name
        location = SourceLocation(fileID: fileID, line: line)
    }

    /// Whether a call can go straight to the body.
    ///
    /// Relaxed suffices: whoever learns of a registration by any means also reads the flag that was raised for it.
    var isQuiet: Bool { state.load(ordering: .relaxed) == .quiet }

    /// The hooks, first registered first; dead ones are left out.
    var hooks: [Hook] {
        let entries = store.load()?.registry.withLock { $0.all } ?? []
        return entries.map(\.element).filter { !$0.isOver }.map(\.hook)
    }

    /// The name and, indented below it, each hook.
    var description: String {
        (["\(name) (\(location))"] + hooks.map { "  \($0)" }).joined(separator: "\n")
    }

    /// The hooks that take part in a call that begins now.
    func onion<Target>(around target: Target) -> Onion {
        let object = state.load(ordering: .relaxed) == .hookedByInstance ? target as AnyObject : nil
        return onion(around: object)
    }

    /// The hooks that take part in a call on a value, which has no identity.
    func onion() -> Onion { onion(around: nil) }

    /// Registers advice for everybody or for some objects, until the returned registration ends.
    func add(
        _ kind: Hook.Kind, of type: Any.Type, on instances: [AnyObject], priority: Int, at location: SourceLocation,
        _ advice: any AnyObject & Sendable
    ) -> Registration {
        let advisors = advisors(kind, type, instances, priority, location, advice, isOwnerAlive: nil)
        let (store, keys) = insert(advisors, owner: nil)
        return Registration(at: location) { store.end(keys) }
    }

    /// Registers advice for everybody or for some objects, until the owner is gone.
    func add(
        _ kind: Hook.Kind, of type: Any.Type, on instances: [AnyObject], by owner: some AnyObject & Sendable,
        priority: Int, at location: SourceLocation, _ advice: any AnyObject & Sendable
    ) {
        let isAlive: @Sendable () -> Bool = { [weak owner] in owner != nil }
        let advisors = advisors(kind, type, instances, priority, location, advice, isOwnerAlive: isAlive)
        _ = insert(advisors, owner: ObjectIdentifier(owner))
    }

    /// Ends what an owner registered here.
    func cancel(by owner: AnyObject) {
        store.load()?.end(ownedBy: ObjectIdentifier(owner))
    }

    private func onion(around object: AnyObject?) -> Onion {
        guard let store = store.load() else { return Onion([], around: []) }
        let id = object.map { ObjectIdentifier($0) }
        let (all, own) = store.registry.withLock { registry in
            settle(registry)
            return (registry[.all], id.map { registry[.instance($0)] } ?? [])
        }
        let present = own.filter { entry in object.map { entry.element.advises($0) } ?? false }
        if present.count < own.count || all.contains(where: { $0.element.isOver })
            || present.contains(where: { $0.element.isOver })
        {
            let dead = own.filter { entry in object.map { !entry.element.advises($0) } ?? false }
            store.end((dead + (all + own).filter { $0.element.isOver }).map(\.key))
        }
        return Onion(all, around: present)
    }

    private func advisors(
        _ kind: Hook.Kind, _ type: Any.Type, _ instances: [AnyObject], _ priority: Int, _ location: SourceLocation,
        _ advice: any AnyObject & Sendable, isOwnerAlive: (@Sendable () -> Bool)?
    ) -> [Advisor] {
        func advisor(of subject: String, on instance: AnyObject?) -> Advisor {
            let hook = Hook(kind: kind, subject: subject, priority: priority, location: location)
            return Advisor(hook, on: instance, advice: advice, isOwnerAlive: isOwnerAlive)
        }
        guard !instances.isEmpty else { return [advisor(of: "\(type)", on: nil)] }
        return instances.map { advisor(of: "one \(type)", on: $0) }
    }

    private func insert(
        _ advisors: [Advisor], owner: ObjectIdentifier?
    ) -> (HookStore, [HookStore.Advisors.Key]) {
        let store = store.storeIfNil(HookStore())
        let keys = store.registry.withLock { registry in
            let keys = advisors.map {
                registry.insert($0, on: $0.topic, priority: $0.hook.priority, owner: owner)
            }
            settle(registry)
            return keys
        }
        store.sweepIfDue()
        return (store, keys)
    }

    /// Lets the flag say what the registry holds; called under its lock.
    private func settle(_ registry: HookStore.Advisors) {
        let wide = registry[.all].count
        let now: State = registry.count == 0 ? .quiet : registry.count == wide ? .hooked : .hookedByInstance
        state.store(now, ordering: .relaxed)
    }
}
