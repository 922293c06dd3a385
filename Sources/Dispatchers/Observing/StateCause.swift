/// A set or an update of a state, and the one that led to it: whose handler, or whose closure, made it.
struct StateStep: Sendable {
    let type: any Any.Type
    let declaredAt: SourceLocation
    let location: SourceLocation
    let cause: StateCause?

    /// How many sets led to it.
    var depth: Int { cause?.nextDepth ?? 0 }

    /// Whether it stems from the report of a failure, and must not be the reason of another.
    var isReport: Bool { cause?.isReport ?? false }

    /// It and all that led to it, the first first.
    var chain: [StateStep] { Array(sequence(first: self) { $0.cause?.step }).reversed() }
}

/// A step as the cause of others.
final class StateCause: Sendable {
    let nextDepth: Int
    let isReport: Bool

    /// The step; `nil` of the report of a failure, with which a new count begins.
    let step: StateStep?

    init(_ step: StateStep) {
        self.step = step
        nextDepth = step.depth + 1
        isReport = step.isReport
    }

    private init() { (step, nextDepth, isReport) = (nil, 0, true) }

    static let report = StateCause()
}

/// What a thread is delivering: a step, or something that one led to.
///
/// It is kept with the thread, as bits, so that a set whose handlers set nothing allocates nothing. Why it is sound: the
/// cause is held by whoever puts the mark there, until the mark from before is put back; handlers, in between, are
/// synchronous. The address of nothing on the stack is kept.
struct StateMark {
    private var type: (any Any.Type)?
    private var declaredAt = SourceLocation()
    private var location = SourceLocation()
    private var lentCause: Unmanaged<StateCause>?

    /// No mark: who sets a state now does so by itself.
    init() {}

    init(_ step: StateStep) {
        (type, declaredAt, location) = (step.type, step.declaredAt, step.location)
        lentCause = step.cause.map { .passUnretained($0) }
    }

    /// The mark of something that is no set, but has a cause.
    init(because cause: StateCause?) { lentCause = cause.map { .passUnretained($0) } }

    /// The mark of a step without a cause.
    @inline(__always)
    init(_ type: any Any.Type, _ declaredAt: SourceLocation, at location: SourceLocation) {
        (self.type, self.declaredAt, self.location) = (type, declaredAt, location)
    }

    @inline(__always)
    var isSet: Bool { type != nil || lentCause != nil }

    /// What was marked, as the cause of a set that is made now.
    var cause: StateCause? {
        let outer = lentCause?.takeUnretainedValue()
        guard let type else { return outer }
        return StateCause(StateStep(type: type, declaredAt: declaredAt, location: location, cause: outer))
    }
}

extension CurrentThread {
    /// Does something while the thread is marked.
    func marked<Result, Failure: Error>(
        _ mark: StateMark, holding cause: StateCause?, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let outer = self.mark
        self.mark = mark
        defer {
            self.mark = outer
            withExtendedLifetime(cause) {}
        }
        return try body()
    }

    /// Does something that a step leads to.
    func marked<Result, Failure: Error>(
        by step: StateStep, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try marked(StateMark(step), holding: step.cause, body)
    }
}
