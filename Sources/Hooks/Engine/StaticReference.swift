import SignalboxCore
public import Synchronization

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
