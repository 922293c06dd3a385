import Synchronization

/// A reference that is read and replaced at once, and keeps nothing alive.
///
/// It stores a number: `Atomic` of an optional reference is made by generic code, which looks its types up each time
/// that it writes. All is sequentially consistent, as `Readers` asks for.
struct AtomicReference<Object: AnyObject>: ~Copyable, Sendable {
    private let bits: Atomic<UInt>

    init(_ object: Unmanaged<Object>? = nil) { bits = Atomic(Self.bits(of: object)) }

    @inline(__always)
    func load() -> Unmanaged<Object>? { Self.object(bits.load(ordering: .sequentiallyConsistent)) }

    func exchange(_ object: Unmanaged<Object>?) -> Unmanaged<Object>? {
        Self.object(bits.exchange(Self.bits(of: object), ordering: .sequentiallyConsistent))
    }

    @inline(__always)
    private static func bits(of object: Unmanaged<Object>?) -> UInt {
        object.map { UInt(bitPattern: $0.toOpaque()) } ?? 0
    }

    @inline(__always)
    private static func object(_ bits: UInt) -> Unmanaged<Object>? {
        UnsafeRawPointer(bitPattern: bits).map { Unmanaged.fromOpaque($0) }
    }
}
