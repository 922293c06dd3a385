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
