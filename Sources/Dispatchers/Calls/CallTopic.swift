/// A protocol that is called, or a type of requests.
final class CallTopic<P>: Topic, @unchecked Sendable {
    private let isOfRequests: Bool

    /// Creates the topic of a protocol.
    ///
    /// - Parameter request: The type of the requests, if the receivers answer requests.
    init(of request: (any Any.Type)?) {
        isOfRequests = request != nil
        super.init(id: ObjectIdentifier(P.self), showing: request ?? P.self)
    }

    override var stepKind: DeliveryStep.Kind { isOfRequests ? .request : .call }

    override func box(_ value: ValueAddress) -> any Sendable { value.box(as: Call<P>.self) }
}

extension Hub {
    /// Returns the topic of a protocol, or of a type of requests, made if it is new.
    func callTopic<P>(of type: P.Type, showing request: (any Any.Type)? = nil) -> Topic {
        topic(ObjectIdentifier(type)) { CallTopic<P>(of: request) }
    }
}
