import Observation
import SignalboxCore

/// The one subscription to a state, or to a part of one, behind all its `ObservedState`s in a center.
///
/// The observer reports changes of the value to Observation, and does not keep the value.
@MainActor final class StateObserver: nonisolated Observable {
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
