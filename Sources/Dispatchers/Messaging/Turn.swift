/// An outermost post on one thread, with everything that is posted in the same center by the handlers it calls.
///
/// Those wait here until the message before them has reached all its inline observers.
final class Turn {
    /// What is being delivered.
    var origin: Origin?

    fileprivate var center: ObjectIdentifier?
    fileprivate var outer: Turn?
    private var waiting: [(any Envelope)?] = []
    private var next = 0

    func append(_ envelope: any Envelope) { waiting.append(envelope) }

    /// Takes the post that has waited longest, if any.
    func popFirst() -> (any Envelope)? {
        guard next < waiting.count else { return nil }
        let envelope = waiting[next].take()
        next += 1
        if next * 2 >= waiting.count {
            waiting.removeFirst(next)
            next = 0
        }
        return envelope
    }
}

/// The turns that the current thread takes, one for each center that is delivering on it.
///
/// Handlers are synchronous, so that turns end in the reverse order of their beginnings. Their objects are kept and used
/// again: a turn allocates nothing.
final class Turns {
    private static let threadLocal = ThreadLocal { Turns() }

    private var innermost: Turn?
    private var spare: Turn?

    /// Those of this thread.
    static var current: Turns { threadLocal.value }

    /// The turn of a center, if it is delivering on this thread.
    subscript(center: MessageCenter) -> Turn? {
        var turn = innermost
        while let candidate = turn, candidate.center != ObjectIdentifier(center) { turn = candidate.outer }
        return turn
    }

    func begin(in center: MessageCenter) -> Turn {
        let turn = spare ?? Turn()
        spare = turn.outer
        turn.center = ObjectIdentifier(center)
        turn.outer = innermost
        innermost = turn
        return turn
    }

    func end(_ turn: Turn) {
        innermost = turn.outer
        turn.center = nil
        turn.origin = nil
        turn.outer = spare
        spare = turn
    }
}
