public import SignalboxCore

/// A post, set or call of a causal chain, in which a handler of each step made the next.
public struct DeliveryStep: Sendable, Hashable, CustomStringConvertible {
    /// The kind of a step.
    @nonexhaustive public enum Kind: Sendable, Hashable {
        /// A message was posted or published.
        case post
        /// A state, or a property of an observed object, was set.
        case set
        /// The receivers of a protocol were called.
        case call
        /// A request was made.
        case request
    }

    private let type: any Any.Type

    /// The name of the state, if a state was set.
    private let key: String?

    /// The kind of the step.
    public let kind: Kind

    /// The source location of the post, set, call or request.
    public let location: SourceLocation

    init(of topic: Topic, at location: SourceLocation) {
        type = topic.type
        key = topic.key
        kind = topic.stepKind
        self.location = location
    }

    /// The name of the message's type, of the state, of the protocol, or of the request's type.
    public var what: String { key ?? "\(type)" }

    /// The step in words: `the post of ItemAdded at Shop/Cart.swift:12`.
    public var description: String {
        switch kind {
        case .post: "the post of \(what) at \(location)"
        case .set: "the set of “\(what)” at \(location)"
        case .call: "the call of \(what) at \(location)"
        case .request: "the request \(what) at \(location)"
        }
    }

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
