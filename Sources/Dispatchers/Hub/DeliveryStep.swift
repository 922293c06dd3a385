public import SignalboxCore

/// A post, set or call of a causal chain, in which a handler of each step made the next.
public struct DeliveryStep: Sendable, Hashable {
    private let type: any Any.Type

    /// The name of the state, if a state was set.
    private let key: String?

    /// The source location of the post, set or call.
    public let location: SourceLocation

    init(of topic: Topic, at location: SourceLocation) {
        type = topic.type
        key = topic.key
        self.location = location
    }

    /// The name of the message's type, of the state, or of the protocol.
    public var what: String { key ?? "\(type)" }

    /// Returns a Boolean value that indicates whether both have the same name and source location.
    public static func == (left: Self, right: Self) -> Bool {
        left.what == right.what && left.location == right.location
    }

    /// Feeds name and source location to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(what)
        hasher.combine(location)
    }
}
