/// A protocol that is called.
final class CallTopic<P>: Topic, @unchecked Sendable {
    /// Creates the topic of a protocol.
    ///
    /// - Parameter type: The type that listings and reports show.
    init(showing type: any Any.Type) {
        super.init(id: ObjectIdentifier(P.self), showing: type)
    }

    override func box(_ value: ValueAddress) -> any Sendable { value.box(as: Call<P>.self) }
}

extension Hub {
    /// Returns the topic of a protocol, made if it is new.
    func callTopic<P>(of type: P.Type, showing shown: (any Any.Type)? = nil) -> Topic {
        topic(ObjectIdentifier(type)) { CallTopic<P>(showing: shown ?? type) }
    }
}
