/// What is known of an observation, a receiver or a responder at one moment.
///
/// `observations` of a center lists them. It is not called `Observation`, since that is the name of Swift's module.
public struct ObservationInfo: Sendable, Hashable, CustomStringConvertible {
    /// How an observer is called.
    public enum Form: Sendable {
        /// At once where it may be, else in its turn on its actor.
        case synchronous
        /// One value after the other, by a task.
        case asynchronous
        /// It is an asynchronous sequence, from which values are taken.
        case sequence
        /// It answers requests.
        case responder
        /// Before all others, and counts as no receiver.
        case tap
    }

    /// Its number in this center, never used twice.
    public let id: UInt64

    /// What is observed: the name of a state, of a type of messages or requests, or of a protocol.
    public let what: String

    /// The name of the owner's type; `nil` without an owner, or if an owner that is gone does not tell.
    public internal(set) var owner: String?

    /// Whether the owner lives, if it has one.
    ///
    /// An observation of a dead owner is removed when it is met.
    public internal(set) var isAlive = true

    /// The name of the type of the actor that it is called on; `nil` if that is none, or one that is gone.
    public let isolation: String?

    /// Its priority.
    public let priority: Int

    /// How it is called.
    public internal(set) var form = Form.synchronous

    /// How many values wait for it alone.
    public internal(set) var waiting = 0

    /// How many values it has missed, since they found no room or became one with others.
    public internal(set) var dropped = 0

    /// Where it was written.
    public let location: SourceLocation

    /// A line for a developer.
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
        id = subscription.id
        what = subscription.topic.name
        isolation = subscription.queue?.liveActor.map { "\(type(of: $0))" }
        priority = subscription.priority
        location = subscription.location
        subscription.currentHandler?.describe(&self)
        if subscription.isTap { form = .tap }
    }

    /// Notes the owner, or that it is gone.
    mutating func note(_ owner: (any AnyObject & Sendable)?) {
        self.owner = owner.map { "\(type(of: $0))" } ?? self.owner
        isAlive = owner != nil
    }
}

extension Hub {
    /// The subscriptions of this hub as they are listed, in the order in which they were made.
    var observations: [ObservationInfo] { subscriptions.map { ObservationInfo(of: $0) } }
}
