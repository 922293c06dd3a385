/// One object in a pointcut, which is not kept alive.
struct PointcutObject: Sendable {
    let id: ObjectIdentifier
    private let reference: WeakReference

    init(_ object: AnyObject) {
        id = ObjectIdentifier(object)
        reference = WeakReference(object)
    }

    var isGone: Bool { reference.isGone }

    /// Whether this is the object.
    ///
    /// An address is used again after an object's death. Equal addresses mean: this very object, or one that is gone.
    func isIdentical(to target: Any) -> Bool {
        guard type(of: target) is AnyClass else { return false }
        let object = target as AnyObject
        return ObjectIdentifier(object) == id && !reference.isGone
    }
}

/// Tells whether an object still exists.
private final class WeakReference: Sendable {
    // Safe though the object need not be Sendable: the reference is only compared with `nil`. Retaining for a moment what
    // another isolation owns may let the object die here instead of there, which a `deinit` must expect anyway.
    private nonisolated(unsafe) weak let object: AnyObject?

    init(_ object: AnyObject) { self.object = object }

    var isGone: Bool { object == nil }
}
