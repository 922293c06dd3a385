/// States: one module says "this is true now", and late comers see the current value.
///
/// Who owns a state declares its key. Who has the key reads, sets and observes the state; none of them know each other.
///
/// ```swift
/// extension StateKeys {
///     static let volume = StateKey(default: 5)
/// }
///
/// let center = ObserverCenter()
/// let registration = center.observe(.volume) { change in print(change.old ?? 0, "→", change.new) }
/// center.set(.volume, to: 7)
/// print(center[.volume])
/// ```
///
/// An observer is told the current value when it begins, and then each change with the value before and after. It runs
/// where it is written: in a screen of the main actor on the main actor, in an actor on that actor, elsewhere on whoever
/// delivers.
///
/// The changes of one state are told in the order of its sets, one after the other: a set made by a handler, or while
/// another thread tells an earlier one, is told by that thread as soon as it is done. A thread that has told 64 changes of
/// other threads in a row leaves the rest to a task. So no observer ends on a value that is not the last one, and no set
/// goes on for ever. A set to which too many others led is refused and reported. Observers of one isolation are told by priority, higher first, and then in the order of their
/// registration.
///
/// A center keeps its observers' handlers alive, never their owners. It keeps the value of each state that was ever set
/// or observed; all else takes memory for live observations only. No handler, `==`, key path or `deinit` of a value ever
/// runs under a lock; `update` says what its closure keeps waiting.
public final class ObserverCenter: Sendable {
    /// A center for those who want one for the whole process; nothing needs it.
    public static let shared = ObserverCenter()

    let listeners = Listeners()
    let properties = ObservedProperties()
    let trace: Trace
    let cycleLimit: Int
    let queueLimit: Int
    let onError: @Sendable (StateFailure) -> Void

    /// Creates a center in which every state has its default value.
    ///
    /// - Parameters:
    ///   - cycleLimit: How many sets may lead to one another, each made by a handler of the one before, on whatever actors,
    ///     until the next is refused with a `StateCycle`; from 1 to 1,000. With a task of a handler's own a new count begins.
    ///   - queueLimit: How many changes of one state may wait while one of its handlers is running, at least 1. Of more than
    ///     that the newest become one change, from the value before the first of them to the value after the last; that is
    ///     reported with a `StateOverflow`.
    ///   - trace: What records sets and their deliveries.
    ///   - onError: Told of a set that was refused and of changes that became one, on the thread where that happened. What
    ///     it sets itself is never reported. Unless given, a line is written to standard error.
    public init(
        cycleLimit: Int = 100,
        queueLimit: Int = 32_768,
        trace: Trace = .shared,
        onError: (@Sendable (StateFailure) -> Void)? = nil
    ) {
        precondition((1...1_000).contains(cycleLimit), "the cycle limit is \(cycleLimit), which is not from 1 to 1,000")
        precondition(queueLimit >= 1, "a queue for \(queueLimit) changes could never hold one")
        self.trace = trace
        self.cycleLimit = cycleLimit
        self.queueLimit = queueLimit
        self.onError = onError ?? { writeToStandardError("\($0)") }
    }

    /// The current value of a state, or of a part of one.
    public subscript<Value>(path: StatePath<Value>) -> Value { path.source.value(in: self) }

    /// Ends everything that the owner observes in this center.
    ///
    /// An owner need not do so: its observations end with it.
    public func cancel(by owner: some AnyObject & Sendable) {
        listeners.end(ownedBy: ObjectIdentifier(owner))
    }

    /// Ends all observations and finishes all sequences; from now on sets are refused.
    ///
    /// States can still be read. A handler that is running is not waited for. Harmless when repeated.
    public func close() {
        _ = listeners.close()
    }
}

extension ObserverCenter {
    /// What is known of one observation.
    public struct Observation: Sendable, Hashable {
        /// Its number in this center, never used twice.
        public let id: UInt64

        /// The name of the type of the state that is observed, or of which a part is.
        public let type: String

        /// Where the key of the state was declared.
        public let declaredAt: SourceLocation

        /// The priority it was given.
        public let priority: Int

        /// Where it was written.
        public let location: SourceLocation

        /// How many changes it was told as one with an earlier one, since they waited for its actor or it coalesces.
        public let merged: Int
    }

    /// All observations in the order in which they were made, among them those of dead owners that were not met yet.
    ///
    /// Takes time linear in their number, but for a logarithm.
    public var observations: [Observation] {
        listeners.entries.map { entry in
            let channel = listeners[entry.key.topic]?.takeUnretainedValue().channel
            return Observation(
                id: entry.key.id, type: "\(entry.element.type)",
                declaredAt: channel?.declaredAt ?? entry.element.location,
                priority: entry.key.priority, location: entry.element.location,
                merged: entry.element.changes?.merged ?? 0)
        }
    }
}

extension ObserverCenter: CustomStringConvertible {
    /// Who observes what, a line for each.
    public var description: String {
        observations.map { observation in
            let state = "\(observation.type) (\(observation.declaredAt))"
            return "\(observation.id) \(state) priority \(observation.priority) at \(observation.location)"
        }.joined(separator: "\n")
    }
}
