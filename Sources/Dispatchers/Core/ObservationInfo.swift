/// A snapshot of an observation, a receiver or a responder, as `observations` lists it.
///
/// It is not named `Observation`, because that is the name of a Swift module.
public struct ObservationInfo: Sendable, Hashable, CustomStringConvertible {
    /// How an observer is called.
    public enum Form: Sendable {
        /// Synchronously where it may run, otherwise in the queue of its actor.
        case synchronous
        /// One value after the other, by a task.
        case asynchronous
        /// By an asynchronous sequence.
        case sequence
        /// It answers requests.
        case responder
        /// Before all subscribers; it is not a receiver.
        case tap
    }

    /// Its number, which is never reused.
    public let id: UInt64

    /// What is observed: the name of a state, of a type of messages or requests, or of a protocol.
    public let what: String

    /// The name of the owner's type; `nil` without an owner, or if a released owner is not known any more.
    public internal(set) var owner: String?

    /// Whether the owner lives, if it has one.
    ///
    /// An observation of a released owner is removed at its next delivery.
    public internal(set) var isAlive = true

    /// The name of the type of the actor that it is called on; `nil` without an actor, or if that was released.
    public let isolation: String?

    /// Its priority.
    public let priority: Int

    /// How it is called.
    public internal(set) var form = Form.synchronous

    /// The number of values that wait for it alone.
    public internal(set) var waiting = 0

    /// The number of values that it missed, because its queue was full or they were merged.
    public internal(set) var dropped = 0

    /// Its source location.
    public let location: SourceLocation

    /// One line for developers.
    public var description: String {
        let place = isolation.map { " on \($0)" } ?? ""
        let owner = owner.map { " by \($0)\(isAlive ? "" : ", which is gone")" } ?? ""
        return "\(id) \(what) priority \(priority)\(place)\(owner) at \(location)"
    }
}

extension ObservationInfo {
    /// A hook of another module.
    package init(
        id: UInt64, what: String, owner: String?, isolation: (any Actor)?, priority: Int, location: SourceLocation
    ) {
        (self.id, self.what, self.owner, self.priority, self.location) = (id, what, owner, priority, location)
        self.isolation = isolation.map { "\(type(of: $0))" }
    }

    init(of subscription: Subscription) {
        self.init(
            id: subscription.id, what: subscription.topic.name, owner: nil, isolation: subscription.queue?.liveActor,
            priority: subscription.priority, location: subscription.location)
        subscription.currentHandler?.describe(&self)
        if subscription.isTap { form = .tap }
    }
}

extension Hub {
    /// The subscriptions of this hub as they are listed, in the order in which they were made.
    var observations: [ObservationInfo] { subscriptions.map { ObservationInfo(of: $0) } }
}
