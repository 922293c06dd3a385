/// A type in a pointcut: itself, with its subclasses, or all that conform to it.
struct PointcutKind: Sendable {
    let name: String
    let type: HookedType
    private let isClass: Bool
    private let isExact: Bool

    /// What is of a type: it, a subclass of it, or a conformer when it is `(any P).self`.
    init<Kind>(of kind: Kind.Type) {
        name = "kind of \(kind)"
        type = HookedType(kind)
        isClass = kind is AnyClass
        isExact = false
    }

    /// What is of this very type.
    init<Kind>(exactly kind: Kind.Type) {
        name = "exactly \(kind)"
        type = HookedType(kind)
        isClass = kind is AnyClass
        isExact = true
    }

    /// Whether it is one of them.
    func accepts(_ target: Any) -> Bool { isExact ? Swift.type(of: target) == type.type : type.accepts(target) }

    /// Whether the targets of a join point are of the type, as far as that is certain of one type or of two classes.
    func accepts(targetsOf place: HookPlace) -> Bool? {
        if place.type.type == type.type, !isExact { return true }
        guard isClass, place.type.type is AnyClass else { return nil }
        if type.acceptsType(place.type.type) { return isExact ? nil : true }
        return place.type.acceptsType(type.type) ? nil : false
    }

    /// A protocol is what is neither a class nor the value's own type.
    func level(of sample: Any?) -> PointcutLevel {
        if isClass || isExact { return .type }
        return sample.map { Swift.type(of: $0) == type.type } ?? false ? .type : .protocol
    }
}

/// A type, and what is of it, known without being generic.
struct HookedType: Sendable {
    let type: Any.Type

    /// Whether a value is of the type.
    let accepts: @Sendable (Any) -> Bool

    /// Whether a type is this one or a subclass; of protocols that is not said.
    let acceptsType: @Sendable (Any.Type) -> Bool

    init<Kind>(_ type: Kind.Type) {
        self.type = type
        accepts = { $0 is Kind }
        acceptsType = { $0 is Kind.Type }
    }

    var id: ObjectIdentifier { ObjectIdentifier(type) }
}

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
    func isIdentical<Target>(to target: Target) -> Bool {
        // `as AnyObject` would box what is no object.
        guard Target.self is AnyClass || type(of: target as Any) is AnyClass else { return false }
        return ObjectIdentifier(target as AnyObject) == id && !reference.isGone
    }
}

/// Tells whether an object still exists.
private final class WeakReference: Sendable {
    // Safe though the object need not be Sendable: the reference is only compared with `nil`. Retaining for a moment what
    // another isolation owns may let the object die here instead of there, which a `deinit` must expect anyway. It is not
    // for speed: the language has no other way to know of such an object's end (C16).
    private nonisolated(unsafe) weak let object: AnyObject?

    init(_ object: AnyObject) { self.object = object }

    var isGone: Bool { object == nil }
}
