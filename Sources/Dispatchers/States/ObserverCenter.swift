// States: one module says that something is true now, and late subscribers receive the current value.
//
// The questions that the files of this folder answer, in the order of a set:
//
// - `ObserverCenter`: what is a center of states?
// - `StateKey`: how is a state, or a part of one, named?
// - `ObserverCenter+Setting`: how is a state set, and when is that refused?
// - `StateCell`: where is the value, and how is it read and replaced? `StateCell+Updating`: how is it changed in place?
// - `StateMachine`: which thread delivers a change, and how do changes wait?
// - `StateTopic`: how are the changes of a state delivered, one after the other?
// - `StatePart`: how are the parts of a state observed?
// - `StateHandler`: what does an observer receive, and how do changes wait for it?
// - `ObserverCenter+Observing`: how does an observer begin? `StateValues`: how does `for await` receive the values?
// - `ObservedState`: how does a view read a state? `ObserverCenter+Objects`: how is a property of an object observed and bound?
// - `StateNames`: what if two states have one name?
// - `ObserverCenter+Keeping`: what does a storage of states need?

public import SignalboxCore
import Synchronization

/// States: one module says "this is true now", and late subscribers get the current value.
///
/// The owner of a state declares its key. Modules that have the key read, set and observe the state without knowing each
/// other.
///
/// ```swift
/// extension StateKeys {
///     static let volume = StateKey("volume", default: 5)
/// }
///
/// let center = ObserverCenter()
/// let registration = center.observe(.volume) { change in print(change.old ?? 0, "→", change.new) }
/// center.set(.volume, to: 7)
/// print(center[.volume])
/// ```
///
/// An observer receives the current value when it begins, and then each change with the value before and after. It runs
/// where it is written: in a screen of the main actor on the main actor, in an actor on that actor, elsewhere on the thread
/// that delivers.
///
/// The changes of one state are delivered in the order of its sets, one after the other: a set made by a handler, or while
/// another thread delivers an earlier one, is delivered by that thread next. A thread that has delivered 1,024 changes in
/// a row leaves the rest to a task. So the last change that an observer receives has the last value, and
/// every set ends. A set to which too many others led is refused and reported. Observers of one isolation are
/// called by priority, higher first, and then in the order of their registration.
///
/// A center keeps its observers' handlers alive, never their owners. It keeps the value of each state that was ever set
/// or observed; all else takes memory for live observations only. No handler, and no `==`, key path or `deinit` of a value runs
/// under a lock, except in `update` and in a set of a part, which changes the state in place. Identifiers and key paths that name
/// parts are compared and hashed under a lock: see `StatePath`.
public final class ObserverCenter: Sendable {
    /// A center for programs that need one only.
    public static let shared = ObserverCenter()

    let hub: Hub

    /// A Boolean value that indicates whether a set was reported that it refused since it is closed.
    let hasReportedSet = Atomic(false)

    /// The center whose values its states have until they are set here.
    let parent: ObserverCenter?

    /// Creates a center in which every state has its default value.
    ///
    /// - Parameters:
    ///   - name: The name of the center in a trace.
    ///   - cycleLimit: The length of the longest causal chain of a set, on any actors, from 1 to 1,000. A longer one is refused with a
    ///     `DeliveryCycle`. A task that a handler starts begins a new count.
    ///   - queueLimit: The largest number of changes of one state that may wait while one of its handlers is running, at least 1.
    ///     Beyond that the newest become one change, from the value before the first of them to the value after the last. That is
    ///     reported with a `QueueOverflow`.
    ///   - trace: The trace that records sets and their deliveries.
    ///   - onError: Called with each set that was refused and with changes that became one, on the thread where that
    ///     happened. Errors in the closure of an `update` are reported when the update has ended. Failures that its own
    ///     sets lead to are not reported. By default, a line is written to the log: see `DeliveryFailure`.
    public init(
        name: String? = nil,
        cycleLimit: Int = 100,
        queueLimit: Int = 32_768,
        trace: Trace = .shared,
        onError: (@Sendable (DeliveryFailure) -> Void)? = nil
    ) {
        let policy = Hub.Policy(
            cycleLimit: cycleLimit, queueLimit: queueLimit, needsReceivers: false, callsInTurn: true,
            onError: onError ?? DeliveryFailure.log)
        hub = Hub(name: name, trace: trace, policy: policy)
        parent = nil
    }

