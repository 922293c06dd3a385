import Synchronization

/// A reference that is read and replaced atomically, and retains its object.
///
/// The reference is stored as a number: `Atomic` of an optional reference is generic code, which looks up its types
/// each time that it writes. All operations are sequentially consistent, as `Readers` requires.
///
/// Soundness: the number is the address of an object that this reference retains, or 0. `exchange` is the only writer, and hands the
/// reference to its caller.
@safe
struct AtomicReference<Object: AnyObject>: ~Copyable, Sendable {
    private let bits: Atomic<UInt>

    /// Retains an object.
    init(_ object: Object? = nil) {
        bits = Atomic(Self.bits(retaining: object))
    }

    deinit { _ = exchange(nil) }

    /// Returns the object without retaining it, for a reader of `Readers`, for the only thread that replaces it, or for any thread if
    /// it is never replaced.
    @inline(__always)
    func load() -> UnretainedReference<Object>? {
        let address = bits.load(ordering: .sequentiallyConsistent)
        return unsafe Self.reference(address).map { unsafe UnretainedReference($0) }
    }

    /// Stores an object, and returns the one before.
    func exchange(_ object: Object?) -> Object? {
        let old = bits.exchange(Self.bits(retaining: object), ordering: .sequentiallyConsistent)
        return unsafe Self.reference(old)?.takeRetainedValue()
    }

    private static func bits(retaining object: Object?) -> UInt {
        guard let object else { return 0 }
        return unsafe UInt(bitPattern: Unmanaged.passRetained(object).toOpaque())
    }

    private static func reference(_ bits: UInt) -> Unmanaged<Object>? {
        guard let address = unsafe UnsafeRawPointer(bitPattern: bits) else { return nil }
        return unsafe .fromOpaque(address)
    }
}
