/// A topic whose values are of a type that is known where it is made.
class TypedTopic<Value>: Topic, @unchecked Sendable {
    init(id: ObjectIdentifier = ObjectIdentifier(Value.self), showing type: (any Any.Type)? = nil) {
        super.init(id: id, showing: type ?? Value.self, kind: TypeKind(of: Value.self))
    }

    override func keep(_ address: UnsafeRawPointer, _ facts: consuming PendingMessage.Facts) -> PendingMessage {
        PendingValue(address.assumingMemoryBound(to: Value.self).pointee, facts)
    }
}
