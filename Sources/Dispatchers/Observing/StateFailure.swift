/// A change of a state that was refused, or merged with another since too many wait.
public struct StateFailure: Error, CustomStringConvertible {
    /// The name of the type of the state's value.
    public let state: String

    /// Where the key of the state was declared.
    public let declaredAt: SourceLocation

    /// Where it was set.
    public let setAt: SourceLocation

    /// Why: a `StateCycle` for which the set was refused, or a `StateOverflow`.
    public let error: any Error

    /// One line for a developer.
    public var description: String { "the set of \(state) (\(declaredAt)) at \(setAt): \(error)" }
}

/// The reason why a set was refused: more sets led to it, each made by a handler of the one before, than the center's
/// cycle limit allows, or it was made inside of an update of the same state.
public struct StateCycle: Error, Hashable, CustomStringConvertible {
    /// One set of the chain.
    public struct Link: Sendable, Hashable {
        /// The name of the type of the state's value.
        public let state: String

        /// Where the key of the state was declared.
        public let declaredAt: SourceLocation

        /// Where it was set.
        public let location: SourceLocation
    }

    /// The sets from the first one to the refused one.
    public let chain: [Link]

    /// One line for a developer, with the end of the chain.
    public var description: String {
        let end = chain.suffix(5).map { "\($0.state) (\($0.location))" }.joined(separator: " → ")
        return "refused, for it stems from itself: \(chain.count > 5 ? "… → " : "")\(end)"
    }
}

/// The reason why an observer misses a change: more changes wait than the center's queue limit allows, and the newest
/// became one.
///
/// The first change of a state that is merged is reported, then the second, the fourth, the eighth and so on.
public struct StateOverflow: Error, Hashable, CustomStringConvertible {
    /// How many changes of the state have been merged by now.
    public let count: Int

    /// One line for a developer.
    public var description: String { "too many changes wait; \(count) have been merged with others by now" }
}

extension ObserverCenter {
    /// Whether a set may be made, which is reported otherwise: not when too many led to it.
    func allows(_ step: StateStep) -> Bool {
        if step.depth <= cycleLimit { return true }
        refuse(step)
        return false
    }

    /// Reports that a set was refused.
    func refuse(_ step: StateStep) {
        report(
            StateCycle(
                chain: step.chain.map {
                    StateCycle.Link(state: "\($0.type)", declaredAt: $0.declaredAt, location: $0.location)
                }), of: step)
    }

    /// Reports the first, the second, the fourth and so on of the changes that were merged.
    func reportMerge(number: Int, of step: StateStep) {
        if number & (number - 1) == 0 { report(StateOverflow(count: number), of: step) }
    }

    /// Tells the error handler, unless the set stems from what that handler does itself.
    private func report(_ error: any Error, of step: StateStep) {
        guard !step.isReport else { return }
        let failure = StateFailure(
            state: "\(step.type)", declaredAt: step.declaredAt, setAt: step.location, error: error)
        let cause = StateCause.report
        listeners.readers.currentThread.marked(StateMark(because: cause), holding: cause) { onError(failure) }
    }
}
