import SignalboxCore
public import Synchronization

/// A reference in static storage: `nil` at first, and then one object for good.
///
/// A join point is a value in static storage, so that reaching it needs no call. What it refers to is an object, so that a hook
/// registered anywhere can reach it. Loading a counted reference would cost more than the whole call.
///
/// Sound, since the object is retained when it is stored, never replaced, and never released.
@usableFromInline
struct StaticReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
    @usableFromInline let stored: Atomic<Unmanaged<Object>?>

    /// Refers to nothing yet.
    @inlinable init() { stored = Atomic(nil) }

    /// Refers to an object that is never released.
    @inlinable init(_ object: Unmanaged<Object>?) { stored = Atomic(object) }

    /// The object, if it was made.
    @inlinable var value: Unmanaged<Object>? { stored.load(ordering: .acquiring) }

    /// Returns the object, which is made at the first access.
    ///
    /// The lock is held meanwhile, which makes one object after the other.
    func object(making: borrowing Mutex<Void>, _ make: () -> Object) -> Object {
        if let value { return value.takeUnretainedValue() }
        return making.withLock { _ in
            if let value { return value.takeUnretainedValue() }
            let object = make()
            stored.store(.passRetained(object), ordering: .releasing)
            return object
        }
    }
}
