import SignalboxCore

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
