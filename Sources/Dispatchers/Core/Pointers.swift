import Synchronization

// Values and objects that are used without being copied or retained. The other files of the module use these types instead of
// pointers.

/// A value that is lent to a call by its address.
///
/// Passing a value through generic code would copy it at each step, which is most of the cost of a delivery.
///
/// Why it is sound: only `lend` creates one, and the value exists until its body returns. It is stored in a `Posting` alone,
/// which a `DeliveryScope` does not read after its end. It is read as the type of the topic that it is
/// delivered to, which is the type that it was lent as: see `Topic`.
struct Lent {
    private let address: UnsafeRawPointer

    /// Calls a body with a value.
    @inline(__always)
    static func lend<Value, Result>(_ value: Value, to body: (Lent) throws -> Result) rethrows -> Result {
        try withUnsafePointer(to: value) { try body(Lent(address: $0)) }
    }

    /// A copy of the value.
    func read<Value>(as type: Value.Type) -> Value { address.assumingMemoryBound(to: Value.self).pointee }

    /// A copy of the value in a box, for what is delivered later.
    ///
    /// Why the cast is sound: both existential types have one layout, and nothing is posted that is not `Sendable`, though that
    /// cannot be expressed of what an optional wraps.
    func box<Value>(as type: Value.Type) -> any Sendable {
        unsafeBitCast(read(as: type) as Any, to: (any Sendable).self)
    }

    /// Calls a body with the value, without making a copy.
    @inline(__always)
    func lend<Value: ~Copyable, Result>(
        as type: Value.Type, to body: (borrowing Value) throws -> Result
    ) rethrows -> Result {
        try body(address.assumingMemoryBound(to: Value.self).pointee)
    }
}

/// A reference that does not retain its object.
///
/// Why it is sound: each place that stores one states what keeps the object alive meanwhile.
struct Borrowed<Object: AnyObject> {
    fileprivate let reference: Unmanaged<Object>

    fileprivate init(_ reference: Unmanaged<Object>) { self.reference = reference }

    init(_ object: Object) { reference = .passUnretained(object) }

    /// The object, retained while it is used.
    var object: Object { reference.takeUnretainedValue() }

    /// Calls a body with the object, which need not be retained.
    @inline(__always)
    func with<Result>(_ body: (Object) throws -> Result) rethrows -> Result {
        try reference._withUnsafeGuaranteedRef(body)
    }
}

extension Borrowed: Sendable where Object: Sendable {}

/// A reference that is read and replaced atomically, and retains its object.
///
/// It stores a number: `Atomic` of an optional reference is generic code, which looks its types up each time that it
/// writes. All operations are sequentially consistent, as `Readers` requires.
struct AtomicReference<Object: AnyObject>: ~Copyable, Sendable {
    private let bits: Atomic<UInt>

    init(_ object: Object? = nil) { bits = Atomic(Self.bits(retaining: object)) }

    deinit { _ = exchange(nil) }

    /// The object, not retained: a reader of `Readers` may use it, or the only thread that replaces it.
    @inline(__always)
    func load() -> Borrowed<Object>? {
        Self.reference(bits.load(ordering: .sequentiallyConsistent)).map { Borrowed($0) }
    }

    /// Stores an object, and returns the one before.
    func exchange(_ object: Object?) -> Object? {
        let old = bits.exchange(Self.bits(retaining: object), ordering: .sequentiallyConsistent)
        return Self.reference(old)?.takeRetainedValue()
    }

    private static func bits(retaining object: Object?) -> UInt {
        object.map { UInt(bitPattern: Unmanaged.passRetained($0).toOpaque()) } ?? 0
    }

    private static func reference(_ bits: UInt) -> Unmanaged<Object>? {
        UnsafeRawPointer(bitPattern: bits).map { .fromOpaque($0) }
    }
}

/// The text of a constant, which ends with a zero, at its address.
///
/// Why it is sound: a location alone has such an address, that of the static string that it is made with.
func constantText(at address: UInt) -> String {
    UnsafePointer<CChar>(bitPattern: address).map { String(cString: $0) } ?? ""
}
