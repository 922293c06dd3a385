import Synchronization

/// One piece of advice in its place, and whether it may still start.
///
/// For a hook on one object it knows that object by identity without keeping it alive.
final class Advisor: Sendable {
    let hook: Hook

    /// The `Advice` of the join point's shape.
    private let advice: any AnyObject & Sendable
    private let isActive = Atomic(true)
    private let isOwnerAlive: (@Sendable () -> Bool)?

    // Safe though the object need not be Sendable: the reference is loaded in `advises(_:)` alone, and there only when
    // its object, if it still exists, is the one that the caller holds in its hands; see there.
    nonisolated(unsafe) private weak let instance: AnyObject?
    private let instanceID: ObjectIdentifier?

    init(_ hook: Hook, on instance: AnyObject?, advice: any AnyObject & Sendable, isOwnerAlive: (@Sendable () -> Bool)?)
    {
        self.hook = hook
        self.instance = instance
        self.instanceID = instance.map { ObjectIdentifier($0) }
        self.advice = advice
        self.isOwnerAlive = isOwnerAlive
    }

    /// What to look for to find the advisors of one object.
    var topic: HookTopic { instanceID.map { .instance($0) } ?? .all }

    /// Whether it will never start again: ended, or its owner is gone.
    var isOver: Bool {
        guard isActive.load(ordering: .relaxed) else { return true }
        return isOwnerAlive.map { !$0() } ?? false
    }

    /// The advice, unless it was ended before now.
    var adviceToStart: (any AnyObject & Sendable)? { isActive.load(ordering: .acquiring) ? advice : nil }

    /// Lets no further call start.
    func end() {
        isActive.store(false, ordering: .releasing)
    }

    /// Whether this object is the one that it was made for.
    ///
    /// An address is used again after an object's death. Equal addresses therefore mean: either this very object, or one
    /// that is gone, and then the weak reference says so. No other object can ever be loaded from it.
    func advises(_ object: AnyObject) -> Bool {
        instanceID == ObjectIdentifier(object) && instance === object
    }
}

/// Whom a hook concerns, from the outside in: everybody at the join point, or one object.
enum HookTopic: Hashable, Sendable {
    case all
    case instance(ObjectIdentifier)
}

/// The object behind a target that was named to be hooked alone.
///
/// A value is refused: it has no identity by which a later call could know it.
func identity<Target>(of target: Target) -> AnyObject {
    precondition(
        type(of: target as Any) is AnyClass, "Only an object can be hooked alone, and \(Target.self) is a value")
    return target as AnyObject
}
