/// A reference to the one object of a pointcut, or to the owner of a hook, which does not keep it alive.
///
/// The object need not be `Sendable`, unlike that of a `WeakReference`, since nothing is done with it but to ask whether it
/// is gone.
final class HookedObject: Sendable {
    let id: ObjectIdentifier
    let type: Any.Type

    // Sound though the object need not be `Sendable`: it is only compared with `nil`. Retaining for a short time what
    // another isolation owns may release the object here instead of there, which a `deinit` must expect anyway.
    private nonisolated(unsafe) weak let object: AnyObject?

    // Sound, since it is never read. While there is an unowned reference to an object, its memory is not used again: an
    // object of this identifier is this one.
    private nonisolated(unsafe) unowned let memory: AnyObject

    init(_ object: AnyObject) {
        id = ObjectIdentifier(object)
        type = Swift.type(of: object)
        unsafe memory = object
        unsafe self.object = object
    }

    /// A Boolean value that indicates whether the object was released.
    ///
    /// Reading it may release the object: never read it under a lock.
    var isGone: Bool { unsafe object == nil }
}
