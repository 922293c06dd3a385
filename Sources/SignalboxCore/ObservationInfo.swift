/// A snapshot of an observation, a receiver, a responder or a hook, as `observations` and `hooks` list it.
///
/// The type is not named `Observation`, because that is the name of a Swift module.
public struct ObservationInfo: Sendable, Hashable, CustomStringConvertible {
    /// The way in which a subscriber is called.
    @nonexhaustive public enum Form: Sendable {
        /// Synchronously where it may run, otherwise in the queue of its actor.
        case synchronous
        /// One value after the other, by a task.
        case asynchronous
        /// By an asynchronous sequence.
        case sequence
        /// As the responder of requests.
        case responder
        /// Before all subscribers, without being a receiver.
        case tap
    }

    /// The number of the observation, which is never reused.
    public let id: UInt64

    /// The name of the observed state, of the type of messages or requests, or of the protocol.
    public let what: String

    /// The name of the owner's type.
    ///
    /// `nil` without an owner, or if a released owner is not known any more.
    public package(set) var owner: String?

    /// A Boolean value that indicates whether the owner is alive, or that there is no owner.
    ///
    /// An observation of a released owner is removed when the observations are listed, and at its next delivery.
    public package(set) var isAlive = true

    /// The name of the type of the actor that it is called on.
    ///
    /// `nil` without an actor, or if the actor was released.
    public let isolation: String?

    /// The priority of the observation.
    public let priority: Int

    /// The way in which it is called.
    public package(set) var form = Form.synchronous

    /// The number of values that wait for it alone.
    public package(set) var waiting = 0

    /// The number of values that it missed, because its queue was full or they were merged.
    public package(set) var dropped = 0

    /// The source location of the registering call.
    public let location: SourceLocation

    /// Describes an observation or a hook.
    package init(
        id: UInt64, what: String, owner: String?, isolation: (any Actor)?, priority: Int, location: SourceLocation
    ) {
        self.id = id
        self.what = what
        self.owner = owner
        self.isolation = isolation.map { "\(type(of: $0))" }
        self.priority = priority
        self.location = location
    }

    /// One line for developers.
    public var description: String {
        let place = isolation.map { " on \($0)" } ?? ""
        let owner = owner.map { " by \($0)\(isAlive ? "" : ", which is released")" } ?? ""
        return "\(id) \(what) priority \(priority)\(place)\(owner) at \(location)"
    }
}
