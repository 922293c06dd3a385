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
/// another thread tells an earlier one, is told by that thread as soon as it is done. So no observer ends on a value that
/// is not the last one. Observers of one isolation are told by priority, higher first, and then in the order of their
/// registration.
///
/// A center keeps its observers' handlers alive, never their owners. It keeps the value of each state that was ever set
/// or observed; all else takes memory for live observations only. No handler, `==`, key path or `deinit` of a value ever
/// runs under a lock.
public final class ObserverCenter: Sendable {
    /// A center for those who want one for the whole process; nothing needs it.
    public static let shared = ObserverCenter()

    let listeners = Listeners()
    let properties = ObservedProperties()
    let trace: Trace

    /// Creates a center in which every state has its default value.
    ///
    /// - Parameter trace: What records sets and their deliveries.
    public init(trace: Trace = .shared) {
        self.trace = trace
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
                priority: entry.key.priority, location: entry.element.location)
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
