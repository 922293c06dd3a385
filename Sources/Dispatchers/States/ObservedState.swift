public import Observation
import SignalboxCore

/// A state, or a part of one, whose readers Observation tracks.
///
/// A SwiftUI view that reads `value` in its `body` is updated when the state changes, as with a property of an `@Observable`
/// object. `withObservationTracking` calls its closure once for the next change, on the main actor. A change of another part of
/// the state does not count.
///
/// ```swift
/// let total = states.observed(.cart[\.total])
/// withObservationTracking { print(total.value) } onChange: { print("changed") }
/// ```
///
/// All `ObservedState`s of one state, or of one part, share one observation of a center, which ends when the last of them is
/// released. The center is retained. After it was closed, `value` can still be read, and does not change any more.
@MainActor public class ObservedState<Value: Sendable>: nonisolated Observable {
    let center: ObserverCenter

    /// The source location of its creation.
    let location: SourceLocation
    private let path: StatePath<Value>

    /// The state or part in the center.
    private let node: StateNode

    private let observer: StateObserver

    init(_ path: StatePath<Value>, in center: ObserverCenter, at location: SourceLocation) {
        self.path = path
        self.center = center
        self.location = location
        node = path.node(center)
        observer = center.observer(of: node, at: location)
    }

    /// The current value of the state in the center.
    public var value: Value {
        observer.noteAccess()
        return center[path]
    }

    /// Returns a Boolean value that indicates whether it observes a state, or a part of one, of a center.
    package func isObserving(_ path: StatePath<Value>, in center: ObserverCenter) -> Bool {
        if self.path === path, self.center === center { return true }
        return path.node(center) === node
    }
}

/// A state, or a part of one, whose readers Observation tracks, and which can be set.
///
/// This object is an ``ObservedState``, of which a SwiftUI view can make a binding, as of a property of an
/// `@Observable` object.
///
/// ```swift
/// let volume = states.observed(.volume)
/// volume.value += 1
/// Stepper("Volume", value: Bindable(volume).value)
/// ```
@MainActor public final class WritableObservedState<Value: Sendable>: ObservedState<Value> {
    private let path: WritableStatePath<Value>

    init(_ path: WritableStatePath<Value>, in center: ObserverCenter, at location: SourceLocation) {
        self.path = path
        super.init(path, in: center, at: location)
    }

    /// The current value of the state in the center.
    ///
    /// Setting it sets the state as `set(_:to:)` does, from the source location of this object's creation. A closed center refuses that,
    /// and reports it to `onError` as a ``ClosedCenter``.
    public override var value: Value {
        get { super.value }
        set {
            let context = SetContext(location: location, actor: ObjectIdentifier(MainActor.shared))
            center.setOrReport(path, to: newValue, context)
        }
    }
}

extension ObserverCenter {
    /// Returns a state, or a part of one, as an object whose readers Observation tracks.
    ///
    /// ```swift
    /// let count = states.observed(.cart[\.items.count])
    /// ```
    ///
    /// Keep it as long as its readers are to learn of changes. All objects of one state or part share one observation.
    ///
    /// - Parameters:
    ///   - path: The state, or a part of one.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    /// - Returns: The observed state.
    @MainActor public func observed<Value>(
        _ path: StatePath<Value>, fileID: StaticString = #fileID, line: Int = #line
    ) -> ObservedState<Value> {
        ObservedState(path, in: self, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Returns a state, or a part of one, as an object whose readers Observation tracks, and which can be set.
    ///
    /// ```swift
    /// let total = states.observed(.cart[\.total])
    /// total.value = 0
    /// ```
    ///
    /// Keep it as long as its readers are to learn of changes. All objects of one state or part share one observation.
    ///
    /// - Parameters:
    ///   - path: The state, or a part of one.
    ///   - fileID: The file of the call.
    ///   - line: The line of the call.
    /// - Returns: The observed state.
    @MainActor public func observed<Value>(
        _ path: WritableStatePath<Value>, fileID: StaticString = #fileID, line: Int = #line
    ) -> WritableObservedState<Value> {
        WritableObservedState(path, in: self, at: SourceLocation(fileID: fileID, line: line))
    }

    /// Returns the observer of a state, or of a part of one, made if there is none.
    ///
    /// The node itself is the owner of the subscription, by which it is found.
    @MainActor fileprivate func observer(of node: StateNode, at location: SourceLocation) -> StateObserver {
        let owner = ObjectIdentifier(node)
        let known = hub.firstSubscription(ownedBy: owner)?.currentHandler as? StateHandler
        if let observer = (known?.handler as? StateObserverHandler)?.observer { return observer }
        let observer = StateObserver()
        let terms = Subscription.Terms(actor: MainActor.shared, owner: owner, location: location)
        let subscription = hub.subscribe(StateHandler(StateObserverHandler(observer), of: node.state), to: node, terms)
        observer.registration = Registration(of: subscription, watched: false)
        node.state?.admit(subscription, on: ObjectIdentifier(MainActor.shared))
        return observer
    }
}

/// The one subscription to a state, or to a part of one, behind all its `ObservedState`s in a center.
///
/// The observer reports changes of the value to Observation, and does not keep the value.
@MainActor private final class StateObserver: nonisolated Observable {
    private let registrar = ObservationRegistrar()

    /// Ends the subscription when the last `ObservedState` is released.
    var registration: Registration?

    /// The property that names the value of the state in calls of the registrar.
    private var value: Void { () }

    /// Notes that the value is read, for the code that Observation tracks.
    func noteAccess() {
        registrar.access(self, keyPath: \.value)
    }

    /// Announces a change of the value to the code that read it.
    func announceChange() {
        registrar.withMutation(of: self, keyPath: \.value) {}
    }
}

/// The handler that announces changes to a `StateObserver`, on the main actor.
private final class StateObserverHandler: Handler {
    weak let observer: StateObserver?

    init(_ observer: StateObserver) {
        self.observer = observer
    }

    override var isOrphaned: Bool { observer == nil }

    override func describe(_ info: inout ObservationInfo) {
        info.owner = "ObservedState"
        info.isAlive = observer != nil
    }

    override func receive(_ value: ValueAddress) throws -> Bool {
        guard let observer else { return false }
        MainActor.assumeIsolated { observer.announceChange() }
        return true
    }
}
