/// A message, set or call: what it is, where it was made, and what led to it.
struct Origin: Sendable {
    /// One link of a chain of causes.
    struct Step: Sendable {
        let topic: Topic
        let location: SourceLocation
    }

    let step: Step

    /// How many others led to it, each made by a handler of the one before.
    ///
    /// An asynchronous handler begins a new count.
    private(set) var depth = 0

    /// Whether it stems from a report, and must not be the reason of another.
    private(set) var isReport = false

    /// What waits until everything is handled that this leads to.
    private(set) var settling: Settling?

    /// What led to it; `nil` if that was nothing, or is `first`.
    private var cause: Cause?

    /// What led to it, if nothing led to that; kept here, so that a cause need not be allocated.
    private var first: Step?

    /// The origin of what nothing led to.
    init(_ step: Step) { self.step = step }

    /// The origin of what was made while a thread delivers something that nothing led to.
    init(_ step: Step, after first: Step) {
        self.step = step
        self.first = first
        depth = 1
    }

    /// The origin of what was made while a thread delivers something.
    init(_ step: Step, because cause: Cause) {
        self.step = step
        self.cause = cause
        depth = cause.origin.depth + 1
        isReport = cause.origin.isReport
        settling = cause.origin.settling
    }

    /// The origin of what was made in an asynchronous handler: the chain before that is forgotten.
    init(_ step: Step, inHandlerOf cause: Cause) {
        self.step = step
        first = cause.origin.step
        isReport = cause.origin.isReport
        settling = cause.origin.settling
    }

    /// Whether something led to it.
    var hasCause: Bool { cause != nil || first != nil }

    /// The same as the cause of what is made while it is reported.
    var reported: Origin {
        var copy = Origin(step)
        copy.isReport = true
        return copy
    }

    /// The same, and something waits until everything is handled that it leads to.
    func settling(_ settling: Settling) -> Origin {
        var copy = self
        copy.settling = settling
        return copy
    }

    /// What led to it and itself, the first first.
    var chain: [Step] {
        var steps = [step]
        var origin = self
        while let cause = origin.cause {
            origin = cause.origin
            steps.append(origin.step)
        }
        if let first = origin.first { steps.append(first) }
        return steps.reversed()
    }
}

/// An origin as the cause of others.
///
/// Why it may be shared though it has subclasses: what they hold is constant and `Sendable`, atomic, or guarded as each states.
class Cause: @unchecked Sendable {
    /// What is being handled in an asynchronous handler that the current task runs.
    @TaskLocal static var handled: Cause?

    final let origin: Origin

    init(_ origin: consuming Origin) { self.origin = origin }
}

/// Counts the messages that one message led to and that are not yet handled, itself included.
final class Settling: Sendable {
    private struct State: Sendable {
        var count = 0
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Protected(State())

    /// Counts one more.
    func begin() { state.withLock { $0.count += 1 } }

    /// Counts one less.
    func end() {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            state.count -= 1
            return state.count == 0 ? state.waiting.take() : nil
        }
        waiting?.resume()
    }

    /// Waits until all are handled; to be called once.
    func wait() async {
        await withCheckedContinuation { continuation in
            let mustWait = state.withLock { state in
                if state.count > 0 { state.waiting = continuation }
                return state.count > 0
            }
            if !mustWait { continuation.resume() }
        }
    }
}
