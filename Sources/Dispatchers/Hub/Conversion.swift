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
    var copy: PendingMessage?
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