    /// Creates a center inside another one, whose states have the values of that one until they are set here.
    ///
    /// A set here hides the state of the parent: from then on the two are independent, and the parent's observers never
    /// receive it. Observers of a state that was not set here receive the changes of the parent's, each once and in order. An
    /// `update` begins with the value that the state has here, and a binding sets it here.
    ///
    /// The limits, the trace and the error handler are the parent's. Centers are nested at most 1,000 deep.
    ///
    /// ```swift
    /// let visit = ObserverCenter(parent: shop)
    /// visit.observe(.sale, by: page) { page, change in page.show(change.new) }
    /// shop.set(.sale, to: .summer)
    /// ```
    ///
    /// - Parameters:
    ///   - parent: The center around this one. It is retained, and closing it closes this one.
    ///   - name: The name of the center in a trace.
    public init(parent: ObserverCenter, name: String? = nil) {
        hub = Hub(parent: parent.hub, name: name, trace: parent.hub.trace, policy: parent.hub.policy)
        self.parent = parent
    }

    deinit { close() }

    /// The current value of a state, or of a part of one.
    ///
    /// Waits while another thread updates the state in place. Reading a state inside the closure that updates it stops the
    /// program.
    public subscript<Value>(path: StatePath<Value>) -> Value { path.value(self) }

    /// The current value of a state, or of a part of one, which can be set.
    ///
    /// ```swift
    /// center[.profile[\.name]] = "Ada"
    /// ```
    ///
    /// Setting it calls observers as `set(_:to:)` does. Use that to learn whether it was set. A set in a closed center is reported to
    /// `onError` as a ``ClosedCenter``.
    ///
    /// - Parameters:
    ///   - path: The state, or a part of one.
    ///   - isolation: The actor that this is called on; leave it to the compiler.
    ///   - fileID: The file of the access.
    ///   - line: The line of the access.
    public subscript<Value>(
        path: WritableStatePath<Value>, isolation: (any Actor)? = #isolation, fileID: StaticString = #fileID,
        line: Int = #line
    ) -> Value {
        get { path.value(self) }
        set {
            let location = SourceLocation(fileID: fileID, line: line)
            let context = SetContext(location: location, actor: isolation.map { ObjectIdentifier($0) })
            setOrReport(path, to: newValue, context)
        }
    }

    /// Cancels everything that the owner observes in this center.
    ///
    /// An owner need not do so: its observations end with it.
    public func cancel(by owner: some AnyObject & Sendable) {
        hub.cancel(ownedBy: ObjectIdentifier(owner))
    }

    /// Ends all observations and finishes all sequences; from now on sets are refused.
    ///
    /// States can still be read. A handler that is running is not waited for. Harmless when repeated.
    public func close() {
        hub.close()
        parent?.hub.cancel(ownedBy: ObjectIdentifier(self))
    }
}

extension ObserverCenter {
    /// All observations in the order in which they were made.
    ///
    /// Those of released owners are removed and not listed. A part of a state is listed with its name, such as `cart.total`. Takes time
    /// linear in their number, except for a logarithm.
    public var observations: [ObservationInfo] { hub.observations }

    /// The causal chain of the delivery in progress, oldest first; the current set is the last element.
    ///
    /// A causal chain has posts, sets and calls of all centers, each made by a handler of the one before. Read it in an observer, before
    /// it returns; outside one it is empty. Takes time linear in its length.
    ///
    /// ```swift
    /// let registration = center.observe(.volume) { _ in print(center.origin.last?.location ?? "not in an observer") }
    /// ```
    public var origin: [DeliveryStep] { DeliveryScope.current(of: hub, on: CurrentThread.current)?.cause?.chain ?? [] }
}

// For bridges, storages and tests.
extension ObserverCenter {
    /// The trace that records its operations.
    package var trace: Trace { hub.trace }

    /// Reports an error about the set that is being delivered, or else about one that was made earlier.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - key: The state.
    ///   - location: The code that caused it, unless a set is being delivered.
    package func report<Value>(
        _ error: any Error, of key: StateKey<Value>, from location: SourceLocation = SourceLocation()
    ) {
        let place = origin.last?.location ?? location
        let cause = Cause(of: useCell(of: key.root), at: place, on: .current)
        hub.report(DeliveryFailure(error, of: key.name, from: place), because: cause)
    }
}

extension ObserverCenter: HubOwner {
    package func pendingWork() -> PendingWork { hub.pendingWork() }
}
