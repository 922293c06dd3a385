/// A reference that does not retain its object.
///
/// Soundness: each property that stores one states what keeps the object alive meanwhile.
@safe
struct UnretainedReference<Object: AnyObject> {
    private let reference: Unmanaged<Object>

    /// Refers to an object.
    init(_ object: Object) {
        unsafe reference = .passUnretained(object)
    }

    /// Refers to the object of an unmanaged reference.
    init(_ reference: Unmanaged<Object>) {
        unsafe self.reference = reference
    }

    /// The object, retained while it is used.
    var object: Object { unsafe reference.takeUnretainedValue() }

    /// Calls a body with the object, which need not be retained.
    @inline(__always)
    func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
        try unsafe reference._withUnsafeGuaranteedRef(body)
    }
}

extension UnretainedReference: @unchecked Sendable where Object: Sendable {}
