import SignalboxCore

/// A value that is posted, set or called: its address, its topic, and the source location of the call.
///
/// The caller retains the value, the topic and the subject until the delivery is over.
struct Posting {
    /// A value of the topic's type.
    var value: ValueAddress
    var topic: UnretainedReference<Topic>

    /// The value and the topic as they were posted, if an optional was posted and `value` is the value that it wraps.
    var posted: (value: ValueAddress, topic: UnretainedReference<Topic>)?

    let location: SourceLocation

    /// The object that it is about.
    var subject: UnretainedReference<any AnyObject & Sendable>?

    /// A Boolean value that indicates whether the value must not leave the current thread.
    var isConfined = false
}

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

/// The value of a delivery as a value of another topic, made once for all subscribers to that topic.
class Conversion {
    let topic: Topic

    fileprivate init(to topic: Topic) {
        self.topic = topic
    }

    /// Calls a body with the value.
    func lend(to body: (ValueAddress) throws -> Bool) rethrows -> Bool { false }

    /// Returns a copy of the value.
    func box() -> any Sendable { () }

    /// A message with the value, once one had to be made.
    var copy: Envelope?
}

/// A converted value of a known type.
final class TypedConversion<Value>: Conversion {
    private let value: Value

    init(_ value: Value, to topic: Topic) {
        self.value = value
        super.init(to: topic)
    }

    override func lend(to body: (ValueAddress) throws -> Bool) rethrows -> Bool {
        try ValueAddress.lend(value, to: body)
    }

    override func box() -> any Sendable { ValueAddress.lend(value) { $0.box(as: Value.self) } }
}

/// The conversions of one delivery, by topic.
struct Conversions {
    /// A topic, and the value as one of it; `nil` if the value does not belong to it.
    private typealias Entry = (topic: ObjectIdentifier, conversion: Conversion?)

    /// The first conversion, stored here so that a delivery with one need not allocate an array.
    private var first: Entry?
    private var others: [Entry] = []

    var isEmpty: Bool { first == nil }

    /// Returns the conversion to a topic, if one was made.
    ///
    /// The conversion is `nil` if the value does not belong to the topic.
    func known(to topic: Topic) -> Conversion?? {
        guard let first else { return nil }
        if first.topic == topic.id { return first.conversion }
        return others.last { $0.topic == topic.id }?.conversion
    }

    mutating func add(_ conversion: Conversion?, to topic: Topic) {
        if first == nil {
            first = (topic.id, conversion)
        } else {
            others.append((topic.id, conversion))
        }
    }
}
