/// The relation between the values of a type and other types.
enum TypeKind {
    /// Values of the type belong to it, and to existential and optional types.
    case value
    /// A class: an object counts as one of its dynamic type, and belongs to the superclasses of that as well.
    case object
    case optional
    case existential

    /// A Boolean value that indicates whether values of other types may belong to it.
    var isWide: Bool { self != .value }

    /// Finds out the kind of a type.
    init<Value>(of type: Value.Type) {
        if type is AnyClass {
            self = .object
        } else if type is any OptionalType.Type {
            self = .optional
        } else {
            self = Self.isExistential(type) ? .existential : .value
        }
    }

    /// Returns whether a type is existential, such as `any P`.
    ///
    /// The language has no function for that. The name of the metatype shows it: `P.Protocol`, or `(any P<Int>).Type`. Of all other
    /// types it ends with `.Type`.
    private static func isExistential<Value>(_ type: Value.Type) -> Bool {
        let metatype = String(reflecting: Swift.type(of: type))
        return metatype.hasSuffix(".Protocol") || metatype.hasPrefix("(any ") && metatype.hasSuffix(">).Type")
    }
}

/// An optional type, for code that does not know the type that it wraps.
protocol OptionalType {
    static var wrapped: any Any.Type { get }

    /// Opens the wrapped value.
    ///
    /// The wrapped value is not the value that a cast returns: a cast to an existential type puts the optional itself
    /// into a box.
    static func open(
        _ value: ValueAddress, of topic: MessageTopicBase, in hub: Hub, _ body: (ValueAddress, Topic) -> Void
    ) -> Bool
}

extension Optional: OptionalType {
    static var wrapped: any Any.Type { Wrapped.self }

    static func open(
        _ value: ValueAddress, of topic: MessageTopicBase, in hub: Hub, _ body: (ValueAddress, Topic) -> Void
    ) -> Bool {
        guard let wrapped = value.read(as: Self.self) else { return false }
        return topic.open(content: wrapped, in: hub, body)
    }
}
