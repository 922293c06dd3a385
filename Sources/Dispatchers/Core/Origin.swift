/// What a message, set or call is, where it was made, and what led to it.
///
/// An origin retains neither messages nor topics: of what led to it only the steps are kept.
struct Origin: Sendable {
    /// One link of a chain of causes.
    struct Step: Sendable {
        let type: any Any.Type
        let location: SourceLocation

        /// The name of the state, if one was set.
        let key: String?

        init(of topic: Topic, at location: SourceLocation) {
            type = topic.type
            key = topic.key
            self.location = location
        }

        /// What a report calls it.
        var name: String { key ?? "\(type)" }
    }

    /// The steps that led to a cause, the latest first.
    private final class Earlier: Sendable {
        let step: Step
        let earlier: Earlier?

        init(_ step: Step, _ earlier: Earlier?) {
            self.step = step
            self.earlier = earlier
        }
    }

    /// What is being handled in an asynchronous handler that the current task runs.
    @TaskLocal static var handled: Origin?

    let step: Step

    /// How many others led to it, each made by a handler of the one before.
    ///
    /// An asynchronous handler begins a new count.
    private(set) var depth = 0

    /// Whether it stems from a report, and must not be the reason of another.
    private(set) var isReport = false

    /// What waits until everything is handled that this leads to.
    private(set) var settling: WaitGroup?

    /// What led to it, kept here so that a chain of two need not be allocated, and what led to that.
    private var cause: Step?
    private var earlier: Earlier?

    /// The origin of what nothing led to.
    init(_ step: Step) { self.step = step }

    /// The origin of what was made while a thread delivers something.
    init(_ step: Step, because cause: Origin) {
        self.init(step, inHandlerOf: cause)
        depth = cause.depth + 1
        if let step = cause.cause { earlier = Earlier(step, cause.earlier) }
    }

    /// The origin of what was made in an asynchronous handler: the chain before that is forgotten.
    init(_ step: Step, inHandlerOf cause: Origin) {
        self.step = step
        self.cause = cause.step
        isReport = cause.isReport
        settling = cause.settling
    }

    /// The origin of what is made now, on this thread.
    init(of topic: Topic, at location: SourceLocation, on thread: CurrentThread) {
        let step = Step(of: topic, at: location)
        if let scope = DeliveryScope.current(on: thread) {
            self = scope.origin.map { Origin(step, because: $0) } ?? Origin(step)
        } else {
            self = Self.handled.map { Origin(step, inHandlerOf: $0) } ?? Origin(step)
        }
    }

    /// Whether something led to it.
    var hasCause: Bool { cause != nil }

    /// The same as the cause of what is made while it is reported.
    var reported: Origin {
        var copy = Origin(step)
        copy.isReport = true
        return copy
    }

    /// The same, and something waits until everything is handled that it leads to.
    func settling(_ settling: WaitGroup) -> Origin {
        var copy = self
        copy.settling = settling
        return copy
    }

    /// What led to it and itself, the first first.
    var chain: [Step] {
        var steps = [step] + (cause.map { [$0] } ?? [])
        var next = earlier
        while let link = next {
            steps.append(link.step)
            next = link.earlier
        }
        return steps.reversed()
    }
}
