import SignalboxCore

/// The handler that announces changes to a `StateObserver`, on the main actor.
final class StateObserverHandler: Handler {
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
