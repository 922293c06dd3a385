public import SignalboxCore

/// A post, set or call, with the chain of those that led to it.
///
/// A cause retains the steps of the chain, but neither messages nor topics.
struct Cause: Sendable {
    /// The steps before the last two, the latest first.
    private final class Earlier: Sendable {
        let step: DeliveryStep
        let earlier: Earlier?

        init(_ step: DeliveryStep, after earlier: Earlier?) {
            self.step = step
            self.earlier = earlier
        }
    }

    let step: DeliveryStep

    /// The number of steps that led to it, each made by a handler of the one before.
    ///
    /// An asynchronous handler begins a new count.
    private(set) var depth = 0

    /// A Boolean value that indicates whether it stems from a report, and must not be reported itself.
    private(set) var isReport = false

    /// The group that waits until everything that this leads to is handled.
    var settling: WaitGroup?

    /// The values of carried task-locals where the step was made, which its handlers get; `nil` if none is carried.
    let carried = HandlerContext.current

    /// The step before this one, stored here so that a chain of two is not allocated, and those before that.
    private let previous: DeliveryStep?
    private var earlier: Earlier?

    /// Creates the cause of a step that was made while a thread delivers something.
    init(_ step: DeliveryStep, after cause: Cause) {
        self.init(step, inTaskOf: cause)
        depth = cause.depth + 1
        earlier = cause.previous.map { Earlier($0, after: cause.earlier) }
    }

    /// Creates the cause of a step that was made in an asynchronous handler, or by nothing.
    ///
    /// Of the chain before the handler's message, nothing is kept.
    init(_ step: DeliveryStep, inTaskOf cause: Cause? = nil) {
        self.step = step
        previous = cause?.step
        isReport = cause?.isReport ?? false
        settling = cause?.settling
    }

    /// Creates the cause of a step that is made now, on a thread.
    init(of topic: Topic, at location: SourceLocation, on thread: CurrentThread) {
        let step = DeliveryStep(of: topic, at: location)
        if let cause = thread.scope?.object.cause {
            self.init(step, after: cause)
        } else {
            self.init(step, inTaskOf: TaskScope.current?.cause)
        }
    }

    /// The cause of steps that are made while this one is reported.
    var reported: Cause {
        var copy = Cause(step)
        copy.isReport = true
        return copy
    }

    /// The steps of the chain, the first first.
    var chain: [DeliveryStep] {
        var steps = previous.map { [step, $0] } ?? [step]
        var next = earlier
        while let link = next {
            steps.append(link.step)
            next = link.earlier
        }
        return steps.reversed()
    }
}

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

/// The reason why a post, set, call or request was refused: steps that lead to one another without end, or that wait for each other.
public struct DeliveryCycle: Error, Hashable, CustomStringConvertible {
    /// The kind of cycle.
    @nonexhaustive public enum Reason: Sendable, Hashable {
        /// More steps led to it than the cycle limit of the center, which is the value, allows.
        case limit(Int)

        /// So many deliveries run inside one another that the stack of the thread has no room for more: one for each 16 KiB, or for
        /// each 32 KiB while the trace is on.
        case stack(Int)

        /// The state is set in the closure of its own update.
        case ownUpdate

        /// The update that makes it and another update wait for each other.
        case waitingUpdates
    }

    /// The kind of cycle.
    public let reason: Reason

    /// The chain, from the first step to the refused one.
    public let chain: [DeliveryStep]

    /// Creates an error with the chain from where the count began.
    init(_ cause: Cause, _ reason: Reason) {
        chain = cause.chain.suffix(cause.depth + 1)
        self.reason = reason
    }

    /// One sentence for developers, with the end of the chain.
    public var description: String {
        let step = chain.last.map { "\($0)" } ?? "a step"
        return switch reason {
        case .limit(let limit):
            "\(step) was refused: \(chain.count - 1) steps led to it, more than the center's cycle limit of \(limit)"
                + "\(end); end the chain, or create the center with a higher cycleLimit"
        case .stack(let count):
            "\(step) was refused: the stack of the thread has no room for more than \(count) deliveries inside one another"
                + "\(end); end the chain, post instead of calling, or make the stack of the thread larger"
        case .ownUpdate:
            "\(step) was refused: the closure of its own update\(updatePlace) is running; change the value that the closure gets instead"
        case .waitingUpdates:
            "\(step) was refused: the closure of an update makes it, and another update waits for that closure; "
                + "use the other state before or after the update"
        }
    }

    /// The source location of the update in whose closure the last step is made.
    private var updatePlace: String {
        let update = chain.dropLast().last { $0.kind == .set && $0.what == chain.last?.what }
        return update.map { " at \($0.location)" } ?? ""
    }

    /// The last steps of the chain, in parentheses.
    private var end: String {
        let steps = chain.suffix(5).map { "\($0.what) at \($0.location)" }
        return " (\(chain.count > 5 ? "… → " : "")\(steps.joined(separator: " → ")))"
    }
}

extension DeliveryCycle.Reason {
    /// The reason in the trace.
    var refusal: String {
        switch self {
        case .limit: "too many causes"
        case .stack: "too many deliveries inside one another"
        case .ownUpdate: "an update of it is running"
        case .waitingUpdates: "another update waits for the one that makes it"
        }
    }
}
