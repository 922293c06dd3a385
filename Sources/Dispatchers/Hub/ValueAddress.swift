/// A value that is lent to a call by its address.
///
/// Passing a value through generic code would copy it at each step, which is most of the cost of a delivery.
///
/// Soundness: only `lend` creates one, and the value exists until its body returns. It is stored in a `Posting` alone, which a
/// `DeliveryScope` does not read after its end. It is read as the type of the topic that it is delivered to, which is the type that
/// it was lent as: see `Topic`.
@safe
struct ValueAddress {
    private let address: UnsafeRawPointer

    /// Calls a body with a value.
    @inline(__always)
    static func lend<Value, Result>(_ value: Value, to body: (ValueAddress) throws -> Result) rethrows -> Result {
        try unsafe withUnsafePointer(to: value) { try body(unsafe ValueAddress(address: $0)) }
    }

    /// Returns a copy of the value.
    func read<Value>(as type: Value.Type) -> Value {
        unsafe address.assumingMemoryBound(to: Value.self).pointee
    }

    /// Returns a copy of the value in a box, for a delivery that happens later.
    ///
    /// Soundness of the cast: both existential types have one layout, and only `Sendable` values are posted. That cannot be expressed
    /// for the value that an optional wraps.
    func box<Value>(as type: Value.Type) -> any Sendable {
        unsafe unsafeBitCast(read(as: type) as Any, to: (any Sendable).self)
    }

    /// Calls a body with the value, without a copy.
    @inline(__always)
    func lend<Value: ~Copyable, Result>(
        as type: Value.Type, to body: (borrowing Value) throws -> Result
    ) rethrows -> Result {
        try unsafe body(address.assumingMemoryBound(to: Value.self).pointee)
    }
}
