/// One post, set or call of a chain, in which each was made by a handler of the one before.
public struct DeliveryStep: Sendable, Hashable {
    private let type: any Any.Type

    /// The name of the state, if one was set.
    private let key: String?

    /// Where it was posted, set or called.
    public let location: SourceLocation

    init(of topic: Topic, at location: SourceLocation) {
        (type, key) = (topic.type, topic.key)
        self.location = location
    }

    /// The name of the message's type, of the state, or of the protocol.
    public var what: String { key ?? "\(type)" }

    /// Whether both name the same place, and what was posted, set or called there.
    public static func == (left: Self, right: Self) -> Bool {
        left.what == right.what && left.location == right.location
    }

    /// Feeds name and place to the hasher.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(what)
        hasher.combine(location)
    }
}

/// What a message, set or call is, where it was made, and what led to it.
///
/// An origin retains neither messages nor topics: of what led to it only the steps are kept.
struct Origin: Sendable {
    /// The steps that led to a cause, the latest first.
    private final class Earlier: Sendable {
        let step: DeliveryStep
        let earlier: Earlier?

        init(_ step: DeliveryStep, _ earlier: Earlier?) { (self.step, self.earlier) = (step, earlier) }
    }

    let step: DeliveryStep

    /// How many others led to it, each made by a handler of the one before.
    ///
    /// An asynchronous handler begins a new count.
    private(set) var depth = 0

    /// Whether it stems from a report, and must not be the reason of another.
    private(set) var isReport = false

    /// What waits until everything is handled that this leads to.
    var settling: WaitGroup?

    /// What led to it, kept here so that a chain of two need not be allocated, and what led to that.
    private let cause: DeliveryStep?
    private var earlier: Earlier?

    /// The origin of what was made while a thread delivers something, if it does.
    init(_ step: DeliveryStep, because cause: Origin? = nil) {
        self.init(step, inHandlerOf: cause)
        guard let cause else { return }
        depth = cause.depth + 1
        earlier = cause.cause.map { Earlier($0, cause.earlier) }
    }

    /// The origin of what was made in an asynchronous handler, if it was: the chain before that is forgotten.
    init(_ step: DeliveryStep, inHandlerOf cause: Origin?) {
        self.step = step
        self.cause = cause?.step
        isReport = cause?.isReport ?? false
        settling = cause?.settling
    }

    /// The origin of what is made now, on this thread.
    init(of topic: Topic, at location: SourceLocation, on thread: CurrentThread) {
        let step = DeliveryStep(of: topic, at: location)
        if let cause = DeliveryScope.current(on: thread)?.origin {
            self.init(step, because: cause)
        } else {
            self.init(step, inHandlerOf: Handling.current?.origin)
        }
    }

    /// The same as the cause of what is made while it is reported.
    var reported: Origin {
        var copy = Origin(step)
        copy.isReport = true
        return copy
    }

    /// What led to it and itself, the first first.
    var chain: [DeliveryStep] {
        var steps = cause.map { [step, $0] } ?? [step]
        var next = earlier
        while let link = next {
            steps.append(link.step)
            next = link.earlier
        }
        return steps.reversed()
    }
}
